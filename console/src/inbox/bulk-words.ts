import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { ApiRequest } from '../api/http.ts';
import type { Review } from '../api/records.ts';

/* Actions on several reviews at once, and why some of them were skipped. */

export type BulkResult = Schemas['BulkReviewResult'];
type Skip = BulkResult['skipped'][number];
export type BulkAct = 'approve' | 'deny' | 'assign_to_me';

interface BulkChoice {
  readonly act: BulkAct;
  readonly note: string;
  readonly reasons: readonly string[];
}

/** The most reviews in one request. */
const MOST_OF_REQUEST = 25;

/** One request per kind of review: an approval of people must never send a letter. */
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

/**
 * The values that a bulk approval would leave missing in a letter, which the case page asks for; null if nothing is
 * missing. A second approver shares the values that the first one entered.
 */
function lackOf({ kind, needs, delivery, approvals }: Review, act: BulkAct): string | null {
  if (act !== 'approve' || kind !== 'notice') return null;
  const { given, required } = approvals ?? { given: 0, required: 1 };
  if (needs !== null && given === 0) return needs === 'reasons' ? 'reasons' : 'values';
  return delivery === 'post' && given + 1 >= required ? 'the post' : null;
}

/** The effect of the action, with numbers; null if it would do nothing. */
export function bulkWords(reviews: readonly Review[], act: BulkAct): string | null {
  const meant = reviews.filter((review) => lackOf(review, act) === null);
  const letters = meant.filter(({ kind }) => kind === 'notice').length;
  const people = meant.length - letters;
  if (meant.length === 0) return null;
  if (act === 'assign_to_me') return `Claim ${countOf(meant.length, 'case')}`;
  const ofLetters = countOf(letters, 'letter');
  // A letter that goes by post is approved but not sent.
  const parts = [
    ...(people > 0 ? [`${act} ${countOf(people, 'applicant')}`] : []),
    ...(letters > 0 ? [act === 'deny' ? `discard ${ofLetters}` : people > 0 ? ofLetters : `approve ${ofLetters}`] : []),
  ];
  const text = parts.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The effects on the letters among the reviews, in sentences. */
export function letterNotes(reviews: readonly Review[], act: BulkAct): string[] {
  const letters = act === 'approve' ? reviews.filter(({ kind }) => kind === 'notice') : [];
  const lacks = letters.flatMap((review) => lackOf(review, act) ?? []);
  const isOne = lacks.length === 1;
  return [
    ...(letters.length > lacks.length ? [SENT] : []),
    ...(lacks.length > 0
      ? [
          `${countOf(lacks.length, 'letter')} ${isOne ? 'is' : 'are'} left out, because ${isOne ? 'it waits' : 'they wait'} ` +
            `for ${[...new Set(lacks)].join(' or ')}. Open ${isOne ? 'it' : 'each of them'} for that.`,
        ]
      : []),
  ];
}

const SENT = 'An approved letter is sent at once, unless others have to approve it too, or somebody posts it.';

const countOf = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

const SKIPS: Readonly<Record<Skip['reason'], string>> = {
  not_awaiting_review: 'It waits for nobody any more: it has ended, or was never in review.',
  review_not_pending: 'Somebody has decided it meanwhile, or it asks something else now.',
  assigned_elsewhere: 'A colleague holds it.',
  live_mode_forbidden: 'It is a live case, and the account has no production access.',
  already_assigned: 'You hold it already.',
  address_not_confirmed: 'You have no confirmed e-mail address, so your approval would count for nobody.',
  already_approved: 'You have approved it already; somebody else has to approve it too.',
  not_found: 'There is no such case.',
};

/** Why a review was skipped: what it lacks, or else the service's reason, or else our words. */
export function skipWords({ reason, message }: Skip, review: Review | undefined, act: BulkAct): string {
  const lack = review === undefined ? null : lackOf(review, act);
  // If the letter lacks something, that is the cause: nobody decided the review meanwhile.
  if (reason === 'review_not_pending' && lack !== null) return `The letter waits for ${lack}. Open it for that.`;
  if (message === undefined) return SKIPS[reason];
  const said = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return reason === 'review_not_pending' ? said : `${SKIPS[reason]} ${said}`;
}
