import type { JsonObject } from '../../../../core/json.ts';
import { compilePolicy } from '../../../../core/policies/compile.ts';
import { applicantOf, run } from '../../../generator/policies/harness.ts';

/**
 * The outcome of each of the people (facts of the harness, or of single reports), or the reason why there is no
 * cascade.
 */
export function decisions(
  prompt: string,
  people: readonly (string | JsonObject)[],
  useCase = 'tenant_screening',
): readonly string[] | string {
  const compiled = compilePolicy(prompt, { useCase, asOf: '2026-01-05' });
  if (!compiled.ok) return compiled.details.map(({ message }) => message).join('\n');
  return people.map((facts) => run(compiled.definition, personOf(facts), 'approved').decision.replace(/:.*/, ''));
}

/**
 * The decisions, or only that the policy was refused. A policy that was once misread may be refused, but not be misread
 * again.
 */
export function decisionsOrRefused(...of: Parameters<typeof decisions>): readonly string[] | 'refused' {
  const decided = decisions(...of);
  return typeof decided === 'string' ? 'refused' : decided;
}

function personOf(facts: string | JsonObject) {
  if (typeof facts === 'string') return applicantOf(facts);
  const clean = applicantOf('');
  const reports = Object.entries(facts).map(([code, more]) => [
    code,
    { ...clean.reports[code], searched_on: '2026-01-05', reported_on: '2026-01-05', ...(more as JsonObject) },
  ]);
  return { ...clean, reports: { ...clean.reports, ...(Object.fromEntries(reports) as Record<string, JsonObject>) } };
}
