import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { ApiRequest } from '../api/http.ts';
import type { Review } from '../api/records.ts';

/*
 * Acts on many reviews at once, and why some of them were left out.
 */

export type BulkResult = Schemas['BulkReviewResult'];
type Skip = BulkResult['skipped'][number];
export type BulkAct = 'approve' | 'deny' | 'assign_to_me';

interface BulkChoice {
  readonly act: BulkAct;
  readonly note: string;
  readonly reasons: readonly string[];
}

/** As many as one request takes. */
const MOST_OF_REQUEST = 25;

/** Requests for one kind of review each, because what approves a person must never send a letter. */
export function bulkRequests(reviews: readonly Review[], { act, note, reasons }: BulkChoice): ApiRequest[] {
  const kinds = [...Map.groupBy(reviews, ({ kind }) => kind)];
  const parts = kinds.flatMap(([kind, of]) => inParts(of).map((part) => [kind, part] as const));
  return parts.map(([kind, of]) => ({
    method: 'POST',
    path: '/executions/review_bulk_actions',
    body: {
      execution_ids: of.map(({ execution_id: id }) => id),
      bulk_action: act,
      kind,
      ...(note.trim() === '' || act === 'assign_to_me' ? {} : { note: note.trim() }),
      ...(act === 'deny' && kind === 'decision' && reasons.length > 0 ? { reasons } : {}),
    },
  }));
}

function inParts<One>(all: readonly One[]): One[][] {
  const starts = Array.from(
    { length: Math.ceil(all.length / MOST_OF_REQUEST) },
    (_none, part) => part * MOST_OF_REQUEST,
  );
  return starts.map((start) => all.slice(start, start + MOST_OF_REQUEST));
}

/** What a press would do, in words that name how many. */
export function bulkWords(reviews: readonly Review[], act: BulkAct): string {
  const letters = reviews.filter(({ kind }) => kind === 'notice').length;
  const people = reviews.length - letters;
  const of = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
  if (act === 'assign_to_me') return `Claim ${of(reviews.length, 'case')}`;
  const parts = [
    ...(people > 0 ? [`${act === 'approve' ? 'approve' : 'deny'} ${of(people, 'applicant')}`] : []),
    ...(letters > 0 ? [`${act === 'approve' ? 'send' : 'discard'} ${of(letters, 'letter')}`] : []),
  ];
  const text = parts.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SKIPS: Readonly<Record<Skip['reason'], string>> = {
  not_awaiting_review: 'It waits for nobody any more: it has ended, or was never in review.',
  review_not_pending: 'Somebody has decided it meanwhile, or it asks something else now.',
  assigned_elsewhere: 'A colleague holds it.',
  live_mode_forbidden: 'It is a live case, and the account has no production access.',
  already_assigned: 'You hold it already.',
  already_approved: 'You have approved it already; somebody else has to approve it too.',
  not_found: 'There is no such case.',
};

/** Why nothing was done: ours, and what the service says beyond it. */
export function skipWords({ reason, message }: Skip): string {
  const words = SKIPS[reason];
  return message === undefined ? words : `${words} ${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
