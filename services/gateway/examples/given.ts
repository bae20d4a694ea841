import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { Example } from '../../../core/examples/example.ts';
import { didYouMean } from '../../../core/nearest.ts';
import { today } from '../calculations/given-reports.ts';
import type { Calculate } from '../calculations/index.ts';
import { unknownProducts } from '../workflows/simulate.ts';
import type { WorkflowWithDefinition } from '../workflows/records.ts';

/*
 * Applicants of a request: defaults for members that are left out, and checks that the cascade can be tried with them.
 */

type Given = Omit<Example, 'expected'>;

/** Adds the members that are left out. Without `as_of` the applicant applies on the day of each trial. */
export function withDefaults<Of extends Partial<Example> & { readonly name: string }>(given: Of) {
  const { payload = {}, reports = {}, decisions = {}, as_of: asOf = today() } = given;
  return { ...given, payload, reports, decisions, as_of: asOf };
}

/** Throws `validation_failed` for reports in a list of examples that do not satisfy the schemas of their products. */
export async function requireReports(calculate: Calculate, examples: readonly object[]): Promise<void> {
  if (examples.length === 0) return;
  const details = await calculate('examplesFaults', JSON.stringify(examples));
  if (details.length > 0) throw new AppError('validation_failed', { details });
}

/** Throws `validation_failed` for reports on unknown products, and for decisions at unknown nodes. */
export function requireKnown(
  { definition }: Pick<WorkflowWithDefinition, 'definition'>,
  examples: readonly Given[],
  list?: string,
): void {
  const ids = definition.map(({ id }) => id);
  const details = examples.flatMap(({ reports, decisions }, index): ErrorDetail[] => {
    const faults = [
      ...unknownProducts(definition, reports),
      ...Object.keys(decisions)
        .filter((id) => !ids.includes(id))
        .map((id) => ({ field: `decisions.${id}`, message: `is no node of the cascade${didYouMean(id, ids)}` })),
    ];
    return list === undefined ? faults : faults.map((each) => ({ ...each, field: `${list}[${index}].${each.field}` }));
  });
  if (details.length > 0) throw new AppError('validation_failed', { details });
}
