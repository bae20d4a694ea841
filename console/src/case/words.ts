import { isJsonObject } from '../../../core/json.ts';
import { personName } from '../../../core/person-name.ts';
import { postalAddress } from '../../../core/postal-address.ts';
import type { ReviewKind } from '../../../core/states.ts';
import type { ReviewCase } from '../api/records.ts';

export type Consequence = NonNullable<ReviewCase['on_approved']>;
export type Letter = Consequence['letters'][number];
export type OpenReview = NonNullable<ReviewCase['review']>;
export type GoesTo = NonNullable<ReviewCase['notice']>['goes_to'];
type EventType = ReviewCase['history'][number]['event_type'];
export type Verdict = 'approved' | 'denied';

interface HistoryEvent {
  readonly event_type: EventType;
  readonly actor: { readonly id: number } | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** An event in words, with its details: assignee, queue, time. `nameOf` gives people's names by id. */
export function historyWords(
  { event_type: type, actor, metadata }: HistoryEvent,
  nameOf: (id: number) => string,
): string {
  const { assigned_to_user_id: holder, previously_assigned_to_user_id: before, forced, queue, until, kind } = metadata;
  if (type === 'assigned' && typeof holder === 'number' && holder !== actor?.id)
    return `Reassigned to ${nameOf(holder)}`;
  const released = typeof metadata.why === 'string' ? RELEASED[metadata.why] : undefined;
  if (type === 'unassigned' && released !== undefined && typeof before === 'number')
    return `${nameOf(before)} holds it no more: ${released}`;
  if (forced === true && typeof before === 'number')
    return type === 'assigned' ? `Taken over from ${nameOf(before)}` : `Taken from ${nameOf(before)}`;
  // Approving a letter and approving a person need different words.
  if (kind === 'notice' && (type === 'approved' || type === 'denied'))
    return reviewWords({ event_type: type, kind }) + givenWords(metadata);
  if (type === 'adverse_action_sent' && metadata.also_posted === true) return 'Letter posted too';
  if (type === 'moved') return typeof queue === 'string' ? `Moved to the queue ${queue}` : 'Taken out of its queue';
  if (type === 'snoozed')
    return typeof until === 'string' ? `Snoozed until ${until.slice(0, 16).replace('T', ' ')} UTC` : 'Brought back';
  return EVENTS[type];
}

const RELEASED: Readonly<Partial<Record<string, string>>> = {
  role_withdrawn: 'their role was withdrawn',
  token_revoked: 'their token was revoked',
  session_ended: 'their session was ended',
  queue_withdrawn: 'they work its queue no more',
};

/** Values that a letter lacked and a person entered: a name, an address, or text for a sentence. */
function givenWords({ variables }: HistoryEvent['metadata']): string {
  if (typeof variables !== 'object' || variables === null || Object.keys(variables).length === 0) return '';
  const given = Object.entries(variables).map(([path, value]) => `${path} = ${String(value).split('\n').join(', ')}`);
  return `; given for it: ${given.join('; ')}`;
}

/** An event in words for the mixed timeline, where only its kind says what the review is about. */
export function reviewWords({
  event_type: type,
  kind,
}: {
  readonly event_type: EventType;
  readonly kind: ReviewKind | null;
}) {
  return (kind === 'notice' ? OF_LETTERS[type] : undefined) ?? EVENTS[type];
}

const OF_LETTERS: Readonly<Partial<Record<EventType, string>>> = {
  flagged: 'A person is asked about a letter',
  approval_added: 'Letter approved; others have to approve it too',
  moved: 'Letter moved to another queue',
  snoozed: 'Letter snoozed, or brought back',
  assigned: 'Letter claimed',
  unassigned: 'Letter given back',
  approved: 'Letter approved',
  denied: 'Letter not to be sent',
  reminded: 'Reminder of a letter',
};

const EVENTS: Readonly<Record<EventType, string>> = {
  flagged: 'A person is asked',
  approval_added: 'Approved; others have to approve too',
  moved: 'Moved to another queue',
  snoozed: 'Snoozed, or brought back',
  assigned: 'Claimed',
  unassigned: 'Given back',
  approved: 'Approved',
  denied: 'Denied',
  note_added: 'Note',
  re_evaluated: 'Evaluated again',
  adverse_action_drafted: 'Letter drafted',
  adverse_action_sent: 'Letter sent',
  adverse_action_skipped: 'Letter discarded',
  adverse_action_replayed: 'Letter sent again',
  application_answered: 'Application answered',
  reminded: 'Reminder',
};

/** Labels of the two decision buttons, by the subject of the review. */
export function actName(
  { kind, needs }: Pick<OpenReview, 'kind' | 'needs'>,
  verdict: Verdict,
  to: Pick<GoesTo, 'delivery'> | null = null,
): string {
  if (kind === 'decision') return verdict === 'approved' ? 'Approve' : 'Deny';
  if (verdict === 'denied') return 'Discard the letter';
  if (needs !== null) return `Give the ${WHAT_IS_GIVEN[needs]}`;
  return to?.delivery === 'post' ? 'Approve the letter' : 'Send the letter';
}

/** The past tense of a decision. */
export function doneName(
  { kind, needs }: Pick<OpenReview, 'kind' | 'needs'>,
  verdict: Verdict,
  to: Pick<GoesTo, 'delivery'> | null = null,
): string {
  if (kind === 'decision') return verdict === 'approved' ? 'Approved' : 'Denied';
  if (verdict === 'denied') return 'Letter discarded';
  if (needs !== null) return `${labelOf(WHAT_IS_GIVEN[needs])} given`;
  return to?.delivery === 'post' ? 'Letter approved' : 'Letter sent';
}

const WHAT_IS_GIVEN: Readonly<Record<NonNullable<OpenReview['needs']>, string>> = {
  reasons: 'reasons',
  variables: 'values',
  name: 'name',
  address: 'address',
};

/** For a review with several approvals: the effect of one's own approval; null if it is the last one needed. */
export function approvalWords(approvals: OpenReview['approvals']): string | null {
  if (approvals === null || approvals.given + 1 >= approvals.required) return null;
  const { given, required } = approvals;
  const others = required - given - 1;
  const who = others === 1 ? 'another person has' : `${others} other people have`;
  return `Yours is approval ${given + 1} of ${required}: nothing happens before ${who} approved, too. Then:`;
}

/** The recipient of a drafted letter, in one sentence. */
export function goesToWords({ delivery, name, email, address_lines: lines, address_lacks: lacks }: GoesTo): string {
  const whom = [name ?? '', ...(delivery === 'post' ? lines : [email ?? ''])].filter(
    (part, index, all) => part !== '' && all.indexOf(part) === index,
  );
  if (delivery === 'email') return `It goes by e-mail to ${whom.join(', ')}.`;
  const postal = lacks.length === 0 ? '' : ` The address cannot be posted to: it lacks ${listed(lacks)}.`;
  return `It goes by post to ${whom.join(', ') || 'nobody who is named'}: somebody prints and posts it.${postal}`;
}

/** Members of the name and address that the letter omits; null if none. */
export function unreadWords({ not_read: paths }: GoesTo): string | null {
  return paths.length === 0 ? null : `Not on the letter, although it was sent: ${paths.join(', ')}.`;
}

/** The obstacle that prevents the letter from arriving; null if there is none. */
export function strayWords({ kept_as_file: isKept, suppressed: isSuppressed }: GoesTo): string | null {
  if (isSuppressed)
    return 'An earlier e-mail to this address came back: this one would not be sent, and its step fails.';
  return isKept ? 'Without production access the e-mail is kept as a file, and reaches nobody.' : null;
}

/** The names of nodes, in the given order. */
function namesOf(ids: readonly string[], { reachable_nodes: nodes }: Consequence): string[] {
  const names = new Map(nodes.map(({ id, name }) => [id, name ?? id]));
  return ids.map((id) => names.get(id) ?? id);
}

/** The consequences of a decision, one sentence each. Letters are listed elsewhere, because they need more words. */
export function whatHappens(ahead: Consequence): string[] {
  const { next_nodes: next, runs, stops_at: stops, sends_draft: sendsDraft } = ahead;
  const sentences: string[] = [];
  if (sendsDraft) sentences.push('The drafted letter is sent.');
  if (runs === null) return [...sentences, next.length === 0 ? ENDS : `Next: ${listed(namesOf(next, ahead))}.`];
  const through = runs.filter((id) => stops?.includes(id) !== true);
  if (through.length > 0) sentences.push(`Next: ${namesOf(through, ahead).join(', then ')}.`);
  // The review's own node can stop again: a completed letter is proofread, and an approved one is posted.
  if (stops !== null && stops.length > 0) sentences.push(`Stops again at: ${listed(namesOf(stops, ahead))}.`);
  else if (next.length === 0) sentences.push(ENDS);
  return sentences;
}

const ENDS = 'The execution ends here.';

const ACTIONS: Readonly<Record<string, string>> = {
  denied: 'a denial',
  conditional: 'other terms',
  counteroffer: 'a counteroffer',
  adverse_employment: 'an adverse action on employment',
};

/**
 * Missing values of a coming letter that cannot be entered here: its step would fail. Empty if it can be made or is not
 * issued.
 */
function lacksForGood({ would_be_issued: isIssued, missing, needs }: Letter): readonly string[] {
  return isIssued === true && (needs === null || needs === 'post') ? (missing ?? []) : [];
}

/** Why an action would end with a letter that cannot be made; null if it can be made. */
export function whyNotYet(ahead: Consequence | null): string | null {
  const lacks = [...new Set((ahead?.letters ?? []).flatMap(lacksForGood))];
  return lacks.length === 0 ? null : `Its letter cannot be made. It lacks: ${lacks.join('; ')}.`;
}

/** Describes the fate of a coming letter. */
export function letterWords(letter: Letter) {
  const { action_taken: action, send_strategy: strategy, would_be_issued: isIssued, recipient, needs } = letter;
  const what = `A letter about ${ACTIONS[action] ?? action.replaceAll('_', ' ')}`;
  if (isIssued === null) return `${what} may be issued; the execution has not come so far that it can be told.`;
  if (!isIssued) return `${what} can be reached, and would not be issued on these reports.`;
  if (needs === 'reasons') return `${what} waits until a person gives its reasons.`;
  if (needs === 'variables') return `${what} waits until a person gives the values that it lacks.`;
  if (needs === 'name' || needs === 'address')
    return `${what} waits until a person gives the ${needs} of its addressee.`;
  if (lacksForGood(letter).length > 0) return `${what} cannot be made: its step fails.`;
  if (needs === 'post') return `${what} is drafted, and goes by post.`;
  const to = recipient === null ? '' : ` to ${recipient}`;
  return strategy === 'auto_send'
    ? `${what} is sent${to} at once.`
    : `${what}${to} is drafted, and a person sends or discards it.`;
}

function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A member's name as a label: `date_of_birth` is `Date of birth`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).replaceAll(/\b(ssn|dob|id|pdf|llc)\b/gi, (word) =>
    word.toUpperCase(),
  );
}

