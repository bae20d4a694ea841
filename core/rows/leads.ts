import { OF_EVERYBODY } from '../cascade/asking.ts';
import { stepsAfterApproval } from '../cascade/nodes/if-else.ts';
import { isKind, type CascadeNode } from '../cascade/registry.ts';
import { asJsonObject, isJsonObject, type Json, type JsonObject } from '../json.ts';
import { decides, type Sequence } from '../readback/ways.ts';
import { actionNode, decisionNodes } from '../rules/action-nodes.ts';
import { PLAIN_TERMS, type DenialTerms } from '../rules/model.ts';
import { isSame, type Draft } from './draft.ts';
import { presentEnd, presentReview, presentTerms } from './present.ts';
import type { RowEnd, RowReview, RowStep, RowTerms, RowWay } from './row.ts';
import { rowsOf, type End, type Lead, type Table } from '../readback/table.ts';

/** An existing way to an end, with the node where it begins. */
interface KnownEnd {
  readonly ids: readonly string[];
  readonly sequence: Sequence;
}

type AskLead = Lead & { readonly effect: Extract<End, { readonly kind: 'ask' }> };

/** A required step, with the step of the row's own way that it was copied from. */
interface Made {
  readonly node: JsonObject;
  readonly madeOf?: string;
}

/** The reason why a way cannot be made, with the member of the row. */
export class NoWay extends Error {
  readonly member: string;

  constructor(member: string, message: string) {
    super(message);
    this.member = member;
  }
}

/** Finds or makes the steps that rows lead to. An existing way is reused; otherwise new steps are added beside it. */
export class Leads {
  readonly #draft: Draft;
  readonly #nodes: ReadonlyMap<string, CascadeNode>;
  readonly #ends: readonly KnownEnd[];
  readonly #asks: readonly AskLead[];
  readonly #made = new Map<string, readonly string[]>();

