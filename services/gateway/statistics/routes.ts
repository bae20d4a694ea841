import { sql } from 'kysely';
import { AppError } from '../../../core/errors.ts';
import type { JsonObject, JsonSchema } from '../../../core/json.ts';
import type { Period } from '../../../core/statistics/periods.ts';
import { reasonWords } from '../../../core/statistics/reason-words.ts';
import type { TimeBin } from '../../../core/statistics/times.ts';
import type { Counted } from '../../../platform/database/entities/statistics.ts';
import { dictionaryNow } from '../../../platform/database/fields.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Calculate } from '../calculations/index.ts';
import type { Sentence } from '../calculations/rules.ts';
import { isOneOf } from '../http/filters.ts';
import { defineRoute } from '../http/route.ts';
import type { Auth } from '../services.ts';
import { cellsAsked, inPeriods, roundedCells } from './cells.ts';
import { periodsAsked, readCounts, STATISTICS_QUERY, type Asked, type Count } from './counts.ts';
import { DRIFTS_ROUTE } from './drifts.ts';
import {
  DECISION_STATISTICS,
  EXAMPLES,
  REASON_STATISTICS,
  REVIEW_STATISTICS,
  RULE_STATISTICS,
  VENDOR_STATISTICS,
} from './schemas.ts';
import { newestVersions, sentencesOf } from './sentences.ts';
import { Shown } from './shown.ts';

/* Outcomes of the calling client's runs, in numbers. Source: semantics 21.4. */

interface Question {
  readonly db: Queryable;
  readonly auth: Auth;
  readonly asked: Asked;
  readonly periods: readonly Period[];
  /** Counts of all periods together. */
  readonly counts: readonly Count[];
  /** Counts by the index of their period. */
  readonly parts: readonly Count[];
  readonly shown: Shown;
  readonly calculate: Calculate;
}

interface Declared {
  readonly name: 'decisions' | 'rules' | 'reasons' | 'reviews' | 'vendors';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly whats: readonly Counted[];
  readonly isByPeriod?: true;
  /** The counted values are about applicants, so exact counts need the scope to read executions in full. */
  readonly isOfApplicants?: true;
  readonly answer: (question: Question) => JsonObject | Promise<JsonObject>;
}

function statistics({ name, operationId, summary, description, schema, whats, answer, ...of }: Declared) {
  return defineRoute({
    method: 'GET',
    path: `/statistics/${name}`,
    operationId,
    tag: 'Statistics',
    scope: 'statistics:read',
    summary,
    description: `${description} Of the calling client, a few seconds behind, in one mode.`,
    query: STATISTICS_QUERY,
    reply: { kind: 'item', status: 200, description: 'The counts.', schema, example: EXAMPLES[name] },
    errors: ['validation_failed'],
    handler: async ({ db, auth, query: asked, calculate }) => {
      requireWorkflow(asked);
      const shown = new Shown(auth.scopes, of.isOfApplicants === true ? 'executions:read:full' : 'executions:read');
      const now = Date.now();
      const read = (bounds: readonly number[]) => readCounts(db.kysely, auth, asked, { bounds, whats });
      const { periods, counts, parts } = shown.isExact
        ? await exact(periodsAsked(asked, now), of.isByPeriod === true, read)
        : await rounded(asked, now, of.isByPeriod === true, read);
      return {
        object: EXAMPLES[name].object,
        ...{ from: periods[0]?.beginsOn ?? '', to: periods.at(-1)?.endsOn ?? '' },
        ...{
          time_zone: shown.isExact ? (asked.time_zone ?? 'UTC') : 'UTC',
          execution_mode: asked['filter[execution_mode]'] ?? 'live',
        },
        ...(await answer({ db: db.kysely, auth, asked, periods, counts, parts, shown, calculate })),
      };
    },
  });
}

/**
 * Throws `validation_failed` for a version without a workflow, because versions of several workflows have nothing in
 * common.
 */
function requireWorkflow(asked: Asked): void {
  if (asked['filter[workflow_version]'] === undefined || asked['filter[workflow_id]'] !== undefined) return;
  const message = 'is a version of a workflow: name it in `filter[workflow_id]`';
  throw new AppError('validation_failed', { details: [{ field: 'filter[workflow_version]', message }] });
}

type Read = (bounds: readonly number[]) => Promise<readonly Count[]>;
type Answered = Pick<Question, 'periods' | 'counts' | 'parts'>;

async function exact(periods: readonly Period[], isByPeriod: boolean, read: Read): Promise<Answered> {
  const begins = periods.map((period) => period.begins);
  const counts = await read([...(isByPeriod ? begins : begins.slice(0, 1)), periods.at(-1)?.ends ?? 0]);
  return { periods, counts, parts: counts };
}

/**
 * Throws `insufficient_scope` for a batch: its sender chose the people in it, and may know how all but one were
 * decided.
 */
