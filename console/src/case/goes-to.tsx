import { goesToWords, strayWords, type GoesTo as To } from './words.ts';

/** Whoever sends a letter sees where it goes. */
export function GoesTo({ to }: { readonly to: To }) {
  const stray = strayWords(to);
  return (
    <>
      <p>
        <bdi>{goesToWords(to)}</bdi>
      </p>
      {stray !== null && <p className="message">{stray}</p>}
    </>
  );
}