  constructor(draft: Draft, table: Table, nodes: readonly CascadeNode[]) {
    this.#draft = draft;
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    const leads = [...rowsOf(table).map(({ lead }) => lead), ...(table.rest === null ? [] : [table.rest])];
    this.#asks = leads.flatMap(({ ids, effect }) => (effect.kind === 'ask' ? [{ ids, effect }] : []));
    this.#ends = [
      ...leads.flatMap(({ ids, effect }) => (effect.kind === 'end' ? [{ ids, sequence: effect.sequence }] : [])),
      ...this.#asks.flatMap(({ effect }) => endsBehind(effect)),
    ];
  }

  /** The targets of a row that should have this way. `own`: where it led before. Throws NoWay. */
  to(way: RowWay, own: End | null): readonly string[] {
    const key = JSON.stringify([way, own === null ? null : wayIds(own)]);
    const ids = this.#made.get(key) ?? this.#to(way, own);
    this.#made.set(key, ids);
    return ids;
  }

  #to({ then, reason, review }: RowWay, own: End | null): readonly string[] {
    if (then.decision !== 'review') {
      const base = own?.kind === 'end' ? own.sequence : null;
      return this.#end({ then, reason }, base, '');
    }
    if (reason !== null)
      throw new NoWay('reason', 'must be null: a review sends no letter; give it to `review.denied`');
    if (then.after.length > 0)
      throw new NoWay('then.after', 'must be empty: after a review comes what a person decides');
    if (review === null) throw new NoWay('review', 'is required');
    const base = own?.kind === 'ask' ? own : (this.#asks[0]?.effect ?? null);
    const ask = this.#ask(review, base, own?.kind === 'ask');
    const before = this.#steps(then.before, own?.kind === 'ask' ? own.before : [], 'then.before');
    const known = this.#asks.find(({ effect }) => ask.node.id === effect.choice.id && isAlike(before, effect.before));
    if (known !== undefined) return known.ids;
    return this.#chain(before, [String(ask.node.id)]);
  }

  #ask(review: RowReview, base: Extract<End, { kind: 'ask' }> | null, isOwn: boolean): Made {
    const [approved, denied] = base === null ? [] : endsBehind(base);
    const { approved: yes, denied: no, ...settings } = review;
    const yesIds = this.#end(yes, approved?.sequence ?? null, 'review.approved', approved?.ids);
    const noIds = this.#end(no, denied?.sequence ?? null, 'review.denied', denied?.ids);
    const choice = base !== null && isKind(base.choice, 'IfElse') ? base.choice : null;
    const template = choice === null ? freshAsk() : asJsonObject(choice);
    const node: JsonObject = { ...template, human_review_steps: [...yesIds], fail_steps: [...noIds] };
    if (!isSame(presentReview(choice?.review), settings)) {
      const wanted = settingsOf(settings);
      if (wanted === null) delete node.review;
      else node.review = wanted;
    }
    const isThere = ({ effect }: AskLead): boolean => isSame(bare(asJsonObject(effect.choice)), bare(node));
    // The steps after it may have been given as `pass_steps`.
    const own = choice !== null && isSame(stepsAfterApproval(choice), yesIds) && isSame(choice.fail_steps, noIds);
    if (own && choice !== null && isSame(node.review, template.review)) return { node: template };
    const there = this.#asks.find(isThere);
    if (there !== undefined) return { node: asJsonObject(there.effect.choice) };
    const id = this.#draft.add(String(template.id), node, isOwn && choice !== null ? choice.id : undefined);
    return { node: { ...node, id } };
  }

  /** `at`: the member that the faults concern. */
  #end(end: RowEnd, base: Sequence | null, at: string, ids?: readonly string[]): readonly string[] {
    if (base !== null && ids !== undefined && isSame(plainEnd(end), plainEnd(presentEnd(base)))) return ids;
    const within = at === '' ? '' : `${at}.`;
    const made = [
      ...this.#steps(end.then.before, base?.before ?? [], `${within}then.before`),
      ...this.#decision(end, base, within),
      ...this.#steps(end.then.after, base?.after ?? [], `${within}then.after`),
    ];
    const known = this.#ends.find(({ sequence }) => isAlike(made, withoutResults(sequence)));
    return known?.ids ?? this.#chain(made, this.#tail(base));
  }

  #tail(base: Sequence | null): readonly string[] {
    const results = (base ?? this.#ends[0]?.sequence)?.nodes.find((node) => isKind(node, 'ShowResults'));
    return results === undefined ? [] : [results.id];
  }

  #chain(made: readonly Made[], then: readonly string[]): readonly string[] {
    return made.reduceRight<readonly string[]>(
      (next, { node, madeOf }) => [this.#draft.add(String(node.id), { ...node, next_step: [...next] }, madeOf)],
      then,
    );
  }

  #steps(steps: readonly RowStep[], own: readonly CascadeNode[], at: string): readonly Made[] {
    const owned = new Set(own.map(({ id }) => id));
    return steps.map((step, index) => {
      const { node_id: id } = step;
      if (id === undefined) return { node: stepNode(step, `${at}[${index}]`) };
      const node = this.#nodes.get(id);
      if (node === undefined) throw new NoWay(`${at}[${index}].node_id`, 'must be the id of a node of the cascade');
      if (decides(node) || isKind(node, 'IfElse') || isKind(node, 'ApplicantSource'))
        throw new NoWay(`${at}[${index}].node_id`, 'must be a step that decides nothing: a wait, a mail or a pull');
      return { node: asJsonObject(node), ...(owned.has(id) ? { madeOf: id } : {}) };
    });
  }

  #decision({ then: { decision, terms }, reason }: RowEnd, base: Sequence | null, within: string): readonly Made[] {
    const made = DECIDES[decision];
    const isOwn = base !== null && presentEnd(base).then.decision === decision;
    const template = isOwn ? base : this.#ends.find(({ sequence }) => sequence.decision === made)?.sequence;
    if (decision === 'approve' || decision === 'nothing') {
      if (reason !== null) throw new NoWay(`${within}reason`, 'must be null: no letter carries the decision out');
      if (terms !== null) throw new NoWay(`${within}then.terms`, 'must be null: no letter carries the decision out');
    }
    if (decision === 'nothing') return [];
    if (template !== undefined)
      return template.nodes
        .filter(decides)
        .map((node) => ({ node: letterOf(node, terms, reason), ...(isOwn ? { madeOf: node.id } : {}) }));
    if (decision === 'revoke' || decision === 'offer' || decision === 'review')
      throw new NoWay(`${within}then.decision`, 'must be `approve`, `deny`, `review` or `conditional`');
    const letter = this.#ends.flatMap(({ sequence }) => sequence.nodes).find((node) => isKind(node, 'AdverseAction'));
    const { purpose = null, jurisdiction = null } = letter?.adverse_action ?? {};
    return decisionNodes({ decision, terms: denialTerms(terms, reason) }, { purpose, jurisdiction }).map((node) => ({
      node,
    }));
  }
}

const DECIDES: Readonly<Record<RowEnd['then']['decision'], Sequence['decision'] | null>> = {
  approve: 'approve',
  deny: 'deny',
  conditional: 'other_terms',
  revoke: 'revoke',
  offer: 'offer',
  nothing: 'nothing',
  review: null,
};

