import { useMe } from '../session.tsx';
import { letterWords, whatHappens, type Consequence } from './words.ts';

interface Props {
  readonly title: string;
  readonly className: string;
  readonly ahead: Consequence | null;
  /** True if the forecast is of a denial without reasons. */
  readonly without?: boolean;
  /** The step that has to happen first. */
  readonly first?: string | null;
}

/** The consequences of an action that the service forecasts from the current reports. */
export function Outcome({ title, className, ahead, without = false, first = null }: Props) {
  const { production_access: hasProduction } = useMe();
  if (ahead === null) return null;
  return (
    <section className={`outcome ${className}`} aria-label={`What it does: ${title}`}>
      <h3>{title}</h3>
      {first !== null && <p>{first}</p>}
      {whatHappens(ahead).map((sentence) => (
        <p key={sentence}>
          <bdi>{sentence}</bdi>
        </p>
      ))}
      {ahead.letters.map((letter) => (
        <div key={letter.node_id} className="letter">
          <p>
            <bdi>{letterWords(letter)}</bdi>
          </p>
          {letter.reasons !== null && letter.reasons.length > 0 && (
            <>
              <p className="small">It would say{without ? ', after the reasons that you give' : ''}:</p>
              <ol>
                {letter.reasons.map((reason) => (
                  <li key={reason}>
                    <bdi>{reason}</bdi>
                  </li>
                ))}
              </ol>
            </>
          )}
          {letter.missing !== null && letter.missing.length > 0 && (
            <p className="message">
              It lacks: <bdi>{letter.missing.join('; ')}</bdi>
            </p>
          )}
        </div>
      ))}
      {!hasProduction && ahead.letters.some(({ recipient }) => recipient !== null) && (
        <p className="soft small">
          Without production access, e-mail to an address that is not of the account is kept as a file, and reaches
          nobody.
        </p>
      )}
    </section>
  );
}
