import type { ConditionGroup } from '../cascade/definition.ts';
import type { OnMissing } from '../cascade/on-missing.ts';
import { isSameConditions, mergedConditions, mergedLogic } from './conditions.ts';
import { isSame } from './draft.ts';
import { plainWay } from './leads.ts';
import type {
  EndInput,
  EveryoneElse,
  RestInput,
  ReviewInput,
  Row,
  RowEnd,
  RowFault,
  RowGroup,
  RowInput,
  RowReview,
  RowsInput,
  RowThen,
  RowWay,
  ThenInput,
} from './row.ts';
import type { ReadWhen } from './sentence.ts';
import { MOST_ROWS, type TableNode, type TableRow } from '../readback/table.ts';
import { isOutdatedName, type Said, type Texts } from './texts.ts';

/* Completes the sent rows: omitted members are taken from the current row. */

/** A current row, with its node. */
export interface OldRow {
  readonly row: Row;
  readonly at: TableRow;
  readonly node: TableNode;
}

export interface WantedRow {
  readonly id: string;
  readonly old: OldRow | null;
  /** Text to store; undefined keeps the stored one. */
  readonly text: string | null | undefined;
  readonly logic: 'and' | 'or';
  readonly groups: readonly RowGroup[];
  readonly isSameWhen: boolean;
  readonly isRequirement: boolean;
  readonly way: RowWay;
  readonly isSameWay: boolean;
  readonly onMissing: OnMissing | null;
  readonly block: string | null;
  /** `rules[2]`, for faults. */
  readonly field: string;
}

const ID = /^[A-Za-z0-9_.:-]{1,64}$/;

export function wantedRows(
  { rules }: RowsInput,
  old: readonly OldRow[],
  { read, texts, reserved }: { readonly read: ReadWhen; readonly texts: Texts; readonly reserved: ReadonlySet<string> },
): { readonly rows: readonly WantedRow[]; readonly faults: readonly RowFault[] } {
  const faults: RowFault[] = [];
  if (rules.length > MOST_ROWS) faults.push({ field: 'rules', message: `must be at most ${MOST_ROWS}` });
  const known = new Map(old.map((each) => [each.row.id, each]));
  const ids = new Set<string>();
  const fresh = freshIds(rules, reserved);
  const rows = rules.slice(0, MOST_ROWS).flatMap((input, index): readonly WantedRow[] => {
    const field = `rules[${index}]`;
    const id = input.id ?? fresh();
    const fault = (member: string, message: string): void => {
      faults.push({ field: `${field}.${member}`, message });
    };
    if (!known.has(id) && !ID.test(id)) fault('id', 'must be 1 to 64 letters, digits, `_`, `-`, `.` or `:`');
    if (!known.has(id) && reserved.has(id))
      fault('id', `is that of something else in the cascade: ${JSON.stringify(id)}`);
    if (ids.has(id)) fault('id', `is the id of another rule, too: ${JSON.stringify(id)}`);
    ids.add(id);
    const row = wantedRow({ input, id, field }, known.get(id) ?? null, { old, read, texts, fault });
    return row === null ? [] : [row];
  });
  return { rows, faults: [...faults, ...blockFaults(rows)] };
}

interface Reading {
  readonly old: readonly OldRow[];
  readonly read: ReadWhen;
  readonly texts: Texts;
  readonly fault: (member: string, message: string) => void;
}

/** If a new rule's sentence is a whole rule, it states the decision. */
function withDecision(input: RowInput, own: OldRow | null, { read, fault }: Reading): RowInput | null {
  if (own !== null || typeof input.when !== 'string' || input.then !== undefined) return input;
  const found = read(input.when, null);
  if (found.ok) return { ...input, then: { decision: found.decision } };
  fault('when', found.message);
  return null;
}

function wantedRow(
  { input: sent, id, field }: { readonly input: RowInput; readonly id: string; readonly field: string },
  own: OldRow | null,
  reading: Reading,
): WantedRow | null {
  const input = withDecision(sent, own, reading);
  if (input === null) return null;
  const missing = own === null ? (['then', 'when'] as const).find((member) => input[member] === undefined) : undefined;
  if (missing !== undefined) {
    reading.fault(missing, 'is required of a new rule');
    return null;
  }
  const row = own?.row ?? null;
  const way = wayOf(input, row, reading.old);
  const when = whenOf(input, row, way.then.decision, reading);
  if (when === null) return null;
  const text = textOf(input, own, { ...when, decision: way.then.decision }, reading);
  const kept = { onMissing: row?.on_missing ?? null, block: row?.block ?? null };
  return {
    ...{ id, old: own, way, field },
    ...when,
    text,
    isSameWhen: row !== null && isSameConditions(when, row),
    isSameWay: row !== null && isSame(plainWay(way), plainWay(row)),
    onMissing: input.on_missing === undefined ? kept.onMissing : input.on_missing,
    block: input.block === undefined ? kept.block : input.block,
  };
}

