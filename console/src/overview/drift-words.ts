import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { percent } from './figures.ts';

export type Drift = Schemas['DriftStatistics']['drifts'][number];

/** Describes a drift of decisions in one sentence. `nameOf` maps a product's code to its name. */
export function driftWords(drift: Drift, nameOf: (code: string) => string): string {
  const { kind, key, text, is_empty: isEmpty } = drift;
  switch (kind) {
    case 'approvals':
      return `Approved: ${shares(drift)}.`;
    case 'rule':
      return `Decided by “${text ?? key ?? ''}”: ${shares(drift)}.`;
    case 'vendor':
      return `Pulls that failed of ${nameOf(key ?? '')}: ${shares(drift)}.`;
    case 'field':
      return `The values of ${fieldName(key ?? '', nameOf)} differ from before.`;
    case 'constant_field':
      return isEmpty === true
        ? `${fieldName(key ?? '', nameOf)} is empty in every application of late; before it had many values.`
        : `${fieldName(key ?? '', nameOf)} is the same in every application of late; before it had many values.`;
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

/** `Credit report: score` for `credit_report/score`; a payload field stays as it is. */
function fieldName(key: string, nameOf: (code: string) => string): string {
  const at = key.indexOf('/');
  return at === -1 ? key : `${nameOf(key.slice(0, at))}: ${key.slice(at + 1)}`;
}
