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
 * Whatever one does in the console is one of these: `Act` is a button that asks first, `Question` is what it asks, `ActForm`
 * has its fields and its button on the page, `ActNow` is done at once. Each shows the request as curl and, with the id of
 * the request, why it was refused.
 */

interface FormProps {
  /** What the button says that does it. */
  readonly label: string;
  /** The same while it is under way. */
  readonly sending?: string;
  readonly requests: readonly ApiRequest[];
  /** What happens if one does, and fields if it has any. */
  readonly children?: ReactNode;
  /** Class of the button: what is grave is red there alone, so that it draws nobody to it. */
  readonly className?: 'approve' | 'deny' | 'primary';
  /** False while a field lacks something. */
  readonly isReady?: boolean;
  /** Enter does it as soon as it is there. */
  readonly isFirst?: boolean;
  /** Where it is not what is sent. */
  readonly curl?: readonly ApiRequest[];
  /** How the page calls a field of the request. */
  readonly nameOf?: (field: string) => string;
}

/** Fields of the page, and the button that sends them. */
export function ActForm<Data>(
  props: FormProps & ActOptions<Data> & { readonly look?: string; readonly other?: ReactNode },
) {
  const act = useAct<Data>(props);
  useRefusal(act.error);
  return <Form {...props} act={act} />;
}

interface QuestionProps {
  readonly title: string;
  /** Where it is shown no more. `isMoot`: nothing was left to be done. */
  readonly onClose: (isMoot: boolean) => void;
  /** What happened meanwhile leaves nothing to be done. */
  readonly isMoot?: boolean;
  /** What the button says then that leaves it. */
  readonly ifMoot?: string;
}

/** What happens if one does it, in a dialog. */
export function Question<Data>(props: FormProps & ActOptions<Data> & QuestionProps) {
  return <QuestionOf {...props} act={useAct<Data>(props)} />;
}

/** The same where something else sends the requests. */
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
  /** What does it, in the question, if that is not the label. */
  readonly confirm?: string;
  readonly title?: string;
  readonly request: ApiRequest;
  /** What one most likely comes for: its button is marked on the page, too. */
  readonly isMain?: boolean;
  /** Its button on the page is one of those that draw nobody. */
  readonly isQuiet?: boolean;
  readonly disabled?: boolean;
  /** As the question is put: fields begin with what holds now. */
  readonly onAsk?: () => void;
  readonly onDone?: (data: Data) => void;
  /**
   * Shown in place of the question once it is done. What the service answered lives in this dialog alone and is gone with
   * it: it may be a secret.
   */
  readonly result?: (data: Data, close: () => void) => ReactNode;
}

/** A button that asks before it does: what happens, and how a program would do it. */
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
            // One request, one answer; that of a deletion is empty.
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
  /** Null: it cannot be done now. */
  readonly request: ApiRequest | null;
  /** A choice, before the button. */
  readonly children?: ReactNode;
  /** Class of the place of all that. */
  readonly look: string;
  /** Beside the button. */
  readonly aside?: string;
  readonly isMain?: boolean;
  /** False while nothing is chosen. */
  readonly isReady?: boolean;
  /** How often the page itself has pressed it so far. */
  readonly presses?: number;
  /** Does the same, and stands on the button. */
  readonly hotkey?: { readonly key: string; readonly command: Command };
  /** What an error says where it is none: nothing is left to be done. */
  readonly explain?: (error: ApiError) => string | null;
}

/** Done with one press, because it takes nothing from anybody and can be taken back. */
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