/** A value as plain text, in full, without markup. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumFractionDigits: 20 });
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** True for a masked text: `***`, `***-**-1002`, `1991-**-**`, `****4321`. */
export function isMasked(text: string): boolean {
  return /^(\*{3}|\*{4}|\*{3}-\*\*-\d{4}|\d{4}-\*\*-\*\*|\*{4}[A-Za-z0-9]{4})$/.test(text);
}

export interface Fact {
  readonly path: string;
  readonly label: string;
  readonly value: string;
}

const MOST_LEVELS = 4;
/** Members shown first; the others keep the order in which they were sent. */
const FIRST = ['first_name', 'middle_name', 'last_name', 'name', 'date_of_birth', 'ssn', 'email', 'phone', 'address'];

/** An address as on a letter; null if that would leave something out. */
function addressText(value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  const { lines, notRead } = postalAddress({ address: value });
  return notRead.length === 0 && lines.length > 0 ? lines.join(', ') : null;
}

/** The sent members, flattened. List elements are numbered, and an address is one value. */
export function factsOf(value: unknown, path = '', level = 0): Fact[] {
  const address = path.split('.').at(-1) === 'address' ? addressText(value) : null;
  if (address !== null) return [{ path, label: path.split('.').map(labelOf).join(' – '), value: address }];
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) {
    return [{ path, label: path.split('.').map(labelOf).join(' – '), value: valueText(value) }];
  }
  const rank = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const members = Object.entries(value).toSorted(([one], [other]) => rank(one) - rank(other));
  return members.flatMap(([key, item]) => factsOf(item, path === '' ? key : `${path}.${key}`, level + 1));
}

