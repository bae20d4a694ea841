/** Up to this product of lengths, the engine searches: it is fast, but its worst case is the product. */
const MOST_COMPARISONS = 1_000_000;

/**
 * True if `text` contains `part`. Takes time linear in the sum of their lengths, because a caller chooses both. The
 * engine's search takes seconds for `aaa…` and `aba…a`. Source: Knuth, Morris, Pratt, "Fast pattern matching in
 * strings" (1977).
 */
export function holdsText(text: string, part: string): boolean {
  if (text.length * part.length <= MOST_COMPARISONS) return text.includes(part);
  if (part.length > text.length) return false;
  const borders = bordersOf(part);
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    while (matched > 0 && unit !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === part.charCodeAt(matched)) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}

/** By position: the length of the longest prefix of `part` that ends there. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let matched = 0;
  for (let index = 1; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    while (matched > 0 && unit !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (unit === part.charCodeAt(matched)) matched += 1;
    borders[index] = matched;
  }
  return borders;
}