async function rounded(asked: Asked, now: number, isByPeriod: boolean, read: Read): Promise<Answered> {
  if (asked['filter[batch_execution_id]'] !== undefined)
    throw new AppError('insufficient_scope', { message: NO_BATCH });
  const cells = cellsAsked(asked, now);
  const counts = roundedCells(await read(cells.total));
  if (!isByPeriod) return { periods: cells.periods, counts, parts: counts };
  const parts = asked.by === 'week' ? counts : roundedCells(await read(cells.parts));
  return { periods: cells.periods, counts, parts: inPeriods(parts, cells) };
}

const NO_BATCH =
  'Counts of a batch are for those who may read what is counted of each execution: `executions:read`, and for rules and ' +
  'reasons `executions:read:full`.';

const sumOf = (counts: readonly Count[]): number => counts.reduce((sum, { count }) => sum + count, 0);

const binsOf = (counts: readonly Count[]): readonly TimeBin[] =>
  counts.map(({ bin, count }) => ({ bin: bin ?? 0, count }));

const timesOf = (counts: readonly Count[], shown: Shown) => ({
  median_seconds: shown.seconds(binsOf(counts), 0.5),
  p90_seconds: shown.seconds(binsOf(counts), 0.9),
});

/** The response for all periods together, and for each. */
function byPeriod({ periods, counts, parts }: Question, told: (counts: readonly Count[]) => JsonObject) {
  const own = Map.groupBy(parts, ({ period }) => period);
  return {
    total: told(counts),
    periods: periods.map(({ beginsOn, isPartial }, index) => ({
      ...{ begins_on: beginsOn, is_partial: isPartial },
      ...told(own.get(index) ?? []),
    })),
  };
}

const STATUSES = ['completed', 'failed', 'cancelled', 'skipped'] as const;
const DECIDED = ['approved', 'conditional', 'denied'] as const;

function decisionsOf(counts: readonly Count[], shown: Shown): JsonObject {
  const decisions = counts.filter(({ what }) => what === 'decision');
  const of = (holds: (count: Count) => boolean) => sumOf(decisions.filter(holds));
  const statuses = STATUSES.map((status) => [status, of((each) => each.status === status)] as const);
  const outcomes = DECIDED.map((outcome) => [outcome, of((each) => each.outcome === outcome)] as const);
  const again = of((each) => each.is_again);
  return {
    ended: shown.count(sumOf(decisions)),
    ...Object.fromEntries([...statuses, ...outcomes].map(([name, count]) => [name, shown.count(count)])),
    re_evaluations: shown.count(again),
    ...timesOf(
      counts.filter(({ what }) => what === 'time'),
      shown,
    ),
  };
}

function reviewsOf(counts: readonly Count[], shown: Shown): JsonObject {
  const of = (decision: string) => sumOf(counts.filter(({ what, key }) => what === 'review' && key === decision));
  const [approved, denied] = [of('approved'), of('denied')];
  return {
    ...{ done: shown.count(approved + denied), approved: shown.count(approved), denied: shown.count(denied) },
    ...timesOf(
      counts.filter(({ what }) => what === 'review_time'),
      shown,
    ),
  };
}

async function rulesDecided(question: Question): Promise<JsonObject> {
  const { counts, shown } = question;
  const texts = await sentencesOf(question, newestVersions(counts));
  const rules = Map.groupBy(
    counts.filter(({ what }) => what !== 'branch'),
    ({ workflow_id: id, key }) => `${id} ${key}`,
  );
  const told = [...rules.values()].map((own) => {
    const { workflow_id: workflowId = 0, key = '' } = own[0] ?? {};
    const decided = own.filter(({ what }) => what === 'rule');
    const of = (outcome: Count['outcome']) => sumOf(decided.filter((each) => each.outcome === outcome));
    return { workflowId, key, held: sumOf(own) - sumOf(decided), decided: sumOf(decided), outcomes: DECIDED.map(of) };
  });
  return {
    rules: told
      .filter(({ held, decided }) => shown.isTold(Math.max(held, decided)))
      .toSorted(
        (a, b) =>
          a.workflowId - b.workflowId ||
          shown.compare(a.decided, b.decided) ||
          shown.compare(a.held, b.held) ||
          a.key.localeCompare(b.key),
      )
      .map(({ workflowId, key, held, decided, outcomes }) => ({
        ...{ workflow_id: workflowId, rule: key, ...sentenceOf(texts.get(`${workflowId} ${key}`)) },
        ...{ held: shown.count(held), decided: shown.count(decided) },
        ...Object.fromEntries(DECIDED.map((outcome, index) => [outcome, shown.count(outcomes[index] ?? 0)])),
      })),
    branches: branchesTaken(question),
  };
}

const sentenceOf = (known: Sentence | undefined) => ({ text: known?.text ?? null, row_id: known?.rowId ?? null });

