import type { NodeBase } from '../cascade/definition.ts';
import { buildGraph } from '../cascade/graph.ts';
import { ownProductOf, productCodeOf } from '../cascade/own-products.ts';
import { stepsAfterApproval } from '../cascade/nodes/if-else.ts';
import {
  isKind,
  NODES,
  type CascadeDefinition,
  type CascadeNode,
  type NodeKind,
  type NodeOfKind,
} from '../cascade/registry.ts';
import { onlyAsks } from '../cascade/asking.ts';
import { BRANCH_KEYS, EDGE_KEYS } from '../cascade/definition.ts';
import { ON_MISSING, type OnMissing } from '../cascade/on-missing.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { isJsonObject, type Json } from '../json.ts';
import { productByCode } from '../products/index.ts';
import { ruleInstead } from '../notices/places.ts';
import { sizeOfDefinition } from '../cascade/size.ts';
import { within, Work } from '../work.ts';
import { all, any, extentOf, literalLogicOf, logicOf, not, subjectsIn, withoutValues, type Logic } from './logic.ts';
import { askedOfRow, withoutOf } from './walk.ts';
import { reviewsOf } from './reviews.ts';
import { asksOfItems, canBeMissing, Subjects } from './subject.ts';
import { unpulledOf } from './unpulled.ts';
import { capital, english, isLong, asList, span } from './words.ts';

/** One step in English. Together the steps are complete: every step, edge, jump, condition and setting is included. */
export interface StepReading {
  readonly node_id: string;
  readonly text: string;
}

/**
 * Units of work: for the reports that some way to a choice does not pull; for missing values of all choices, and of one
 * choice.
 */
const WORK_OF_UNPULLED = 30_000;
const WORK_OF_MISSING = 80_000;
const WORK_OF_CHOICE = 40_000;

/** Throws TooMuchWork. */
export function stepsOf(definition: CascadeDefinition, work: Work, dictionary?: Dictionary): readonly StepReading[] {
  const graph = buildGraph(definition, NODES);
  const subjects = new Subjects(definition, dictionary);
  const nodes = new Map(definition.map((node) => [node.id, node]));
  const { entry } = graph;
  const reached = entry === undefined ? new Set<string>() : graph.reachable(entry.id);
  const missingWork = new Work(WORK_OF_MISSING, work);
  const unpulled = within(work, WORK_OF_UNPULLED, (part) => unpulledOf(definition, part));
  const edges = definition.flatMap(({ id }) => graph.edgesFrom(id).map(({ to }) => ({ from: id, to })));
  const before = Map.groupBy(edges, ({ to }) => to);
  work.spend(sizeOfDefinition(definition));
  return definition.map((node) => {
    const sentences = [
      `${quoted(node.id)}${node.name === undefined ? '' : ` (${node.name})`}: ${TELL[kindOf(node)](node, { subjects, nodeAt: (id) => nodes.get(id), work: missingWork })}`,
      ...(node.id === entry?.id || reached.has(node.id) ? [] : ['No step leads here, so it never runs.']),
      ...(graph.isJoin(node.id) ? [joinOf(before.get(node.id) ?? [])] : []),
      ...(unpulled?.get(node.id) ?? []).map(
        (id) => `If the report of ${quoted(id)} was not pulled on the way here, this step fails.`,
      ),
      ...unusedOf(node),
      ...settingsOf(node),
    ];
    const text = sentences.join(' ');
    work.spendOnText(text.length);
    return { node_id: node.id, text };
  });
}

interface Telling {
  readonly subjects: Subjects;
  readonly nodeAt: (id: string) => CascadeNode | undefined;
  /** Budget for the effects of missing values in a choice. */
  readonly work: Work;
}

type Tell = (node: NodeBase, telling: Telling) => string;

function kindOf(node: CascadeNode): NodeKind {
  // The registry's kinds are those of the list that `NodeKind` is made of.
  return NODES.specOf(node).kind as NodeKind;
}

