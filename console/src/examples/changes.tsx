import { Holder } from '../inbox/holder.tsx';
import { When } from '../ui/parts.tsx';
import type { ExampleResult } from './queries.ts';
import { OUTCOME_WORDS } from './result-words.ts';
import '../style/examples.css';

interface Side {
  readonly name: string;
  readonly as_of: string;
  readonly expected: ExampleResult['expected'];
}

interface ExampleChange {
  readonly example_id: number;
  readonly change: 'added' | 'changed' | 'removed';
  readonly before: Side | null;
  readonly after: Side | null;
  readonly applicant_changed: boolean;
  readonly changed_by_user_ids: readonly number[];
  readonly changed_at: string;
}

/** The part of an activation request about the examples of its workflow. */
export interface RequestExamples {
  readonly examples_changed: readonly ExampleChange[];
  readonly examples_when_asked: { readonly passed: number; readonly failed: number } | null;
}

/** Changes to the examples since a version last went live: a person who approves is responsible for them too. */
export function ExampleChanges({ examples_changed: changes, examples_when_asked: asked }: RequestExamples) {
  if (changes.length === 0 && asked === null) return null;
  return (
    <div className="example-changes" role="group" aria-label="Examples of the request">
      {asked !== null && (
        <p className="soft small">
          When this was asked for, {asked.passed} of {asked.passed + asked.failed} examples passed.
        </p>
      )}
      {changes.length > 0 && (
        <>
          <p>
            <strong>Examples that changed since a version last went live:</strong>
          </p>
          <ul className="plain examples-list">
            {changes.map((change) => (
              <li key={change.example_id}>
                <p>
                  <span className={`tag ${TONES[change.change]}`}>{change.change}</span>{' '}
                  <bdi>{(change.before ?? change.after)?.name}</bdi>: {changeWords(change).join('; ')}
                </p>
                <p className="soft small">
                  by{' '}
                  {change.changed_by_user_ids.map((id, index) => (
                    <span key={id}>
                      {index > 0 && ', '}
                      <Holder userId={id} />
                    </span>
                  ))}
                  , <When at={change.changed_at} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const TONES = { added: 'pass', changed: 'human_review', removed: 'fail' } as const;

const expectedWords = ({ expected: { outcome, rule } }: Side): string =>
  `${OUTCOME_WORDS[outcome]}${rule === undefined ? '' : ` by ${rule}`}`;

function changeWords({ before, after, applicant_changed: isOther }: ExampleChange): readonly string[] {
  if (before === null || after === null) {
    const side = before ?? after;
    return side === null ? [] : [`${before === null ? 'expects' : 'expected'} ${expectedWords(side)}`];
  }
  const isElse = JSON.stringify(before.expected) !== JSON.stringify(after.expected);
  const isSameWords = expectedWords(before) === expectedWords(after);
  return [
    ...(isElse && !isSameWords ? [`expected ${expectedWords(before)}, now ${expectedWords(after)}`] : []),
    ...(isElse && isSameWords ? ['expects other reasons'] : []),
    ...(isOther ? ['another applicant'] : []),
    ...(before.name === after.name ? [] : [`is called “${after.name}” now`]),
    ...(before.as_of === after.as_of ? [] : [`applies on ${after.as_of}, before on ${before.as_of}`]),
  ];
}
