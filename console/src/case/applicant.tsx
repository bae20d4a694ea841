import { factsOf } from './words.ts';

/** What the caller sent about somebody. It is shown as text alone, each value kept in its own direction of writing. */
export function Facts({ title, value }: { readonly title: string; readonly value: unknown }) {
  const facts = factsOf(value).filter(({ path }) => path !== '');
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {facts.length === 0 ? (
        <p className="soft">Nothing was sent.</p>
      ) : (
        <dl className="facts">
          {facts.map(({ path, label, value: text }) => (
            <div key={path}>
              <dt>{label}</dt>
              <dd>
                <bdi className={text.length > LONG ? 'long' : ''} tabIndex={text.length > LONG ? 0 : undefined}>
                  {text}
                </bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** Longer ones scroll in a box of their own. */
const LONG = 400;
