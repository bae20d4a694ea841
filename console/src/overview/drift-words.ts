import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { percent } from './figures.ts';

export type Drift = Schemas['DriftStatistics']['drifts'][number];

/** The name of a product by its code, and of a field by its key (`credit_report/score`). */
export interface DriftNames {
  readonly product: (code: string) => string;
}

/** What differs, in one sentence. */
export function driftWords(drift: Drift, names: DriftNames): string {
  const { kind, key, text, is_empty: isEmpty } = drift;
  switch (kind) {
    case 'approvals':
      return `Approved: ${shares(drift)}.`;
    case 'rule':
      return `Decided by “${text ?? key ?? ''}”: ${shares(drift)}.`;
    case 'vendor':
      return `Pulls that failed of ${names.product(key ?? '')}: ${shares(drift)}.`;
    case 'field':
      return `The values of ${fieldName(key ?? '', names)} differ from before.`;
    case 'constant_field':
      return isEmpty === true
        ? `${fieldName(key ?? '', names)} is empty in every application of late; before it had many values.`
        : `${fieldName(key ?? '', names)} is the same in every application of late; before it had many values.`;
  }
}

function shares(drift: Drift): string {
  const { share_before: before = null, share_now: now = null } = drift;
  return `${percent(now)}${within(drift)}, before ${percent(before)}`;
}

function within({ days, decisions }: Drift): string {
  if (days === undefined || decisions === undefined) return '';
  return ` of ${decisions} in ${days === 1 ? '24 hours' : `${days} days`}`;
}

/** Fields stand as their authors wrote them: the report, then the path. */
function fieldName(key: string, { product }: DriftNames): string {
  const at = key.indexOf('/');
  return at === -1 ? key : `${product(key.slice(0, at))}: ${key.slice(at + 1)}`;
}