/** The text to store: the sentence, null for the reading in its place, or undefined to keep the stored one. */
function textOf(
  { text, when }: RowInput,
  own: OldRow | null,
  now: Said,
  { texts, fault }: Reading,
): string | null | undefined {
  const sent = text === undefined && typeof when === 'string' ? when : text;
  if (sent === null || (own === null && sent === undefined)) return sent;
  if (own === null || (sent !== undefined && sent !== own.row.text)) {
    // The sentence from which the conditions were read expresses them.
    if (sent !== undefined && sent !== when && texts.ofRow(sent, now) === 'other')
      fault('text', `says something else than \`when\` and \`then\` do: leave one of them out, or send null as text`);
    return sent;
  }
  const { text: written, when: before, then, is_requirement: isRequirement } = own.row;
  const was: Said = {
    ...{ decision: then.decision, logic: before.group_logic, groups: before.condition_groups, isRequirement },
  };
  const isSameRow =
    isSameConditions(now, own.row) && was.decision === now.decision && was.isRequirement === now.isRequirement;
  if (isSameRow || (own.at.sentence.text ?? '').trim() === '') return undefined;
  const verdict = texts.ofRow(written, now);
  const isStale = verdict === 'other' || (verdict === 'unread' && isOutdatedName(written, was, now));
  return isStale ? null : undefined;
}

function whenOf(
  { when, is_requirement: isNeed }: RowInput,
  own: Row | null,
  decision: RowThen['decision'],
  { read, fault }: Reading,
): Pick<WantedRow, 'logic' | 'groups' | 'isRequirement'> | null {
  if (typeof when === 'string') {
    const found = read(when, decision);
    if (found.ok) return found;
    fault('when', found.message);
    return null;
  }
  const groups = when?.condition_groups ?? own?.when.condition_groups ?? [];
  if (groups.length === 0 || groups.some(({ conditions }) => conditions.length === 0)) {
    fault('when.condition_groups', 'must have a condition in each group: a rule without conditions decides nobody');
    return null;
  }
  const logic = when === undefined ? own?.when.group_logic : when.group_logic;
  return { logic: logic ?? 'and', groups, isRequirement: isNeed ?? own?.is_requirement ?? false };
}

const PLAIN: RowThen = { decision: 'approve', before: [], after: [], terms: null };

/** The way of a row: its own unless another is requested, or that of a row with the same decision. */
function wayOf(input: RestInput, own: RowWay | null, old: readonly Pick<OldRow, 'row'>[]): RowWay {
  const decision = input.then?.decision ?? own?.then.decision ?? 'approve';
  const isOwn = own?.then.decision === decision;
  const like = isOwn ? own : (old.find(({ row }) => row.then.decision === decision)?.row ?? null);
  const end = endOf(input, isOwn ? own : null, like);
  if (decision !== 'review') return { ...end, review: null };
  const review = reviewOf(input.review ?? {}, isOwn ? (own?.review ?? null) : (like?.review ?? null), old);
  return { ...end, review };
}

function endOf({ then, reason }: EndInput, own: RowEnd | null, like: RowEnd | null): RowEnd {
  const before = own?.then ?? { ...PLAIN, terms: like?.then.terms ?? null };
  const made = thenOf(then, before);
  const isLetter = made.decision !== 'approve' && made.decision !== 'nothing' && made.decision !== 'review';
  return {
    then: isLetter ? made : { ...made, terms: then?.terms ?? (own === null ? null : before.terms) },
    reason: reason === undefined ? (own?.reason ?? null) : reason,
  };
}

const thenOf = (input: ThenInput | undefined, before: RowThen): RowThen => ({
  decision: input?.decision ?? before.decision,
  before: input?.before ?? before.before,
  after: input?.after ?? before.after,
  terms: input?.terms === undefined ? before.terms : input.terms,
});

