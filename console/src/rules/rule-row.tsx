import { ON_MISSING } from '../../../core/cascade/on-missing.ts';
import type { RowDecision } from '../../../core/rows/row.ts';
import { RuleCount } from '../overview/of-workflow.tsx';
import type { Subjects } from '../../../core/readback/subject.ts';
import { textOf, type EditedRule, type SharedLimit } from './edited.ts';
import { FigureField } from './figure-field.tsx';
import { figureAt, figureWords, placesIn, type Conditions, type Figure, type Place } from './figures.ts';
import { around } from './phrases.ts';
import { hundredfold, toldOf } from './told.ts';
import { DECISIONS, decisionWords, WHAT_CHANGES } from './words.ts';

export interface RowActs {
  readonly onFigure: (place: Place, figure: Figure | null) => void;
  readonly onKept: (limit: SharedLimit) => void;
  readonly onDecision: (decision: RowDecision) => void;
  readonly onReason: (reason: string) => void;
  readonly onMissing: (does: EditedRule['on_missing']) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onDelete: () => void;
  readonly onEdges: () => void;
}

interface Props extends RowActs {
  readonly rule: EditedRule;
  readonly number: number;
  /** Total number of rules. */
  readonly count: number;
  readonly subjects: Subjects;
  readonly mayChange: boolean;
  /** Limits of other rules that were equal before the last change to this one, and moved with it. */
  readonly shared: { readonly limits: readonly SharedLimit[]; readonly was: Figure; readonly figure: Figure } | null;
  /** Numbers of the rules of a block, at its first rule; otherwise empty. */
  readonly together: readonly number[];
}

/** A rule in its author's words, with its figures as inputs and its decision as a choice. */
export function RuleRow(props: Props) {
  const { rule, number, count, mayChange, shared, together, onMove, onDelete, onEdges, onKept } = props;
  const name = `Rule ${number}`;
  return (
    <li
      className={rule.block === null ? 'rule' : 'rule of-block'}
      aria-label={name}
      onKeyDown={(event) => {
        if (!event.altKey || !mayChange) return;
        if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
          event.preventDefault();
          onMove(event.key === 'ArrowUp' ? -1 : 1);
        }
      }}
    >
      <span className="rule-number" aria-hidden="true">
        {number}
      </span>
      <div className="rule-body">
        <Sentence {...props} />
        {rule.readAs !== null && rule.readAs !== rule.said?.text && (
          <p className="soft small">
            Read as: <bdi>{rule.readAs}</bdi>
          </p>
        )}
        {shared?.limits.map((limit) => (
          <p key={`${limit.key} ${JSON.stringify(limit.place)}`} className="message small" role="status">
            Rule {limit.number} had the same limit, so it is {figureWords(shared.figure)} there too.{' '}
            <button type="button" onClick={() => onKept(limit)}>
              Keep {figureWords(shared.was)} in rule {limit.number}
            </button>
          </p>
        ))}
        {together.length > 0 && (
          <p className="soft small">Rules {rulesWords(together)} stand together: their order changes nothing.</p>
        )}
        <div className="rule-then">
          <Decision {...props} />
          <RuleCount ruleId={rule.id} />
          {rule.id !== null && (
            <button
              type="button"
              className="quiet"
              aria-label={`Applicants at its limits: rule ${number}`}
              onClick={onEdges}
            >
              Applicants at its limits
            </button>
          )}
          {mayChange && (
            <span className="rule-acts">
              <button
                type="button"
                disabled={number === 1}
                aria-label={`Move rule ${number} up`}
                onClick={() => onMove(-1)}
              >
                ↑
              </button>
              <button
                type="button"
                disabled={number === count}
                aria-label={`Move rule ${number} down`}
                onClick={() => onMove(1)}
              >
                ↓
              </button>
              <button type="button" className="quiet" aria-label={`Delete rule ${number}`} onClick={onDelete}>
                Delete
              </button>
            </span>
          )}
        </div>
        {mayChange && <More {...props} />}
      </div>
    </li>
  );
}

