import { goesToWords, strayWords, unreadWords, type GoesTo as To } from './words.ts';

/** Shows the recipient of a letter to the person who sends it. */
export function GoesTo({ to }: { readonly to: To }) {
  const stray = strayWords(to);
  const unread = unreadWords(to);
  return (
    <>
      <p>
        <bdi>{goesToWords(to)}</bdi>
      </p>
      {unread !== null && (
        <p className="message">
          <bdi>{unread}</bdi>
        </p>
      )}
      {stray !== null && <p className="message">{stray}</p>}
    </>
  );
}
