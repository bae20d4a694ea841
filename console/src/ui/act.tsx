import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiError, type ApiRequest } from '../api/http.ts';
import type { Command } from '../keys.ts';
import { useCommands } from '../use-commands.ts';
import { ErrorMessage } from './errors.tsx';
import { CopyCurl } from './copy-curl.tsx';
import { Dialog } from './parts.tsx';
import { useRefusal } from './refusal.tsx';
import { useAct, type ActOptions, type Sending } from './use-act.ts';

/*
 * Every action in the console is one of these. `Act` is a button that opens a confirmation; `Question` is the
 * confirmation; `ActForm` has its fields and its button on the page; `ActNow` acts at once. Each shows the request as
 * curl. After a refusal it shows the reason with the request's id.
 */

interface FormProps {
  /** Label of the button that performs the action. */
  readonly label: string;
  /** Label while the request is under way. */
  readonly sending?: string;
  readonly requests: readonly ApiRequest[];
  /** Description of the consequences, with fields if there are any. */
  readonly children?: ReactNode;
  /**
   * Class of the confirming button. Only this button is red for a grave action, so that the page does not draw users to
   * it.
   */
  readonly className?: 'approve' | 'deny' | 'primary';
  /** False while a field is incomplete. */
  readonly isReady?: boolean;
  /** True if the button gets the focus at once, so that Enter confirms. */
  readonly isFirst?: boolean;
  /** Requests to show as curl, if they differ from those sent. */
  readonly curl?: readonly ApiRequest[];
  /** Maps a field of the request to its name on the page. */
  readonly nameOf?: (field: string) => string;
}

/** Fields on the page, with the button that sends them. */
export function ActForm<Data>(
  props: FormProps & ActOptions<Data> & { readonly look?: string; readonly other?: ReactNode },
) {
  const act = useAct<Data>(props);
  useRefusal(act.error);
  return <Form {...props} act={act} />;
}

interface QuestionProps {
  readonly title: string;
  /** Called when the dialog closes. `isMoot`: nothing was left to do. */
  readonly onClose: (isMoot: boolean) => void;
  /** True if events meanwhile left nothing to do. */
  readonly isMoot?: boolean;
  /** Label of the closing button in that case. */
  readonly ifMoot?: string;
}

/** A confirmation of the action and its consequences, in a dialog. */
export function Question<Data>(props: FormProps & ActOptions<Data> & QuestionProps) {
  return <QuestionOf {...props} act={useAct<Data>(props)} />;
}

/** `Question` for requests that another component sends. */
export function QuestionOf(props: FormProps & QuestionProps & { readonly act: Sending }) {
  const { title, onClose, act, isMoot = false, ifMoot = 'Close' } = props;
  const wasRead = useRefusal(act.error);
  const hasEnded = isMoot && !act.isPending;
  const leave = (): void => {
    wasRead();
    onClose(hasEnded);
  };
  return (
    <Dialog title={title} onClose={leave}>
      <Form
        {...props}
        hasEnded={hasEnded}
        other={
          <button type="button" onClick={leave}>
            {hasEnded ? ifMoot : 'Leave it'}
          </button>
        }
      />
    </Dialog>
  );
}

interface DrawnProps extends FormProps {
  readonly act: Sending;
  readonly look?: string;
  readonly hasEnded?: boolean;
  readonly other?: ReactNode;
}

function Form({ act, look, hasEnded = false, other, ...props }: DrawnProps) {
  const { label, sending = 'Sending …', requests, children, className = 'primary', isReady = true } = props;
  const { isFirst = false, curl = requests, nameOf } = props;
  const { send, isPending, error } = act;
  return (
    <form
      className={look}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !hasEnded) send(requests);
      }}
    >
      {children}
      {error !== null && <ErrorMessage error={error} {...(nameOf === undefined ? {} : { nameOf })} />}
      <div className="buttons">
        {!hasEnded && (
          <button type="submit" className={className} autoFocus={isFirst} disabled={!isReady} aria-disabled={isPending}>
            {isPending ? sending : label}
          </button>
        )}
        {other}
        {curl.map((request, index) => (
          <CopyCurl key={index} request={request} />
        ))}
      </div>
    </form>
  );
}

