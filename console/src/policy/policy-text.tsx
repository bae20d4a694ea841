import { useMutation } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../api/http.ts';
import type { GenerationPreview } from '../api/records.ts';
import { keepText, readText } from '../drafts.ts';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/copy-curl.tsx';
import type { MissingChoices } from './approved-without.tsx';
import { placeOf, withSuggestion, type Item } from './items.ts';
import { Preview, type ReadPolicy } from './preview.tsx';
import { previewRequest } from './requests.ts';
import { TENANT_SCREENING, USE_CASES } from './use-cases.ts';

const MOST_CHARACTERS = 5_000;
const SAMPLE =
  'Approve if the credit score is at least 680 and there are no evictions in the last 7 years. ' +
  'Review scores from 600 to 679. Otherwise deny.';

export interface Made extends ReadPolicy {
  /** Called once the workflow is created: deletes the kept text. */
  readonly done: () => void;
}

interface Asked {
  readonly policy: string;
  readonly useCase: string;
}

interface Props {
  /** Storage key of the text until it is used. */
  readonly draftKey: string;
  /** The initial text. */
  readonly initial?: string;
  readonly useCase?: string;
  /** Renders the form that uses the result, below what was read. */
  readonly finish: (made: Made) => ReactNode;
}

/** A policy in plain words, and how it was read. */
export function PolicyText({ draftKey: key, initial = '', useCase: given = TENANT_SCREENING, finish }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readText(sessionStorage, key) || initial);
  const useCaseKey = `${key}:for`;
  const [useCase, setUseCase] = useState(() => readText(sessionStorage, useCaseKey) || given);
  const [missing, setMissing] = useState<MissingChoices>({});
  const read = useMutation({
    mutationFn: async (asked: Asked) => {
      const { data } = await call<GenerationPreview>(previewRequest(asked.policy, asked.useCase));
      return { ...asked, preview: data };
    },
    // Moves the focus of keyboard users to the result.
    onSuccess: () => requestAnimationFrame(() => document.getElementById('read')?.focus()),
  });
  const change = (next: string): void => {
    setText(next);
    keepText(sessionStorage, key, next);
  };
  const show = (item: Item): void => {
    const place = placeOf(text, item);
    if (place === null || field.current === null) return;
    field.current.focus();
    field.current.setSelectionRange(place, place + item.text.length);
    field.current.scrollIntoView({ block: 'center' });
  };
  const tooMany = text.length - MOST_CHARACTERS;
  const canRead = text.trim() !== '' && tooMany <= 0;
  const found = read.data;
  const readIt = (policy: string): void => {
    if (!read.isPending) read.mutate({ policy, useCase });
  };
  return (
    <>
      <form
        className="policy-text"
        onSubmit={(event) => {
          event.preventDefault();
          if (canRead) readIt(text);
        }}
      >
        <label className="field">
          The policy, as you would tell it to a colleague
          <textarea
            ref={field}
            rows={10}
            value={text}
            spellCheck
            aria-describedby="policy-hint"
            placeholder={SAMPLE}
            onChange={({ target }) => change(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canRead) readIt(text);
            }}
          />
        </label>
        <p className="soft small" id="policy-hint">
          Say whom you approve, whom a person looks at, and whom you deny, with figures; say what becomes of everybody
          else. <a href="/docs/policies">What is understood</a>
          {tooMany > -500 &&
            ` ${text.length.toLocaleString('en')} of ${MOST_CHARACTERS.toLocaleString('en')} characters.`}
        </p>
        {tooMany > 0 && (
          <p className="message bad">The policy is {tooMany.toLocaleString('en')} characters too long.</p>
        )}
        <p className="buttons">
          <label>
            What it is for{' '}
            <select
              value={useCase}
              onChange={({ target }) => {
                setUseCase(target.value);
                keepText(sessionStorage, useCaseKey, target.value);
              }}
            >
              {USE_CASES.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="primary" disabled={!canRead} aria-disabled={read.isPending}>
            {read.isPending ? 'Reading …' : 'Read it'}
          </button>
          {text.trim() === '' ? (
            <button type="button" onClick={() => change(SAMPLE)}>
              Take this example
            </button>
          ) : (
            <CopyCurl request={previewRequest(text, useCase)} />
          )}
        </p>
        {read.error !== null && <ErrorMessage error={read.error} />}
      </form>
      {found !== undefined && (
        <Preview
          key={found.preview.name + found.policy + found.useCase}
          {...found}
          {...{ text, missing }}
          onMissing={setMissing}
          isStale={found.policy !== text || found.useCase !== useCase}
          onShow={show}
          onTake={(item, suggestion) => {
            const next = withSuggestion(text, item, suggestion);
            change(next);
            readIt(next);
          }}
          finish={(made) =>
            finish({
              ...made,
              done: () => {
                change('');
                keepText(sessionStorage, useCaseKey, '');
              },
            })
          }
        />
      )}
    </>
  );
}
