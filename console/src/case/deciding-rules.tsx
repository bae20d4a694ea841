import type { DecidingRule } from '../api/records.ts';
import '../style/scale.css';
import { foundBy, scalesOf, type Compared, type Scale } from './scale.ts';

interface Props {
  readonly rules: readonly DecidingRule[];
  /** Other evaluated conditions, whose limits for the same values are drawn on the scales too. */
  readonly beside?: readonly Compared[];
}

/** The rules that decided, in words, with the values found. */
export function DecidingRules({ rules, beside = [] }: Props) {
  if (rules.length === 0) return null;
  return (
    <ul className="deciding plain" aria-label="Rules">
      {rules.map((rule) => {
        // The default rule has no condition. The reason is that the conditions of the nearest rule were not met.
        const conditions = rule.nearest?.conditions ?? rule.conditions;
        return (
          <li key={`${rule.number ?? ''} ${rule.id ?? ''}`}>
            <p>
              <RuleLine rule={rule} />
            </p>
            <ul className="small">
              {conditions.map(({ text }) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                </li>
              ))}
            </ul>
            {scalesOf(conditions, beside).map((scale) => (
              <OnScale key={scale.key} scale={scale} />
            ))}
          </li>
        );
      })}
    </ul>
  );
}

interface LineProps {
  readonly rule: Line & Pick<DecidingRule, 'nearest'>;
  /** True if the value found is shown elsewhere. */
  readonly isFoundApart?: boolean;
}

/**
 * `Rule 3: Review scores from 600 to 679. – 641`, or `Everyone else: Deny. – nearest: Rule 1: Approve from 680. – 641`
 */
export function RuleLine({ rule, isFoundApart = false }: LineProps) {
  return (
    <>
      <Told rule={rule} isFoundApart={isFoundApart} />
      {rule.nearest !== null && (
        <>
          {' '}
          – nearest: <Told rule={rule.nearest} isFoundApart={isFoundApart} />
        </>
      )}
    </>
  );
}

type Line = Pick<DecidingRule, 'number' | 'text' | 'conditions'>;

function Told({ rule, isFoundApart }: { readonly rule: Line; readonly isFoundApart: boolean }) {
  const found = isFoundApart ? null : foundBy(rule.conditions);
  return (
    <>
      <strong>{rule.number === null ? 'Everyone else' : `Rule ${rule.number}`}:</strong> <bdi>{rule.text}</bdi>
      {found !== null && (
        <>
          {' '}
          – <strong className="found">{found}</strong>
        </>
      )}
    </>
  );
}

/** The value among its limits. The conditions say the same in words. */
function OnScale({ scale: { value, limits } }: { readonly scale: Scale }) {
  return (
    <div className="scale" aria-hidden="true">
      {limits.map((limit) => (
        <span key={limit.value} className="limit" style={{ left: `${limit.at * 100}%` }}>
          {limit.value.toLocaleString('en')}
        </span>
      ))}
      <span className="value" style={{ left: `${value.at * 100}%` }}>
        {value.value.toLocaleString('en')}
      </span>
    </div>
  );
}
