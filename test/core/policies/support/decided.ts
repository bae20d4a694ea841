import type { JsonObject } from '../../../../core/json.ts';
import { compilePolicy } from '../../../../core/policies/compile.ts';
import { applicantOf, run } from '../../../generator/policies/harness.ts';

/** What each of the people gets (facts of the harness, or of single reports), or why there is no cascade. */
export function decisions(
  prompt: string,
  people: readonly (string | JsonObject)[],
  useCase = 'tenant_screening',
): readonly string[] | string {
  const compiled = compilePolicy(prompt, { useCase, asOf: '2026-01-05' });
  if (!compiled.ok) return compiled.details.map(({ message }) => message).join('\n');
  return people.map((facts) => run(compiled.definition, personOf(facts), 'approved').decision.replace(/:.*/, ''));
}

/** The same, or only that it was refused: what was misread once may be refused, and may not be read as something else. */
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
