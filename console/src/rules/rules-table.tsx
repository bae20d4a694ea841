import { useState } from 'react';
import type { Subjects } from '../../../core/readback/subject.ts';
import { AddRule } from './add-rule.tsx';
import type { Comparable } from './comparable.ts';
import {
  limitsShared,
  moved,
  withAdded,
  withDecision,
  withFigureOf,
  without,
  withOnMissing,
  withReason,
} from './edited.ts';
import type { AddedRule, EditedRule, EditedRules, SharedLimit } from './edited.ts';
import { figureAt, isSamePlace, type Figure, type Place } from './figures.ts';
import { RuleRow } from './rule-row.tsx';
import { decisionWords, DECISIONS } from './words.ts';

interface Props {
  readonly edited: EditedRules;
  readonly subjects: Subjects;
  /** The fields that a new rule can compare. */
  readonly fields: readonly Comparable[];
  readonly mayChange: boolean;
  readonly onChange: (next: EditedRules) => void;
  readonly onRead: (sentence: string) => Promise<AddedRule>;
  /** Called with the number of inputs without a valid figure: nothing can be saved meanwhile. */
  readonly onFaults: (count: number) => void;
  readonly onEdges: (rule: EditedRule, number: number) => void;
}

/** A changed figure, and the limits that were equal before and moved with it. */
interface Changed {
  readonly key: string;
  readonly place: Place;
  readonly limits: readonly SharedLimit[];
  /** Their common value before the change. */
  readonly was: Figure;
  readonly figure: Figure;
}

/** The rules, one per row; the first that holds decides. */
export function RulesTable(props: Props) {
  const { edited, subjects, fields, mayChange, onChange, onRead, onFaults, onEdges } = props;
  const [shared, setShared] = useState<Changed | null>(null);
  const [faults, setFaults] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  const { rules, everyoneElse } = edited;

  const setFigure = (rule: EditedRule, place: Place, figure: Figure | null): void => {
    const at = JSON.stringify([rule.key, place]);
    const next = new Set(faults);
    if (figure === null) next.add(at);
    else next.delete(at);
    setFaults(next);
    onFaults(next.size);
    if (figure === null) return;
    // While the user types, the limits that were equal before the first key press move along.
    const isSame = shared !== null && shared.key === rule.key && isSamePlace(shared.place, place);
    const limits = isSame ? shared.limits : limitsShared(edited, { key: rule.key, place });
    const was = isSame ? shared.was : (figureAt(rule.when, place) ?? figure);
    setShared({ key: rule.key, place, limits, was, figure });
    onChange([{ key: rule.key, place }, ...limits].reduce((all, at) => withFigureOf(all, at, figure), edited));
  };
  /** Resets a limit to its old value, and detaches it. */
  const keepLimit = (limit: SharedLimit): void => {
    if (shared === null) return;
    setShared({ ...shared, limits: shared.limits.filter((each) => each !== limit) });
    onChange(withFigureOf(edited, limit, shared.was));
  };
  const move = (rule: EditedRule, by: -1 | 1): void => {
    const made = moved(edited, rule.key, by);
    if (made === null) return;
    setSaid(
      made.changesNothing
        ? 'These rules stand together: their order changes nothing for any applicant.'
        : 'The first rule that holds decides, so this may change who is decided how.',
    );
    onChange(made.edited);
  };
  return (
    <>
      <ol className="rules">
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.key}
            {...{ rule, subjects, mayChange }}
            number={index + 1}
            count={rules.length}
            shared={shared?.key === rule.key ? shared : null}
            together={togetherAt(rules, rule)}
            onFigure={(place, figure) => setFigure(rule, place, figure)}
            onKept={keepLimit}
            onDecision={(decision) => onChange(withDecision(edited, rule.key, decision))}
            onReason={(reason) => onChange(withReason(edited, rule.key, reason))}
            onMissing={(does) => onChange(withOnMissing(edited, rule.key, does))}
            onMove={(by) => move(rule, by)}
            onDelete={() => onChange(without(edited, rule.key))}
            onEdges={() => onEdges(rule, index + 1)}
          />
        ))}
        {everyoneElse !== null && (
          <li className="rule" aria-label="Everyone else">
            <span className="rule-number" aria-hidden="true">
              –
            </span>
            <div className="rule-body">
              <p className="rule-told">
                <bdi>{everyoneElse.text}</bdi>
              </p>
              <div className="rule-then">
                <span className={`tag ${DECISIONS[everyoneElse.then.decision].look}`}>
                  {decisionWords(everyoneElse)}
                </span>
              </div>
            </div>
          </li>
        )}
      </ol>
      <p className="soft small" role="status">
        {said}
      </p>
      {mayChange && <AddRule fields={fields} onRead={onRead} onAdd={(rule) => onChange(withAdded(edited, rule))} />}
    </>
  );
}

/** Shown once for all rules of a block, at the first one. */
function togetherAt(rules: readonly EditedRule[], { key, block }: EditedRule): readonly number[] {
  const numbers = rules.flatMap((rule, index) => (block !== null && rule.block === block ? [index + 1] : []));
  return numbers.length > 1 && rules[(numbers[0] ?? 0) - 1]?.key === key ? numbers : [];
}
