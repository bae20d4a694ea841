import type { DecidingRule } from '../api/records.ts';
import '../style/scale.css';
import { foundBy, scalesOf, type Scale } from './scale.ts';

/** The rules that decided, in their words, with the values that were found. */
export function DecidingRules({ rules }: { readonly rules: readonly DecidingRule[] }) {
  if (rules.length === 0) return null;
  return (
    <ul className="deciding plain" aria-label="Rules">
      {rules.map((rule) => (
        <li key={`${rule.number ?? ''} ${rule.id ?? ''}`}>
          <p>
            <RuleLine rule={rule} />
          </p>
          <ul className="small">
            {rule.conditions.map(({ text }) => (
              <li key={text}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
          {scalesOf(rule.conditions).map((scale) => (
            <OnScale key={scale.key} scale={scale} />
          ))}
        </li>
      ))}
    </ul>
  );
}

/** `Rule 3: Review scores from 600 to 679. – 641` */
export function RuleLine({ rule }: { readonly rule: Pick<DecidingRule, 'number' | 'text' | 'conditions'> }) {
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
