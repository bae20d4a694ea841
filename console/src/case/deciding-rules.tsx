import type { ReviewCase } from '../api/records.ts';
import '../style/scale.css';
import { scalesOf, type Scale } from './scale.ts';

type Rule = ReviewCase['rules'][number];

/** The rules that decided, in their words, with the values that were found. */
export function DecidingRules({ rules }: { readonly rules: readonly Rule[] }) {
  if (rules.length === 0) return null;
  return (
    <ul className="deciding plain" aria-label="Rules">
      {rules.map((rule) => (
        <li key={`${rule.number ?? ''} ${rule.id ?? ''}`}>
          <p>
            <strong>{rule.number === null ? 'Everyone else' : `Rule ${rule.number}`}:</strong> <bdi>{rule.text}</bdi>
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
