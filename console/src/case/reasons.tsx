import type { Draft } from '../drafts.ts';
import { reasonsOf } from './given-reasons.ts';
import type { OpenReview } from './words.ts';

interface Props {
  readonly reasons: OpenReview['true_reasons'];
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

const MOST_REASONS = 4;
const MOST_CHARACTERS = 200;

/** The reasons on a letter. Catalog reasons are true of the current reports; the writer answers for free text. */
export function Reasons({ reasons, draft, onChange }: Props) {
  const { codes, texts } = draft;
  const isFull = reasonsOf(draft).length >= MOST_REASONS;
  const toggle = (code: string): void => {
    const others = codes.filter((each) => each !== code);
    onChange({ ...draft, codes: others.length < codes.length ? others : [...codes, code] });
  };
  const write = (text: string): void => onChange({ ...draft, texts: [text] });
  const own = texts[0] ?? '';
  return (
    <fieldset className="reasons">
      <legend>
        Reasons for a letter <span className="soft">(up to {MOST_REASONS}; they come first)</span>
      </legend>
      {reasons.length === 0 && <p className="soft small">No reason of the catalogue is true of these reports.</p>}
      {reasons.map(({ code, text }) => (
        <label key={code} className="check">
          <input
            type="checkbox"
            checked={codes.includes(code)}
            disabled={isFull && !codes.includes(code)}
            onChange={() => toggle(code)}
          />
          <span>{text}</span>
        </label>
      ))}
      <label className="field">
        In your own words <span className="tag unchecked">not checked against the reports</span>
        <input
          type="text"
          maxLength={MOST_CHARACTERS}
          value={own}
          disabled={isFull && own === ''}
          onChange={({ target }) => write(target.value)}
        />
      </label>
    </fieldset>
  );
}
