import { isKind, type CascadeDefinition, type CascadeNode } from '../cascade/registry.ts';
import type { CascadeCondition, ConditionGroup, ReviewSettings } from '../cascade/definition.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { extentOf, logicOf, not } from '../readback/logic.ts';
import { actionOf, asSentence, readingOfRule } from '../readback/sentences.ts';
import { Subjects } from '../readback/subject.ts';
import { nodesOf, type Sequence } from '../readback/ways.ts';
import type { Work } from '../work.ts';
import type {
  EveryoneElse,
  Row,
  RowDecision,
  RowEnd,
  RowGroup,
  RowList,
  RowReview,
  RowStep,
  RowTerms,
  RowWay,
} from './row.ts';
import { tableOf, type End, type Table, type TableRow } from '../readback/table.ts';

/** The rows of a definition, as the API shows them. Throws TooMuchWork. */
export function rowListOf(definition: CascadeDefinition, work: Work, dictionary?: Dictionary): RowList {
  return presentTable(definition, tableOf(definition), work, dictionary);
}

export function presentTable(
  definition: CascadeDefinition,
  table: Table,
  work: Work,
  dictionary?: Dictionary,
): RowList {
  const subjects = new Subjects(definition, dictionary);
  return {
    rules: table.nodes.flatMap(({ rows, choice }) => {
      const block =
        choice.block ?? (rows.length > 1 && rows.every(({ branch }) => branch === 'pass') ? choice.id : null);
      return rows.map((row) => presentRow(row, row.branch === 'pass' ? block : null, subjects, work));
    }),
    everyone_else: otherwise(table),
    no_rules: table.noRules === null ? null : { node_id: table.noRules.nodeId, text: table.noRules.text },
  };
}

function presentRow(row: TableRow, block: string | null, subjects: Subjects, work: Work): Row {
  const { id, sentence, choice, logic, groups, isRequirement, lead } = row;
  const asked = logicOf({ group_logic: logic, condition_groups: groups }, subjects);
  work.spend(extentOf(asked).size * UNITS_OF_CONDITION);
  const readAs = readingOfRule({ when: isRequirement ? not(asked) : asked, effect: lead.effect });
  work.spendOnText(readAs.length);
  const written = sentence.text?.trim() ?? '';
  const onMissing = groups.find((group) => group.on_missing !== undefined)?.on_missing;
  return {
    id,
    text: written === '' ? readAs : asSentence(written),
    when: { group_logic: logic, condition_groups: groups.map(presentGroup), read_as: readAs },
    is_requirement: isRequirement,
    ...presentWay(lead.effect),
    on_missing: onMissing ?? null,
    block,
    node_ids: [...new Set([choice, ...nodesOf(lead.effect)].map((node) => node.id))],
  };
}

/** Cost of finding, phrasing and writing a condition. */
const UNITS_OF_CONDITION = 4;

function otherwise({ rest, restSentence }: Table): EveryoneElse | null {
  if (rest === null) return null;
  const readAs = readingOfRule({ when: { kind: 'always' }, effect: rest.effect }, true);
  const written = restSentence.text?.trim() ?? '';
  return {
    text: written === '' ? readAs : asSentence(written),
    read_as: readAs,
    ...presentWay(rest.effect),
    node_ids: nodesOf(rest.effect).map(({ id }) => id),
  };
}

/** Only the compared members: a definition may contain others. */
export function presentGroup({ logic, at_least: needed, conditions }: ConditionGroup): RowGroup {
  return {
    ...(needed === undefined ? { logic: logic ?? 'and' } : { at_least: needed }),
    conditions: conditions.map(presentCondition),
  };
}

const presentCondition = ({
  source_node_id,
  field,
  where,
  operator,
  value,
  value_from: other,
}: CascadeCondition): CascadeCondition => ({
  ...{ source_node_id, field },
  ...(where === undefined ? {} : { where }),
  operator,
  ...(value === undefined ? {} : { value }),
  ...(other === undefined ? {} : { value_from: other }),
});

function presentWay(effect: End): RowWay {
  if (effect.kind === 'end') return { ...presentEnd(effect.sequence), review: null };
  const then = { decision: 'review' as const, before: effect.before.flatMap(presentStep), after: [], terms: null };
  const approved = effect.approved === 'goes_on' ? EMPTY : presentEnd(effect.approved);
  const denied = effect.denied === 'goes_on' ? EMPTY : presentEnd(effect.denied);
  return { then, reason: null, review: { ...presentReview(effect.choice.review), approved, denied } };
}

const EMPTY: RowEnd = { then: { decision: 'nothing', before: [], after: [], terms: null }, reason: null };

export function presentReview(settings: ReviewSettings = {}): Omit<RowReview, 'approved' | 'denied'> {
  const { due_in: dueIn, on_overdue: onOverdue, approvals, queue, reminders } = settings;
  return {
    due_in: dueIn ?? null,
    on_overdue: onOverdue ?? 'none',
    approvals: approvals ?? 1,
    queue: queue ?? null,
    reminders: reminders ?? [],
  };
}

const DECISIONS: Readonly<Record<Sequence['decision'], RowDecision>> = {
  approve: 'approve',
  deny: 'deny',
  revoke: 'revoke',
  other_terms: 'conditional',
  offer: 'offer',
  nothing: 'nothing',
  fail: 'nothing',
};

export function presentEnd({ decision, nodes, before, after }: Sequence): RowEnd {
  const letter = nodes.find((node) => isKind(node, 'AdverseAction'));
  return {
    then: {
      decision: DECISIONS[decision],
      before: before.flatMap(presentStep),
      after: after.flatMap(presentStep),
      terms: letter === undefined ? null : presentTerms(letter.adverse_action ?? {}),
    },
    reason: letter?.adverse_action?.reason ?? null,
  };
}

interface LetterSettings {
  readonly send_strategy?: string;
  readonly action_taken?: string;
  readonly statement?: string;
  readonly waiting_period?: { readonly duration?: unknown; readonly unit?: unknown };
}

export function presentTerms(settings: LetterSettings): RowTerms {
  const { duration, unit } = settings.waiting_period ?? {};
  return {
    is_automatic: settings.send_strategy === 'auto_send',
    is_employment: settings.action_taken === 'adverse_employment',
    waiting_period: typeof duration === 'number' && typeof unit === 'string' ? { duration, unit } : null,
    statement: settings.statement ?? null,
  };
}

/** A step that only collects results is not a chosen step. */
function presentStep(node: CascadeNode): readonly RowStep[] {
  const common = { node_id: node.id, text: actionOf(node) };
  if (isKind(node, 'ShowResults')) return [];
  if (isKind(node, 'Wait')) {
    const { duration, unit } = node.wait;
    return [{ ...common, kind: 'wait', duration, unit }];
  }
  if (isKind(node, 'SendEmail')) return [{ ...common, kind: 'mail', to: node.email?.to ?? '' }];
  if (isKind(node, 'InternalNotification')) {
    const to = node.internal_notification?.to;
    return [{ ...common, kind: 'notify', ...(typeof to === 'string' ? { to } : {}) }];
  }
  return [{ ...common, kind: isKind(node, 'BillingProduct') ? 'pull' : 'other' }];
}
