import { productByCode } from '../../products/index.ts';
import { catalogueReason, codeHolds } from './codes.ts';
import type { ChoiceVisit } from './contributions.ts';
import { includedIn, type Reports } from './reasons.ts';
import type { DecidedReason } from './types.ts';

/**
 * A person's reasons as lines: texts unchanged; codes in the catalogue's words, if these are true for the data the
 * person saw.
 */
export function personsReasons(
  reasons: readonly string[],
  seen: Pick<ChoiceVisit, 'traces' | 'reportsHeld'>,
  { reports }: { readonly reports: Reports },
): DecidedReason[] {
  return reasons.flatMap((given): DecidedReason[] => {
    const known = catalogueReason(given);
    if (known === undefined) return given.trim() === '' ? [] : [{ kind: 'reviewer', code: null, text: given.trim() }];
    return codeHolds(given, seen, reports)
      ? [{ kind: 'reviewer', code: given, text: known.text, ...includedBy(given, seen, reports) }]
      : [];
  });
}

/** Further words that the code covers, for the report that the person could see. */
function includedBy(code: string, { reportsHeld: held }: Pick<ChoiceVisit, 'reportsHeld'>, reports: Reports) {
  const [productCode = '', ...path] = code.split('.');
  const product = productByCode(productCode);
  const report = held.map(reports).findLast((each) => each?.productCode === productCode);
  return product === undefined || report === undefined ? {} : includedIn(report, product, path.join('.'));
}
