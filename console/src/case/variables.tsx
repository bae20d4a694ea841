import type { Draft } from '../drafts.ts';
import type { OpenReview } from './words.ts';

interface Props {
  readonly needs: NonNullable<OpenReview['needs']>;
  readonly paths: readonly string[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const MOST_CHARACTERS = 500;

const LEGENDS: Readonly<Record<Props['needs'], string>> = {
  reasons: 'Reasons of the letter',
  variables: 'Values for the letter',
  name: 'Name of the person to whom the letter is',
  address: 'Postal address of the person to whom the letter is, line by line',
};

/** The values as sent: the non-blank ones. */
export function valuesOf({ variables }: Draft, paths: readonly string[]): Record<string, string> {
  const given = paths.map((path) => [path, (variables[path] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** Inputs for the values that the letter lacks, in the form in which it prints them. */
export function Variables({ needs, paths, draft, onChange }: Props) {
  const write = (path: string, value: string): void =>
    onChange({ ...draft, variables: { ...draft.variables, [path]: value } });
  return (
    <fieldset>
      <legend>
        {LEGENDS[needs]} <span className="soft">(printed as you write it)</span>
      </legend>
      {paths.map((path) => (
        <label key={path} className="field">
          <code>{path}</code>
          {needs === 'address' ? (
            <textarea
              rows={4}
              maxLength={MOST_CHARACTERS}
              placeholder={'14 Alder Court\nUnit 2B\nDayton, OH 45402'}
              value={draft.variables[path] ?? ''}
              onChange={({ target }) => write(path, target.value)}
            />
          ) : (
            <input
              type="text"
              maxLength={MOST_CHARACTERS}
              value={draft.variables[path] ?? ''}
              onChange={({ target }) => write(path, target.value)}
            />
          )}
        </label>
      ))}
    </fieldset>
  );
}
