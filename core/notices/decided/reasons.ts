import type { VisitRef } from '../../cascade/conditions.ts';
import { isJsonObject } from '../../json.ts';
import { readPath } from '../../path.ts';
import { factorsOf, fieldLabel, fieldSchema, missingReasonOf, productByCode, reasonOf } from '../../products/index.ts';
import type { DecidingCondition, ReadableReport } from './predicates.ts';
import type { Rules } from './rules.ts';
import { statedValue, statementText } from './statement.ts';
import type { DecidedReason, ReasonSource } from './types.ts';

/** A report by the visit that pulled it. */
export interface ReportRead extends ReadableReport {
  readonly productCode: string;
}
export type Reports = (read: VisitRef | null) => ReportRead | undefined;

/** What one condition gives: its reason, and the further factors of a score. */
export interface ConditionReasons {
  readonly first: DecidedReason | undefined;
  readonly further: readonly DecidedReason[];
  /** A score came without its factors. None is invented, and the score itself is no reason. */
  readonly lacksFactors: boolean;
}

/** Source: semantics 10; 12 CFR 1002.9(b)(2) with comments 4 and 9. */
export function reasonsOf(decided: DecidingCondition, reports: Reports, rules: Rules): ConditionReasons {
  const { trace } = decided;
  const report = reports(trace.read);
  const product = report === undefined ? undefined : productByCode(report.productCode);
  const statement = neutral(decided, report);
  const alone = (first: DecidedReason): ConditionReasons => ({ first, further: [], lacksFactors: false });
  if (report === undefined || product === undefined) return alone(statement);

  const factors = trace.missing ? undefined : factorsOf(product, trace.field);
  if (factors !== undefined) {
    if (!rules.predicateHolds(factors.when, report, decided)) return alone(statement);
    const [first, ...further] = factorsIn(report, factors.path, statement.source);
    return { first, further, lacksFactors: first === undefined };
  }
  const reason = trace.missing ? missingReasonOf(product, trace.field) : reasonOf(product, trace.field);
  if (reason === undefined || !rules.predicateHolds(reason.when, report, decided)) return alone(statement);
  return alone({ kind: 'field', code: reason.code, text: reason.text, source: statement.source });
}

type Statement = Extract<DecidedReason, { kind: 'statement' }>;

/** Key factors as {code, text} or as texts, most important first. */
function factorsIn({ output, work }: ReportRead, path: string, source: ReasonSource): DecidedReason[] {
  const delivered = readPath(output, path, work);
  return (Array.isArray(delivered) ? delivered : []).flatMap((factor): DecidedReason[] => {
    const text = isJsonObject(factor) ? factor.text : factor;
    if (typeof text !== 'string' || text.trim() === '') return [];
    const code = isJsonObject(factor) && typeof factor.code === 'string' ? factor.code : null;
    return [{ kind: 'factor', code, text: text.trim(), source }];
  });
}

function neutral({ trace, is }: DecidingCondition, report: ReportRead | undefined): Statement {
  const { field, operator, value, actual, read } = trace;
  const product = report === undefined ? undefined : productByCode(report.productCode);
  const unit = product === undefined ? undefined : fieldSchema(product, field)?.['x-unit'];
  const parts = {
    label: fieldLabel(report === undefined ? field.replace(/^(?:context\.)?(?:applicant\.)?/, '') : field),
    unit: typeof unit === 'string' ? unit : null,
    ...statedValue(actual, operator),
    comparison: { is, operator, value },
  };
  return {
    kind: 'statement',
    text: statementText(parts),
    source: { product_code: report?.productCode ?? null, read: report === undefined ? null : read, field },
    ...parts,
  };
}
