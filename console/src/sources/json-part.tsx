import { useState } from 'react';
import { draftIn, type Draft } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly onChange: ((draft: Draft) => void) | undefined;
}

/** The draft as JSON, in the form of the API. The form takes over each text that is a draft at once. */
export function JsonPart({ draft, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? null : problemOf(typed);
  return (
    <section className="card" aria-label="As JSON">
      <h2>As JSON</h2>
      <label>
        <span className="soft">As the API takes it (POST /products).</span>
        <textarea
          className="json"
          rows={28}
          spellCheck={false}
          readOnly={onChange === undefined}
          aria-invalid={problem !== null}
          value={typed ?? JSON.stringify(draft, null, 2)}
          onBlur={() => problem === null && setTyped(null)}
          onChange={({ target }) => {
            setTyped(target.value);
            const read = draftIn(target.value);
            if (read !== undefined) onChange?.(read);
          }}
        />
      </label>
      {problem !== null && (
        <p className="message bad" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function problemOf(text: string): string | null {
  try {
    JSON.parse(text);
  } catch (error) {
    return `It is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return draftIn(text) === undefined ? 'It lacks schema or request, or one of them is no object.' : null;
}