/** Keys are node and branch. The id of a node may hold colons. */
function branchesTaken({ counts, shown }: Question): JsonObject[] {
  const taken = Map.groupBy(
    counts.filter(({ what }) => what === 'branch'),
    ({ workflow_id: id, key }) => `${id} ${key}`,
  );
  return [...taken.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined || !shown.isTold(sumOf(own))) return [];
    const at = first.key.lastIndexOf(':');
    const [node, branch] = [first.key.slice(0, at), first.key.slice(at + 1)];
    return [{ workflow_id: first.workflow_id, node_id: node, branch, executions: shown.count(sumOf(own)) }];
  });
}

async function reasonsGiven({ db, auth, counts, shown }: Question): Promise<JsonObject> {
  const dictionary = await dictionaryNow(db, auth.accountId);
  const reasons = [...Map.groupBy(counts, ({ key }) => key)].map(([reason, own]) => ({ reason, count: sumOf(own) }));
  return {
    reasons: reasons
      .filter(({ count }) => shown.isTold(count))
      .toSorted((a, b) => shown.compare(a.count, b.count) || a.reason.localeCompare(b.reason))
      .map(({ reason, count }) => ({
        ...{ reason, text: reasonWords(reason, dictionary) },
        executions: shown.count(count),
      })),
  };
}

async function reviews(question: Question): Promise<JsonObject> {
  const { db, auth, asked, shown } = question;
  const workflows = asked['filter[workflow_id]'];
  // Uses the cells of the counts, because the sum over chosen workflows would show at which of them it makes a step.
  const cell = workflows === undefined ? sql`` : sql`group by e.workflow_id, e.workflow_version`;
  const { rows } = await sql<{ open: number; overdue: number }>`
    select count(*)::int as open, count(*) filter (where exists (
      select from review_round r where r.execution_id = e.id and r.status = 'open' and r.due_at < now()))::int as overdue
    from execution e
    where e.api_client_id = ${auth.apiClientId} and e.needs_human_review
      and e.execution_mode = ${asked['filter[execution_mode]'] ?? 'live'}
      and ${isOneOf('e.workflow_id', workflows)}
      and ${isOneOf('e.workflow_version', asked['filter[workflow_version]'])}
      and ${isOneOf('e.batch_id', asked['filter[batch_execution_id]'])}
    ${cell}`.execute(db);
  const told = (name: 'open' | 'overdue') => shown.sum(rows.map((row) => row[name]));
  return {
    ...{ open: told('open'), overdue: told('overdue') },
    ...byPeriod(question, (counts) => reviewsOf(counts, shown)),
  };
}

function vendors({ counts, shown }: Question): JsonObject {
  const of = (what: Counted) => counts.filter((each) => each.what === what);
  const [failed, times] = [of('pull_failed'), of('pull_time')];
  const products = [...Map.groupBy(of('pull'), ({ key }) => key)].map(([product, own]) => ({
    product,
    pulls: sumOf(own),
    failures: sumOf(failed.filter(({ key }) => key === product)),
    times: times.filter(({ key }) => key === product),
  }));
  return {
    products: products
      .filter(({ pulls }) => shown.isTold(pulls))
      .toSorted((a, b) => shown.compare(a.pulls, b.pulls) || a.product.localeCompare(b.product))
      .map(({ product, pulls, failures, times: own }) => ({
        product_code: product,
        pulls: shown.count(pulls),
        failures: shown.count(failures),
        ...timesOf(own, shown),
      })),
  };
}

export const STATISTICS_ROUTES = [
  DRIFTS_ROUTE,
  statistics({
    name: 'decisions',
    operationId: 'getDecisionStatistics',
    summary: 'Count decisions',
    description: 'Runs by when they ended, with their outcomes and times.',
    schema: DECISION_STATISTICS,
    whats: ['decision', 'time'],
    isByPeriod: true,
    answer: (question) => byPeriod(question, (counts) => decisionsOf(counts, question.shown)),
  }),
  statistics({
    name: 'rules',
    operationId: 'getRuleStatistics',
    isOfApplicants: true,
    summary: 'Count what each rule decided',
    description: 'Rules that decided runs that ended, and rules whose condition held.',
    schema: RULE_STATISTICS,
    whats: ['rule', 'held', 'branch'],
    answer: rulesDecided,
  }),
  statistics({
    name: 'reasons',
    operationId: 'getReasonStatistics',
    isOfApplicants: true,
    summary: 'Count reasons of letters',
    description: 'Reasons that letters of runs that ended gave, by their codes.',
    schema: REASON_STATISTICS,
    whats: ['reason'],
    answer: reasonsGiven,
  }),
  statistics({
    name: 'reviews',
    operationId: 'getReviewStatistics',
    summary: 'Count reviews',
    description: 'Decisions of people on runs that ended, how long they took, and what is open.',
    schema: REVIEW_STATISTICS,
    whats: ['review', 'review_time'],
    isByPeriod: true,
    answer: reviews,
  }),
  statistics({
    name: 'vendors',
    operationId: 'getVendorStatistics',
    summary: 'Count pulls',
    description: 'Live pulls of runs that ended, their failures and times.',
    schema: VENDOR_STATISTICS,
    whats: ['pull', 'pull_failed', 'pull_time'],
    answer: vendors,
  }),
];
