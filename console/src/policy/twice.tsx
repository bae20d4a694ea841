import type { GenerationPreview } from '../api/records.ts';

type Explanation = NonNullable<GenerationPreview['explanation']>;

/** The differences between two readings, and the sentences and numbers that no rule contains, one line each. */
export function ReadTwice({ explanation }: { readonly explanation: Explanation | undefined }) {
  const { readings, unquoted = [], numbers = [] } = explanation ?? {};
  if (readings === undefined) return null;
  const { count, disagreements } = readings;
  const unquotedAs = (wanted: 'sentence' | 'rest') => unquoted.filter(({ part }) => part === wanted);
  return (
    <section className="card" aria-label="Readings compared">
      <h2>{count === 1 ? 'Read once' : `Read ${count === 2 ? 'twice' : `${count} times`}`}</h2>
      <p className="soft small">{said(count, disagreements.length)}</p>
      {disagreements.length > 0 && (
        <ul className="findings">
          {disagreements.map(({ message }) => (
            <li key={message} className="warning">
              <bdi>{message}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Listed title="Sentences in no rule" words={unquotedAs('sentence')} />
      <Listed title="Words beside the quotes" words={unquotedAs('rest')} />
      <Listed title="Numbers in no rule" words={numbers} />
    </section>
  );
}

function said(count: number, disagreements: number): string {
  if (count === 1) return 'No second reading came in time, so nothing was compared. Compare each sentence yourself.';
  if (disagreements === 0) return 'The readings decide every applicant at and beside the limits alike.';
  return 'The readings decide these applicants differently. The first one makes the workflow: see which is meant.';
}

interface ListedProps {
  readonly title: string;
  readonly words: readonly { readonly text: string; readonly offset: number; readonly is_remark?: boolean }[];
}

function Listed({ title, words }: ListedProps) {
  if (words.length === 0) return null;
  return (
    <details open={words.some(({ is_remark: isRemark }) => isRemark === false)}>
      <summary>
        {title} ({words.length})
      </summary>
      <ul>
        {words.map(({ text, offset, is_remark: isRemark }) => (
          <li key={offset}>
            <bdi>{text}</bdi>
            {isRemark === true && <span className="soft small"> a remark, says the model</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
