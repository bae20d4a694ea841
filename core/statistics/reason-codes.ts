import type { DecidedReason } from '../cascade/decided.ts';

/**
 * The code of a reason of a letter in statistics, as `REASON_CODE` of `platform/database/decision-facts.ts` has it in
 * SQL.
 */
export function reasonCode(reason: DecidedReason): string {
  switch (reason.kind) {
    case 'factor':
      return joined(reason.source.product_code, reason.code ?? 'factor');
    case 'statement':
      return reason.of === 'undeclared' ? reason.kind : joined(reason.source.product_code, reason.source.field);
    default:
      return reason.code ?? reason.kind;
  }
}

const joined = (product: string | null | undefined, code: string): string =>
  product == null ? code : `${product}/${code}`;