/** Does not compile if a kind lacks its entry. */
const TELL: Readonly<Record<NodeKind, Tell>> = {
  ApplicantSource: tell('ApplicantSource', (node) => `The run begins here. ${onward(node)}`),
  BillingProduct: tell('BillingProduct', (node) => {
    const code = productCodeOf(node) ?? '';
    const stored = isJsonObject(node.config) ? node.config.store_result_as : undefined;
    const name = typeof stored === 'string' ? ` and keeps it as ${quoted(stored)}` : '';
    return `Pulls the report "${(ownProductOf(node) ?? productByCode(code))?.name ?? code}" (${code})${name}. ${onward(node)}`;
  }),
  IfElse: tell('IfElse', choice),
  Wait: tell('Wait', (node) => `Waits ${span(node.wait)}. ${onward(node)}`),
  GoTo: tell('GoTo', (node) => `Jumps to ${quoted(node.target_step)}. A step is visited at most 100 times.`),
  ShowResults: tell('ShowResults', () => 'Collects the results. This way ends here.'),
  Approve: tell(
    'Approve',
    (node) => `Approves the applicant, unless something more severe is decided. ${onward(node)}`,
  ),
  SendEmail: tell('SendEmail', (node) => {
    const { to, subject, body, ...others } = node.email ?? {};
    if (to === undefined) return `Would send an e-mail, but has no address: the step fails. ${onward(node)}`;
    const text = `with the subject ${quoted(subject ?? '')} and the text ${quoted(body ?? '')}`;
    return `Sends an e-mail to ${quoted(to)} ${text}${listed(others)}. ${onward(node)}`;
  }),
  AdverseAction: tell('AdverseAction', notice),
  InternalNotification: tell('InternalNotification', (node) => {
    const settings = node.internal_notification ?? {};
    const what = Object.keys(settings).length === 0 ? '' : ` with these settings${listed(settings, ':')}`;
    return `Notifies the staff${what}. ${onward(node)}`;
  }),
};

function tell<K extends NodeKind>(kind: K, words: (node: NodeOfKind<K>, telling: Telling) => string): Tell {
  return (node, telling) => (isKind(node, kind) ? words(node, telling) : '');
}

function notice(node: NodeOfKind<'AdverseAction'>): string {
  if (node.adverse_action === undefined) {
    return `Would issue an adverse-action notice, but has no settings: the step fails. ${onward(node)}`;
  }
  const {
    action_taken: action = 'denied',
    send_strategy: strategy = 'draft_first',
    recipient,
    ...others
  } = node.adverse_action;
  const what: Readonly<Record<typeof action, string>> = {
    denied: 'Denies the applicant, with an adverse-action notice',
    revoked: 'Revokes the approval, with an adverse-action notice',
    adverse_employment:
      'Denies the applicant, if it rests on reports with two notices (adverse_employment): a pre-adverse notice, a waiting period, and the final notice',
    other_action: 'Issues an adverse-action notice of another action',
  };
  const sent =
    strategy === 'auto_send'
      ? 'sent at once, without a person (auto_send)'
      : 'which a person sends or discards (draft_first)';
  const to = recipient === undefined ? 'to nobody, so the step fails' : `to ${quoted(recipient)}`;
  const instead = others.jurisdiction === undefined ? null : ruleInstead(others.jurisdiction);
  const law = instead === null ? '' : ` For that place ${instead}.`;
  return `${what[action]} (${action}) ${to}, ${sent}${listed(others)}.${law} ${onward(node)}`;
}

const ON_NOT_COMPARABLE_WORDS = {
  fail: ['If it depends on a value that cannot be compared, the step fails, and nobody is asked.'],
  review: ['If it depends on a value that cannot be compared, a person decides.'],
  default: [],
} as const;

const ON_MISSING_WORDS: Readonly<Record<OnMissing, string>> = {
  goes_on: 'it has no say.',
  review: 'a person decides.',
  deny: 'it counts as a denial.',
};