/** Null without a name. Payloads are free-form. */
export function applicantName(applicant: unknown): string | null {
  return isJsonObject(applicant) ? personName(applicant) : null;
}

const DECIDED = {
  none: '',
  in_review: 'A person is asked.',
  approved: 'It was approved.',
  denied: 'It was denied.',
} as const;

type Past = Pick<HistoryEvent, 'event_type' | 'metadata'>;
const LETTER_ACTS = ['approved', 'posted', 'discarded'] as const;
type LetterAct = (typeof LETTER_ACTS)[number];

function letterAct({ event_type: type, metadata: { kind, delivery } }: Past): LetterAct | null {
  if (kind !== 'notice' || (type !== 'approved' && type !== 'denied')) return null;
  return type === 'denied' ? 'discarded' : delivery === 'post' ? 'posted' : 'approved';
}

/** The last action on each letter. A letter may be approved twice: its reasons, then its draft. */
function lettersIn(history: readonly Past[]): readonly (LetterAct | null)[] {
  const letters: { node: unknown; act: LetterAct | null; isOver: boolean }[] = [];
  for (const event of history) {
    const { event_type: type, metadata } = event;
    const act = letterAct(event);
    const isEnd = (type === 'adverse_action_sent' || type === 'adverse_action_skipped') && 'stage' in metadata;
    if (act === null && !isEnd) continue;
    const node = metadata.node_id;
    const known = letters.find((letter) => letter.node === node && !letter.isOver);
    const letter = known ?? { node, act: null, isOver: false };
    if (known === undefined) letters.push(letter);
    if (act !== null) letter.act = act;
    letter.isOver = isEnd;
  }
  return letters.map(({ act }) => act);
}

function lettersWords(history: readonly Past[]): string {
  const letters = lettersIn(history);
  const acts = LETTER_ACTS.flatMap((act) => {
    const count = letters.filter((one) => one === act).length;
    const which = letters.length === 1 ? 'the letter' : count === 1 ? 'one letter' : `${count} letters`;
    return count === 0 ? [] : [`${act} ${which}`];
  });
  const said = acts.length === 0 ? '' : `A person ${acts.join(' and ')}.`;
  const wasElsewhere = history.some(({ metadata }) => metadata.sent_elsewhere === true);
  return wasElsewhere ? `${said} A letter was sent outside of this service.`.trim() : said;
}

/** Who decided a case that has no open review. `history`: the oldest event first. */
export function decidedWords(decided: keyof typeof DECIDED, history: readonly Past[]): string {
  const said = [DECIDED[decided], lettersWords(history)].filter((words) => words !== '').join(' ');
  if (said !== '') return said;
  const wasAsked = history.some(({ event_type: type }) => type === 'flagged' || type === 'adverse_action_drafted');
  return wasAsked ? 'A person was asked, and nobody decided.' : 'Nobody was asked.';
}
