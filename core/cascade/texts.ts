import { interpolate, renderValue, MAX_DISTINCT_PATHS, MAX_INTERPOLATED_BYTES, type Escape } from '../interpolate.ts';
import type { Json, JsonSchema } from '../json.ts';
import { unitsOfText } from '../work.ts';
import type { Turn, VisitContext } from './contract.ts';
import { lookUp } from './scope.ts';

const ON_UNRESOLVED = ['empty', 'fail'] as const;

/** A node whose texts are interpolated. */
export interface WithTexts {
  readonly on_unresolved?: (typeof ON_UNRESOLVED)[number];
}

export const ON_UNRESOLVED_SCHEMA: JsonSchema = {
  type: 'string',
  enum: ON_UNRESOLVED,
  default: 'empty',
  description: 'Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step.',
};

interface Template {
  readonly template: string;
  readonly escape?: Escape;
  /**
   * By default, `words`: numbers of the applicant are masked in whatever form they come. A sink that needs unmasked
   * values says so. `address`: unmasked, unless the name of a variable denotes a number of the applicant. `url`:
   * unmasked, and refused if a value is or contains such a number.
   */
  readonly takes?: 'words' | 'address' | 'url';
}

/** `failure` replaces the node's turn. */
export type Texts<K extends string> =
  | {
      readonly texts: Readonly<Record<K, string>>;
      readonly unresolved: readonly string[];
      /** Texts that would have contained a number of the applicant. They are empty. */
      readonly refused: ReadonlySet<K>;
      readonly failure?: undefined;
    }
  | { readonly failure: Turn & { readonly do: 'fail' } };

/** Interpolates all texts of a node, or none. Source: semantics 5.2 and 8.3. */
export function interpolateTexts<K extends string>(
  node: WithTexts,
  visit: VisitContext,
  templates: Readonly<Record<K, Template>>,
): Texts<K> {
  const texts: Partial<Record<K, string>> = {};
  const unresolved = new Set<string>();
  const refused = new Set<K>();
  for (const name of Object.keys(templates) as K[]) {
    const { template, escape, takes = 'words' } = templates[name];
    const valueOf = (path: string): Json | undefined => {
      const value = lookUp(visit, path);
      // Text that is not escaped is masked once more as a whole, below.
      if (takes === 'words')
        return escape === undefined ? maskedMember(visit, path, value) : filledValue(visit, path, value);
      if (isRefused(visit, path, { value, takes })) refused.add(name);
      return value;
    };
    const interpolated = interpolate(template, valueOf, visit.work, escape);
    if (interpolated.isTooLarge) {
      const excess = interpolated.hasTooManyPaths
        ? `has more than ${MAX_DISTINCT_PATHS} different {{paths}}`
        : `exceeds ${MAX_INTERPOLATED_BYTES / 1024} KiB once it is interpolated`;
      return { failure: { do: 'fail', code: 'output_too_large', message: `The text \`${name}\` ${excess}.` } };
    }
    const { text } = interpolated;
    // Values that are harmless alone may together form a number.
    texts[name] = refused.has(name) ? '' : takes === 'words' ? maskedText(visit, text) : text;
    for (const path of interpolated.unresolved) unresolved.add(path);
  }
  if (node.on_unresolved === 'fail' && unresolved.size > 0) {
    const named = [...unresolved].slice(0, 5).map((path) => `{{${path.slice(0, 80)}}}`);
    const message = `${named.join(', ')}${unresolved.size > 5 ? ' and others have' : unresolved.size > 1 ? ' have' : ' has'} no value.`;
    return { failure: { do: 'fail', code: 'variable_unresolved', message } };
  }
  return { texts: texts as Record<K, string>, unresolved: [...unresolved], refused };
}

/** The value of a variable as texts show it. */
export function filledValue(visit: VisitContext, path: string, value: Json | undefined): Json | undefined {
  const masked = maskedMember(visit, path, value);
  if (typeof masked !== 'object' || masked === null) return masked;
  const text = renderValue(masked);
  // Parts of a number in one list form a number once they are joined. A value that is too large for a text is in none.
  return text.length > MAX_INTERPOLATED_BYTES ? text : visit.masks.filled(text);
}

function maskedMember(visit: VisitContext, path: string, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  spendOnMasks(visit, value);
  return visit.masks.member(path, value);
}

function maskedText(visit: VisitContext, text: string): string {
  spendOnMasks(visit, text);
  return visit.masks.filled(text);
}

function isRefused(
  visit: VisitContext,
  path: string,
  { value, takes }: { readonly value: Json | undefined; readonly takes: 'address' | 'url' },
): boolean {
  if (visit.masks.names(path)) return true;
  // An applicant's own mail address may contain any digits.
  if (value === undefined || (takes === 'address' && typeof value === 'string' && value.includes('@'))) return false;
  return filledValue(visit, path, value) !== (typeof value === 'object' && value !== null ? renderValue(value) : value);
}

/** Masks look up the declaration of each member and scan each text with a digit: up to 10 µs each, as measured. */
const UNITS_OF_LOOK = 10;
/** Folding a text takes longer than copying it. */
const TIMES_OF_COPY = 4;
const MAY_HOLD_NUMBER = /[0-9]|[^\0-\x7f]/;

function spendOnMasks({ work }: VisitContext, value: Json): void {
  work.spend(UNITS_OF_LOOK * looksOf(value));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (MAY_HOLD_NUMBER.test(text)) work.spend(TIMES_OF_COPY * unitsOfText(text.length));
}

function looksOf(value: Json): number {
  if (typeof value === 'string') return MAY_HOLD_NUMBER.test(value) ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  let looks = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const item of Object.values(value)) looks += looksOf(item);
  return looks;
}