/** Behavior of rows whose values are missing. */
function rowsWithout({ branches }: NodeOfKind<'IfElse'>): readonly string[] {
  const groups = BRANCH_KEYS.flatMap((key) => branches[key]?.condition_groups ?? []);
  return ON_MISSING.flatMap((asks) => {
    const own = groups.filter((group) => group.on_missing === asks);
    if (own.length === 0) return [];
    const named = own.length === groups.length ? [] : [...new Set(own.flatMap(({ text }) => text ?? []))];
    const which = named.length === 0 ? 'a row' : `the row ${named.map(quoted).join(' or ')}`;
    return [`If ${which} depends on a value that is not known, ${ON_MISSING_WORDS[asks]}`];
  });
}

/** The branches as they decide without a value: by `pass`, and by a person. */
function decidedWithout(node: NodeOfKind<'IfElse'>, { subjects, nodeAt }: Telling): readonly [Logic, Logic] {
  const { pass, human_review: review } = node.branches;
  const own = withoutOf(node, 'pass', nodeAt);
  const asked = askedOfRow(pass ?? {}, own, (without) => logicOf(pass, subjects, without));
  const reviewed = logicOf(review, subjects, withoutOf(node, 'human_review', nodeAt));
  return [logicOf(pass, subjects, own), any([reviewed, asked])];
}

function choice(node: NodeOfKind<'IfElse'>, telling: Telling): string {
  const { subjects, work } = telling;
  const pass = logicOf(node.branches.pass, subjects);
  const review = logicOf(node.branches.human_review, subjects);
  const [passes, asks] = [node.branches.pass, node.branches.human_review].map((branch) =>
    literalLogicOf(branch, subjects),
  ) as [Logic, Logic];
  const own = node.human_review_steps ?? [];
  if (onlyAsks(node.branches)) {
    return `A person is asked. After an approval ${targets(stepsAfterApproval(node))}; after a denial ${targets(node.fail_steps)}.`;
  }
  const person = pass.kind === 'never' ? 'A person is asked' : 'Otherwise a person is asked';
  const answered = `after an approval ${targets(stepsAfterApproval(node))}; after a denial ${targets(node.fail_steps)}`;
  return [
    shortly(passes, (words) => `It passes ${when(pass, words)}`, `then ${targets(node.pass_steps)}`),
    review.kind !== 'never'
      ? shortly(asks, (words) => `${person} ${when(review, words)}`, answered)
      : shortly(
          asks,
          (words) => `Nobody is asked${node.branches.human_review === undefined ? '' : ` (if ${words})`}`,
          own.length === 0 ? '' : `this is never done: ${targets(own)}`,
        ),
    `Otherwise it fails: then ${targets(node.fail_steps)}.`,
    ...missing(...decidedWithout(node, telling), work),
    ...rowsWithout(node),
    ...ON_NOT_COMPARABLE_WORDS[node.on_not_comparable ?? 'default'],
  ].join(' ');
}

/** A condition and its consequence: a sentence, or a list if the sentence would be long. */
function shortly(logic: Logic, saying: (words: string) => string, then: string): string {
  const plain = `${saying(english(logic))}${then === '' ? '' : `: ${then}`}.`;
  return isLong(plain) ? `${saying(asList(logic))}.${then === '' ? '' : `\n${capital(then)}.`}` : plain;
}

function when(logic: Logic, words: string): string {
  return logic.kind === 'never' ? `never, because nothing can match (if ${words})` : `if ${words}`;
}

/** The effect of missing values on a choice, value by value; beyond the budget it states that it is not given. */
function missing(pass: Logic, review: Logic, work: Work): readonly string[] {
  const said = within(work, WORK_OF_CHOICE, (part) => missingOfEach(pass, review, part));
  return (
    said ?? ['If one of these values is not known: what it does is not worked out here, because there are too many.']
  );
}

