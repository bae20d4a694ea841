import { RESULT_WORDS } from '../policy/examples.tsx';
import type { Changes } from '../../../core/readback/changes.ts';

interface Found extends Pick<Changes, 'more_effects' | 'untried'> {
  readonly effects: readonly Omit<Changes['effects'][number], 'applicant'>[];
}

/** Applicants who are treated differently, the worst change first. */
export function Effects({ effects, more_effects: more, untried }: Found) {
  return (
    <>
      {effects.length === 0 && <p>No applicant that was tried at and beside the limits.</p>}
      <ul className="effects">
        {effects.map(({ text, field, range, before, after, is_worse: isWorse, others }) => (
          <li key={`${text} ${others.join()}`} className={isWorse ? 'worse' : 'better'}>
            <bdi>
              {field} {range}
            </bdi>
            : {RESULT_WORDS[before]} → <strong>{RESULT_WORDS[after]}</strong>
            {others.length > 0 && (
              <span className="soft small">
                {' '}
                for example, with <bdi>{others.join('; ')}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft small">{more} more were found.</p>}
      {untried > 0 && (
        <p className="soft small">{untried} comparisons were not tried: others may be treated differently, too.</p>
      )}
    </>
  );
}
