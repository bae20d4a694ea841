import type { DecidingRule } from '../api/records.ts';
import '../style/scale.css';
import { foundBy, scalesOf, type Scale } from './scale.ts';

/** The rules that decided, in their words, with the values that were found. */
export function DecidingRules({ rules }: { readonly rules: readonly DecidingRule[] }) {
  if (rules.length === 0) return null;
  return (
    <ul className="deciding plain" aria-label="Rules">
      {rules.map((rule) => {
        // No condition decides everyone else. The reason is the conditions of the nearest rule, which were not met.
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
            {scalesOf(conditions).map((scale) => (
              <OnScale key={scale.key} scale={scale} />
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/** `Rule 3: Review scores from 600 to 679. – 641`, or `Everyone else: Deny. – nearest: Rule 1: Approve from 680. – 641` */
export function RuleLine({ rule }: { readonly rule: Line & Pick<DecidingRule, 'nearest'> }) {
  return (
    <>
      <Told rule={rule} />
      {rule.nearest !== null && (
        <>
          {' '}
          – nearest: <Told rule={rule.nearest} />
        </>
      )}
    </>
  );
}

type Line = Pick<DecidingRule, 'number' | 'text' | 'conditions'>;

function Told({ rule }: { readonly rule: Line }) {
  const found = foundBy(rule.conditions);
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

/** The value beside its limits. The conditions say the same in words. */
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
