import type { JsonObject } from '../json.ts';
import { readPath } from '../path.ts';
import type { Work } from '../work.ts';
import type { Product, ScoreDisclosure } from './contract.ts';
import { factorsOf, fieldSchema } from './fields.ts';

const INQUIRIES = /inquir/i;

/** Four, and a fifth only if it is inquiries. Source: 15 USC 1681g(f)(1)(C) and (f)(9). */
export function mostFactors<T extends { readonly text: string }>(factors: readonly T[]): readonly T[] {
  return [...factors.slice(0, 4), ...factors.slice(4, 5).filter(({ text }) => INQUIRIES.test(text))];
}

/** True if the field is a score that a letter discloses where it was used. Source: 15 USC 1681m(a)(2). */
export function isDisclosedScore(product: Product | undefined, field: string): boolean {
  return product !== undefined && disclosedScores(product).includes(field);
}

/** The scores of a report that a letter may have to disclose. */
export function disclosedScores({ scoreField, declared }: Product): readonly string[] {
  if (declared === undefined) return scoreField === undefined ? [] : [scoreField];
  return [...declared.specs].flatMap(([path, { kind }]) => (kind === 'score' ? [path] : []));
}

/** The disclosure of a score in an account's own report, or null if the report has no score. */
export function declaredDisclosure(
  product: Product,
  field: string,
  output: JsonObject,
  work: Work,
): ScoreDisclosure | null {
  const score = readPath(output, field, work);
  if (typeof score !== 'number') return null;
  const { minimum, maximum, 'x-scored-on': scoredOn } = fieldSchema(product, field) ?? {};
  const factors = readPath(output, factorsOf(product, field)?.path ?? '', work);
  const date = typeof scoredOn === 'string' ? readPath(output, scoredOn, work) : undefined;
  return {
    score,
    range: typeof minimum === 'number' && typeof maximum === 'number' ? { minimum, maximum } : null,
    keyFactors: mostFactors(
      (Array.isArray(factors) ? factors : []).flatMap((text) => (typeof text === 'string' ? [{ code: '', text }] : [])),
    ),
    scoredOn: typeof date === 'string' ? date : null,
    model: null,
  };
}
