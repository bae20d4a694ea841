/** Longer words are not compared, because the work is quadratic. */
const MAX_LENGTH = 60;

/**
 * The candidate that a misspelt word most likely means; undefined if none is close. Close means at most one edit
 * (insertion, deletion, substitution or swap of neighbors) per three characters. Letter case, `_`, `-` and spaces do
 * not count.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const plain = plainOf(word);
  if (plain === '' || word.length > MAX_LENGTH) return undefined;
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const other = plainOf(candidate);
    const limit = Math.max(1, Math.floor(Math.min(plain.length, other.length) / 3));
    if (candidate.length > MAX_LENGTH || Math.abs(plain.length - other.length) > limit) continue;
    const distance = editDistance(plain, other, limit);
    if (distance <= limit && distance < (best?.distance ?? Infinity)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** `; did you mean "next_step"?`, or empty if no candidate is close. Appended to a message. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === undefined ? '' : `; did you mean ${JSON.stringify(found)}?`;
}

function plainOf(word: string): string {
  return word.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** Optimal string alignment, row by row. Returns more than `limit` as soon as that is certain. */
function editDistance(a: string, b: string, limit: number): number {
  let twoBack = new Uint8Array(b.length + 1);
  let before = Uint8Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = new Uint8Array(b.length + 1);
    row[0] = i;
    let nearestInRow = i;
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (twoBack[j - 2] ?? 0) + 1);
      }
      row[j] = least;
      nearestInRow = Math.min(nearestInRow, least);
    }
    // A swap looks two rows back and costs one.
    if (nearestInRow > limit + 1) return nearestInRow;
    [twoBack, before] = [before, row];
  }
  return before[b.length] ?? 0;
}
