import type { ReviewCase } from '../api/records.ts';
import { DecidingRules } from './deciding-rules.tsx';

type Choice = NonNullable<ReviewCase['review']>['choices'][number];
type Condition = Choice['not_passed'][number];

interface Props {
  readonly rules: ReviewCase['rules'];
  readonly choices: readonly Choice[];
}

/** Why a person is asked: the rule, and every choice on the way to the review with its conditions and values found. */
export function Why({ rules, choices }: Props) {
  return (
    <section className="card" aria-label="Why you are asked">
      <h2>Why you are asked</h2>
      <DecidingRules rules={rules} beside={conditionsOf(choices)} />
      {choices.length === 0 && <p className="soft">No condition led here: the workflow asks a person every time.</p>}
      {choices.length > 0 && (
        <details>
          <summary>All conditions</summary>
          <ol className="choices">
            {choices.map((choice) => (
              <li key={`${choice.node_id} ${choice.visit}`}>
                <h3>
                  <bdi>{choice.name ?? choice.node_id}</bdi>{' '}
                  <span className={choice.taken === 'human_review' ? 'tag human_review' : 'tag'}>
                    {TAKEN[choice.taken]}
                  </span>
                  {!choice.led && <span className="soft small"> would have come to you either way</span>}
                </h3>
                <Conditions title="Not so:" conditions={choice.not_passed} isMet={false} />
                <Conditions title="So:" conditions={choice.not_failed} isMet />
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** All conditions evaluated on the way. */
export function conditionsOf(choices: readonly Choice[]): readonly Condition[] {
  return choices.flatMap(({ not_passed: no, not_failed: yes }) => [...no, ...yes]);
}

/** For a rule that denies, a met condition is bad news, so the words are neutral. */
const TAKEN: Readonly<Record<Choice['taken'], string>> = {
  pass: 'it holds',
  human_review: 'asks a person',
  fail: 'it does not hold',
};

function Conditions(props: {
  readonly title: string;
  readonly conditions: readonly Condition[];
  readonly isMet: boolean;
}) {
  const { title, conditions, isMet } = props;
  if (conditions.length === 0) return null;
  return (
    <>
      <p className="small">{title}</p>
      <ul className={isMet ? 'conditions met' : 'conditions unmet'}>
        {conditions.map(({ text }) => (
          <li key={text}>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