function missingOfEach(pass: Logic, review: Logic, work: Work): readonly string[] {
  const size = extentOf(pass).size + extentOf(review).size;
  return subjectsIn([pass, review])
    .filter((subject) => canBeMissing(subject) && !asksOfItems(subject))
    .map(({ key, phrase }) => {
      work.spend(size);
      const [passes, asks] = [pass, review].map((each) => withoutValues(each, new Set([key]))) as [Logic, Logic];
      const rest = all([not(passes), asks]);
      const begin = `If ${phrase} is not known,`;
      const parts = [
        ...(passes.kind === 'never'
          ? []
          : [passes.kind === 'always' ? 'it passes' : ifShort(begin, 'it passes', 'it may pass', passes)]),
        ...(rest.kind === 'never'
          ? []
          : [
              asks.kind === 'always'
                ? 'a person is asked'
                : ifShort(begin, 'a person is asked', 'a person may be asked', asks),
            ]),
        ...(passes.kind === 'always' || asks.kind === 'always' ? [] : ['it fails']),
      ];
      const text = `${begin} ${parts.join('; otherwise ')}.`;
      work.spendOnText(text.length);
      return isLong(text) ? text.replaceAll('; otherwise ', '. Otherwise ') : text;
    });
}

/** A short condition is stated; for a long one the text says only that it depends on other values. */
function ifShort(begin: string, does: string, may: string, logic: Logic): string {
  const words = english(logic);
  return words.split(/\s+/).length > MOST_WORDS_OF_PART || isLong(`${begin} ${does} if ${words}`)
    ? `${may}, which depends on other values`
    : `${does} if ${words}`;
}

const MOST_WORDS_OF_PART = 15;

function onward({ next_step: next }: NodeBase): string {
  return `Then ${targets(next)}.`;
}

function targets(ids: readonly string[] = []): string {
  const distinct = [...new Set(ids)].map(quoted);
  if (distinct.length === 0) return 'this way ends';
  return distinct.length === 1 ? `${distinct.join('')}` : `${distinct.join(' and ')}, side by side`;
}

function joinOf(before: readonly { readonly from: string }[]): string {
  const from = [...new Set(before.map((edge) => quoted(edge.from)))].join(', ');
  return `It waits for every way that can still come here (from ${from}) and runs once for all of them.`;
}

/** Edges that this kind of node does not use. */
function unusedOf(node: CascadeNode): readonly string[] {
  const used = new Set(NODES.specOf(node).edges);
  return EDGE_KEYS.filter((key) => !used.has(key) && (node[key] ?? []).length > 0).map(
    (key) => `Its ${key} (${(node[key] ?? []).map(quoted).join(', ')}) is not used.`,
  );
}

function settingsOf(node: CascadeNode): readonly string[] {
  const { config } = node;
  const members: Readonly<Record<string, unknown>> = { ...node };
  const { prohibited_basis_note: note, jurisdiction_review: reviewed, on_unresolved: unresolved } = members;
  const { store_result_as: _kept, billing_product_code: _pulled, ...others } = isJsonObject(config) ? config : {};
  return [
    ...reviewsOf(node),
    ...(typeof note === 'string' ? [`Why the law allows it: ${quoted(note)}.`] : []),
    ...(isJsonObject(reviewed) && typeof reviewed.note === 'string'
      ? [`The law of the place was looked at: ${quoted(reviewed.note)}.`]
      : []),
    ...(unresolved === 'fail' ? ['A variable without a value fails the step.'] : []),
    ...(Object.keys(others).length === 0 ? [] : [`Further settings, which do nothing${listed(others, ':')}.`]),
  ];
}

function listed(settings: Readonly<Record<string, Json | undefined>>, before = ','): string {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `${before} ${entries.map(([key, value]) => `${key.replaceAll('_', ' ')} ${shown(value)}`).join(', ')}`;
}

function shown(value: Json | undefined): string {
  return isJsonObject(value) && typeof value.duration === 'number'
    ? span({ duration: value.duration, unit: String(value.unit) })
    : JSON.stringify(value ?? null);
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
