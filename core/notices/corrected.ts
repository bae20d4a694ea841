import { productNamed, type OwnProducts } from '../cascade/own-products.ts';
import type { ConditionTrace } from '../cascade/conditions.ts';
import type { NoticeRequest } from '../cascade/notice-request.ts';
import type { Correction } from '../corrections.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { isQuantifier } from '../quantifiers.ts';
import type { ExecutionMode } from '../states.ts';
import { labelOf } from './decided/labels.ts';
import type { NoticeCorrection } from './document.ts';
import type { Agency } from './parties.ts';

/*
 * A letter says which values were corrected, in the reports that it names and among those that decided in the
 * application. Otherwise it would claim that an agency reported a corrected value, or that an applicant entered it.
 */

export interface DatedCorrection extends Pick<Correction, 'product_code' | 'field'> {
  /** ISO date. */
  readonly date: string;
}

export function correctionsToTell(
  request: NoticeRequest,
  corrections: readonly DatedCorrection[],
  {
    agencies,
    dictionary,
    products,
    mode,
  }: {
    readonly agencies: ReadonlyMap<string, Agency>;
    readonly dictionary?: Dictionary;
    readonly products?: OwnProducts;
    readonly mode: ExecutionMode;
  },
): readonly NoticeCorrection[] {
  const told = corrections.filter((correction) => isToTell(request, correction));
  const lines = told.flatMap(({ product_code: code, field, date }): NoticeCorrection[] => {
    const product = code === null ? undefined : productNamed(code, products);
    const { label, of } = labelOf({ field: withoutIndexes(field) }, product, dictionary);
    if (of === 'undeclared' && mode === 'live') return [];
    return [
      {
        product_code: code,
        report: product?.name ?? code,
        agency: code === null ? null : (agencies.get(code)?.name.trim() ?? null),
        label: of === 'undeclared' ? `\`${label}\`` : label,
        date,
      },
    ];
  });
  return lines.filter((line, index) => lines.findIndex((each) => isSameLine(each, line)) === index);
}

function isSameLine(one: NoticeCorrection, other: NoticeCorrection): boolean {
  return one.product_code === other.product_code && one.label === other.label && one.date === other.date;
}

function isToTell({ decided, product_codes }: NoticeRequest, { product_code, field }: DatedCorrection): boolean {
  if (product_code !== null) return product_codes.includes(product_code);
  // A person who denied has read the whole application.
  if (decided.choices.some(({ denials }) => denials.length > 0)) return true;
  const read = decided.choices.flatMap(({ conditions }) => conditions.flatMap(fieldsOfApplication));
  const reasons = decided.reasons.flatMap((reason) =>
    'source' in reason && reason.source.product_code === null ? [reason.source.field] : [],
  );
  return [...read, ...reasons].some((each) => touches(each, field));
}

function fieldsOfApplication({ read, field, value_from: from }: ConditionTrace): string[] {
  return [...(read === null ? [field] : []), ...(from?.read === null ? [from.field] : [])];
}

/** True if one path leads to the other or into it: `incomes.sum.amount` and `incomes.0.amount`. */
function touches(read: string, corrected: string): boolean {
  const [one, other] = [membersOf(read), membersOf(corrected)];
  return one.every((member, index) => other[index] === undefined || other[index] === member);
}

function membersOf(path: string): string[] {
  return withoutIndexes(path.replace(/^context\./, ''))
    .split('.')
    .filter((segment) => !isQuantifier(segment));
}

function withoutIndexes(path: string): string {
  return path
    .split('.')
    .filter((segment) => !/^\d+$/.test(segment))
    .join('.');
}