function reviewOf(input: ReviewInput, own: RowReview | null, old: readonly Pick<OldRow, 'row'>[]): RowReview {
  const like = own ?? {
    ...{ due_in: null, on_overdue: 'none' as const, approvals: 1, queue: null, reminders: [] },
    approved: { then: PLAIN, reason: null },
    denied: { then: { ...PLAIN, decision: 'deny' as const }, reason: null },
  };
  const end = (sent: EndInput | undefined, before: RowEnd): RowEnd => {
    if (sent === undefined) return before;
    const decision = sent.then?.decision ?? before.then.decision;
    const isOwn = decision === before.then.decision;
    return endOf(sent, isOwn ? before : null, old.find(({ row }) => row.then.decision === decision)?.row ?? null);
  };
  const { approved, denied, ...settings } = input;
  return { ...like, ...settings, approved: end(approved, like.approved), denied: end(denied, like.denied) };
}

export function wantedRest(
  input: RestInput | null | undefined,
  rest: EveryoneElse | null,
  { old, texts }: { readonly old: readonly OldRow[]; readonly texts: Texts },
): { readonly text: string | null | undefined; readonly way: RowWay | null; readonly faults: readonly RowFault[] } {
  if (rest === null || input == null) return { text: undefined, way: null, faults: [] };
  const way = wayOf(input, rest, old);
  const made = { way: isSame(plainWay(way), plainWay(rest)) ? null : way, faults: [] };
  const { decision } = way.then;
  const verdict = input.text === null ? 'same' : texts.ofEveryoneElse(input.text ?? rest.text, decision);
  if (input.text === undefined || input.text === rest.text) {
    const isStale = decision !== rest.then.decision && verdict !== 'same';
    return { ...made, text: isStale ? null : undefined };
  }
  const message = 'says something else than `then` does: leave one of them out, or send null as text';
  return { ...made, text: input.text, faults: verdict === 'other' ? [{ field: 'everyone_else.text', message }] : [] };
}

/** Rows of a block must be adjacent and have the same effect. */
function blockFaults(rows: readonly WantedRow[]): readonly RowFault[] {
  const first = new Map<string, WantedRow>();
  return rows.flatMap((row, index): readonly RowFault[] => {
    if (row.block === null) return [];
    const field = `${row.field}.block`;
    const before = first.get(row.block);
    if (before === undefined) {
      first.set(row.block, row);
      return [];
    }
    if (rows[index - 1]?.block !== row.block)
      return [{ field, message: 'must be one of its neighbours: rules of one block stand one behind the other' }];
    return isSame(plainWay(before.way), plainWay(row.way))
      ? []
      : [{ field, message: `must be null or another one: ${before.field} of this block does something else` }];
  });
}

/** `r4` after `r3`, whatever the ids of the others are. */
function freshIds(rules: readonly RowInput[], reserved: ReadonlySet<string>): () => string {
  const taken = new Set([...reserved, ...rules.flatMap(({ id }) => id ?? [])]);
  return () => {
    let number = 1;
    while (taken.has(`r${number}`)) number += 1;
    taken.add(`r${number}`);
    return `r${number}`;
  };
}

/** The groups to store: unchanged ones as they are, otherwise with the changed conditions in their places. */
export function storedGroups(
  row: WantedRow,
  sentence: { readonly id?: string; readonly text?: string },
): readonly ConditionGroup[] {
  const before = row.old?.at.groups ?? [];
  const isAligned = row.groups.length === before.length;
  const isOnMissingSame = isAligned && row.old !== null && row.onMissing === row.old.row.on_missing;
  return row.groups.map((group, index): ConditionGroup => {
    const own = isAligned ? before[index] : undefined;
    const asks = isOnMissingSame ? own?.on_missing : (row.onMissing ?? undefined);
    if (own === undefined)
      return { ...sentence, ...(asks === undefined ? {} : { on_missing: asks }), ...plainMembers(group) };
    const conditions = row.isSameWhen ? own.conditions : mergedConditions(own.conditions, group.conditions);
    const joined = row.isSameWhen ? {} : mergedLogic(own, group);
    const { id: _id, text: _text, ...others } = own;
    const said = isSame([own.id, own.text], [sentence.id, sentence.text]) ? own : { ...sentence, ...others };
    const made = withoutUndefined({ ...said, ...joined, ...(isOnMissingSame ? {} : { on_missing: asks }), conditions });
    return isSame(made, own) ? own : made;
  });
}

/** Drops members of a sent group that are not part of its conditions. */
const plainMembers = ({ logic, at_least: needed, conditions }: RowGroup): RowGroup => ({
  ...(needed === undefined ? { logic: logic ?? 'and' } : { at_least: needed }),
  conditions,
});

/** Keeps the order; an existing member keeps its place. */
const withoutUndefined = <Of extends object>(group: Of): ConditionGroup & Of =>
  Object.fromEntries(Object.entries(group).filter(([, value]) => value !== undefined)) as ConditionGroup & Of;