/** A letter with other terms or another reason; its other settings are kept. */
function letterOf(node: CascadeNode, terms: RowTerms | null, reason: string | null): JsonObject {
  const made = asJsonObject(node);
  if (!isKind(node, 'AdverseAction')) return made;
  const settings: JsonObject = isJsonObject(made.adverse_action) ? { ...made.adverse_action } : {};
  const before = presentTerms(node.adverse_action ?? {});
  const wanted = terms ?? before;
  const put = (name: string, value: Json | undefined): void => {
    if (value === undefined) delete settings[name];
    else settings[name] = value;
  };
  if (wanted.is_automatic !== before.is_automatic)
    put('send_strategy', wanted.is_automatic ? 'auto_send' : 'draft_first');
  if (wanted.is_employment !== before.is_employment)
    put('action_taken', wanted.is_employment ? 'adverse_employment' : 'denied');
  if (!isSame(wanted.waiting_period, before.waiting_period))
    put('waiting_period', wanted.waiting_period === null ? undefined : { ...wanted.waiting_period });
  if (wanted.statement !== before.statement) put('statement', wanted.statement ?? undefined);
  if (reason !== (node.adverse_action?.reason ?? null)) put('reason', reason ?? undefined);
  return isSame(settings, made.adverse_action) ? made : { ...made, adverse_action: settings };
}

const denialTerms = (terms: RowTerms | null, reason: string | null): DenialTerms => ({
  ...PLAIN_TERMS,
  reason,
  isAutomatic: terms?.is_automatic ?? false,
  isEmployment: terms?.is_employment ?? false,
  waitingPeriod: terms?.waiting_period ?? null,
  statement: terms?.statement ?? null,
});

function stepNode({ kind, duration, unit, to }: RowStep, at: string): JsonObject {
  if (kind === 'wait') {
    const units = ['seconds', 'minutes', 'hours', 'days', 'weeks'] as const;
    const known = units.find((each) => each === unit);
    if (duration === undefined || known === undefined) throw new NoWay(at, 'needs `duration` and `unit`');
    return actionNode({ kind, duration, unit: known });
  }
  if (kind === 'mail') return actionNode({ kind, to: 'applicant' });
  if (kind === 'notify' && to !== undefined) return actionNode({ kind, to });
  throw new NoWay(at, 'must have a `node_id`, or be a `wait`, a `mail`, or a `notify` with an address `to`');
}

/** A step without the members that no rule reads: steps that differ only in those are equal. */
const bare = ({ id: _id, next_step: _next, name: _name, ...node }: JsonObject): JsonObject => node;

const isAlike = (made: readonly Made[], nodes: readonly CascadeNode[]): boolean =>
  made.length === nodes.length &&
  made.every(({ node }, index) => isSame(bare(node), bare(asJsonObject(nodes[index] ?? {}))));

const withoutResults = ({ nodes }: Sequence): readonly CascadeNode[] =>
  nodes.filter((node) => !isKind(node, 'ShowResults'));

function endsBehind({ approved, denied, choice }: Extract<End, { kind: 'ask' }>): readonly KnownEnd[] {
  if (!isKind(choice, 'IfElse')) return [];
  const known = (ids: readonly string[], sequence: Sequence | 'goes_on') =>
    sequence === 'goes_on' ? [] : [{ ids, sequence }];
  return [...known(stepsAfterApproval(choice), approved), ...known(choice.fail_steps ?? [], denied)];
}

const wayIds = (own: End): readonly string[] =>
  own.kind === 'end' ? own.sequence.nodes.map(({ id }) => id) : [...own.before.map(({ id }) => id), own.choice.id];

/** An end for comparison: the texts of a step do not count. */
const plainEnd = ({ then, reason }: RowEnd): unknown => [
  then.decision,
  then.before.map(plainStep),
  then.after.map(plainStep),
  then.terms,
  reason,
];

const plainStep = ({ node_id: id, kind, duration, unit, to }: RowStep): unknown => id ?? [kind, duration, unit, to];

export const plainWay = ({ then, reason, review }: RowWay): unknown => {
  if (review === null) return [plainEnd({ then, reason }), null];
  const { approved, denied, due_in, on_overdue, approvals, queue, reminders } = review;
  const settings = [due_in, on_overdue, approvals, queue, reminders];
  return [plainEnd({ then, reason }), settings, plainEnd(approved), plainEnd(denied)];
};

const settingsOf = ({
  due_in: dueIn,
  on_overdue: onOverdue,
  approvals,
  queue,
  reminders,
}: Omit<RowReview, 'approved' | 'denied'>): JsonObject | null => {
  const made: JsonObject = {
    ...(dueIn == null ? {} : { due_in: { ...dueIn } }),
    ...(onOverdue === 'none' ? {} : { on_overdue: onOverdue }),
    ...(approvals === 1 ? {} : { approvals }),
    ...(queue === null ? {} : { queue }),
    ...(reminders.length === 0 ? {} : { reminders: reminders.map((each) => asJsonObject(each)) }),
  };
  return Object.keys(made).length === 0 ? null : made;
};

const freshAsk = (): JsonObject => ({
  id: 'ask',
  type: 'IfElse',
  name: 'Human review',
  branches: {
    human_review: { group_logic: 'and', condition_groups: [{ logic: 'and', conditions: [{ ...OF_EVERYBODY }] }] },
  },
});
