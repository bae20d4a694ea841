import type { Findings } from '../../../core/cascade/contract.ts';
import { withoutNullKeys } from '../../../core/cascade/absent.ts';
import { lintDefinition, type LintWarning } from '../../../core/cascade/lint.ts';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';

/** A body whose `definition` has no optional keys that are null. Bodies are of a depth that can be walked. */
export function prepareDefinition(body: JsonObject): JsonObject {
  const { definition, ...others } = body;
  return definition === undefined || definition === null
    ? others
    : { ...others, definition: withoutNullKeys(definition) };
}

/** The errors of the `definition` of a body: the first 100, and how many there are; none if it can be saved. */
export function checkDefinition(definition: unknown): Findings {
  return validateDefinition(definition);
}

/** Warnings about a definition that may be saved, as the API shows them. Source: semantics 2. */
export function warningsOf(definition: CascadeDefinition, useCase: string | null): LintWarning[] {
  return lintDefinition(definition, noticeRules(useCase));
}

/** Codes of the products that a cascade pulls. */
export function productCodesOf(definition: CascadeDefinition): ReadonlySet<string> {
  return new Set(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' && source.productCode !== undefined ? [source.productCode] : [];
    }),
  );
}
