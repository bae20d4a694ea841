import type { Draft } from '../drafts.ts';

interface Props {
  readonly paths: readonly string[];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const MOST_CHARACTERS = 500;

/** The values as they are sent: those that are not blank. */
export function valuesOf({ variables }: Draft, paths: readonly string[]): Record<string, string> {
  const given = paths.map((path) => [path, (variables[path] ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** What the letter's own sentences lack, as they are to print it. */
export function Variables({ paths, draft, onChange }: Props) {
  const write = (path: string, value: string): void =>
    onChange({ ...draft, variables: { ...draft.variables, [path]: value } });
  return (
    <fieldset>
      <legend>
        Values for the letter <span className="soft">(printed as you write them)</span>
      </legend>
      {paths.map((path) => (
        <label key={path} className="field">
          <code>{path}</code>
          <input
            type="text"
            maxLength={MOST_CHARACTERS}
            value={draft.variables[path] ?? ''}
            onChange={({ target }) => write(path, target.value)}
          />
        </label>
      ))}
    </fieldset>
  );
}