function Sentence({ rule: { when, said }, subjects, mayChange, onFigure }: Props) {
  const { pieces, others } = said === null ? { pieces: [], others: placesIn(when) } : toldOf(said.text, said.when);
  const field = (place: Place, times: 1 | 100 = 1) => (
    <PlacedFigure key={JSON.stringify(place)} {...{ when, place, times, subjects, mayChange, onFigure }} />
  );
  return (
    <>
      <p className="rule-told">
        {textOf({ said, when }) === '' && (
          <span className="soft">Its sentence is made of its conditions when you save. </span>
        )}
        {pieces.map((piece, index) =>
          'text' in piece ? <bdi key={index}>{piece.text}</bdi> : field(piece.place, piece.times),
        )}
      </p>
      {others.length > 0 && (
        <ul className="rule-figures plain">
          {others.map((place) => {
            const { before, after } = around(when, place, subjects);
            return (
              <li key={JSON.stringify(place)}>
                <bdi>{before}</bdi> {field(place)} <bdi>{after}</bdi>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

interface PlacedProps extends Pick<Props, 'subjects' | 'mayChange' | 'onFigure'> {
  readonly when: Conditions;
  readonly place: Place;
  /** Factor by which the figure is shown. */
  readonly times: 1 | 100;
}

function PlacedFigure({ when, place, times, subjects, mayChange, onFigure }: PlacedProps) {
  const { before, after } = around(when, place, subjects);
  const figure = figureAt(when, place) ?? '';
  return (
    <FigureField
      label={`${before} ${after}`.trim()}
      figure={times === 100 && typeof figure === 'number' ? hundredfold(figure) : figure}
      isReadOnly={!mayChange}
      onChange={(typed) =>
        onFigure(place, times === 100 && typeof typed === 'number' ? Number((typed / 100).toPrecision(12)) : typed)
      }
      onDone={() => document.getElementById(WHAT_CHANGES)?.focus()}
    />
  );
}

function Decision({ rule, number, mayChange, onDecision }: Props) {
  const { decision } = rule.then;
  // "Must have" denies those who do not: with another decision the sentence would mean the opposite.
  if (!mayChange || rule.is_requirement)
    return <span className={`tag ${DECISIONS[decision].look}`}>{decisionWords(rule)}</span>;
  const choices = (['approve', 'review', 'deny'] as const).filter((choice) => choice !== decision);
  return (
    <>
      <select
        aria-label={`What rule ${number} decides`}
        className={`decision-choice ${DECISIONS[decision].look}`}
        value={decision}
        onChange={({ target }) => onDecision(target.value as RowDecision)}
      >
        {[decision, ...choices].map((each) => (
          <option key={each} value={each}>
            {DECISIONS[each].name}
          </option>
        ))}
      </select>
    </>
  );
}

/** Rarely used settings of a rule: a different reason in its letter, and the effect of a missing value. */
function More({ rule, number, onReason, onMissing }: Props) {
  return (
    <details className="rule-more">
      <summary aria-label={`More of rule ${number}`}>More</summary>
      <div className="rule-form">
        <label>
          If a value is missing on which it depends
          <select
            value={rule.on_missing ?? ''}
            onChange={({ target }) => onMissing(ON_MISSING.find((each) => each === target.value) ?? null)}
          >
            <option value="">it does not hold</option>
            <option value="goes_on">go on with the next rule</option>
            <option value="review">ask a person</option>
            <option value="deny">deny</option>
          </select>
        </label>
        {rule.then.decision === 'deny' && (
          <label className="wide">
            Reason that the letter adds
            <input type="text" value={rule.reason ?? ''} onChange={({ target }) => onReason(target.value)} />
          </label>
        )}
      </div>
    </details>
  );
}

const rulesWords = (numbers: readonly number[]): string => `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
