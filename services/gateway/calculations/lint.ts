import { lintDefinition, type LintWarning } from '../../../core/cascade/lint.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { warnOfMissingStatements } from '../../../core/notices/missing-statement.ts';
import { warnOfUnconditionalNotices } from '../../../core/notices/unconditional.ts';

/** Warnings about a definition that may be saved, as the API shows them. Source: semantics 2. */
export function lint(definition: CascadeDefinition, useCase: string | null): LintWarning[] {
  return lintDefinition(definition, [warnOfUnconditionalNotices, warnOfMissingStatements(useCase)]);
}