export interface ActProps<Data> extends Omit<FormProps, 'requests'>, Pick<ActOptions<Data>, 'changes' | 'onRefused'> {
  /** Label of the confirming button, if it differs from `label`. */
  readonly confirm?: string;
  readonly title?: string;
  readonly request: ApiRequest;
  /** True for the most likely action: its button is emphasized on the page. */
  readonly isMain?: boolean;
  /** True if the button is inconspicuous on the page. */
  readonly isQuiet?: boolean;
  readonly disabled?: boolean;
  /** Called when the dialog opens, to initialize its fields with current values. */
  readonly onAsk?: () => void;
  readonly onDone?: (data: Data) => void;
  /**
   * Content shown after success. The response exists only in this dialog and is gone with it, because it may be a
   * secret.
   */
  readonly result?: (data: Data, close: () => void) => ReactNode;
}

/** A button that opens a confirmation: the consequences, and the request for programs. */
export function Act<Data>(props: ActProps<Data>) {
  const { label, confirm = label, title = `${label}?`, request, result, onAsk, onDone, ...rest } = props;
  const [state, setState] = useState<'idle' | 'asked' | { readonly data: Data }>('idle');
  const close = (): void => setState('idle');
  return (
    <>
      <button
        type="button"
        className={props.isMain === true ? 'primary' : props.isQuiet === true ? 'quiet' : ''}
        disabled={props.disabled}
        onClick={() => {
          onAsk?.();
          setState('asked');
        }}
      >
        {label} …
      </button>
      {state === 'asked' && (
        <Question<Data>
          {...rest}
          title={title}
          label={confirm}
          requests={[request]}
          onClose={close}
          onDone={(answers) => {
            // One request gives one response, which is empty for a deletion.
            const [data] = answers as [Data];
            setState(result === undefined ? 'idle' : { data });
            onDone?.(data);
          }}
        />
      )}
      {typeof state === 'object' && result?.(state.data, close)}
    </>
  );
}

interface NowProps<Data> extends ActOptions<Data> {
  readonly label: string;
  /** Null if the action is not possible now. */
  readonly request: ApiRequest | null;
  /** A choice before the button. */
  readonly children?: ReactNode;
  /** Class of the container. */
  readonly look: string;
  /** Text beside the button. */
  readonly aside?: string;
  readonly isMain?: boolean;
  /** False while nothing is chosen. */
  readonly isReady?: boolean;
  /** Counts how often the page itself has triggered the button. */
  readonly presses?: number;
  /** Keyboard shortcut, shown on the button. */
  readonly hotkey?: { readonly key: string; readonly command: Command };
  /** Message for an error that means that nothing is left to do; null for other errors. */
  readonly explain?: (error: ApiError) => string | null;
}

/** An action done with one press, because it is harmless and can be undone. */
export function ActNow<Data>(props: NowProps<Data>) {
  const { label, request, children, look, aside, isMain = false, isReady = true, hotkey, explain, presses = 0 } = props;
  const { send, isPending, error } = useAct<Data>(props);
  useRefusal(error);
  const press = (): void => {
    if (request !== null && isReady) send([request]);
  };
  useCommands(hotkey === undefined ? {} : { [hotkey.command]: press });
  const pressed = useRef(presses);
  useEffect(() => {
    if (pressed.current === presses) return;
    pressed.current = presses;
    press();
  });
  const words = error instanceof ApiError ? (explain?.(error) ?? null) : null;
  return (
    <div className={look}>
      {children}
      {request !== null && (
        <>
          <button
            type="button"
            className={isMain ? 'primary' : ''}
            disabled={!isReady}
            aria-disabled={isPending}
            onClick={press}
          >
            {label} {hotkey !== undefined && <kbd>{hotkey.key}</kbd>}
          </button>
          {aside !== undefined && <span className="soft small">{aside}</span>}
          <CopyCurl request={request} />
        </>
      )}
      {words !== null && (
        <p className="message" role="status">
          {words}
        </p>
      )}
      {error !== null && words === null && <ErrorMessage error={error} />}
    </div>
  );
}
