import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { simulatedEffect } from '../../core/explanation/simulate.ts';
import { advance, initialState } from '../../core/interpreter/advance.ts';
import type { EffectFact, EffectIntent, PastVisit, RunContext, StepRecord } from '../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { productByCode } from '../../core/products/index.ts';
import { testAnswer } from '../../core/products/test-report.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Seed } from '../support/seed.ts';

const NOW = Date.UTC(2026, 0, 5, 12);
/** Applicants whose runs are made by the interpreter; the others are copies of them. */
const APPLICANTS = 400;
const NOBODY = { find: () => undefined };

/** Three reports, a choice of two branches, letters and mails. */
export async function definitionOf(template: string): Promise<CascadeDefinition> {
  const file = new URL(`../../data/templates/${template}.json`, import.meta.url);
  return (JSON.parse(await readFile(file, 'utf8')) as { definition: CascadeDefinition }).definition;
}

/** The definition with every limit moved, as an author would try it. */
export const withOtherLimits = (definition: CascadeDefinition): CascadeDefinition =>
  JSON.parse(
    JSON.stringify(definition, (key, value: unknown) =>
      key === 'value' && typeof value === 'number' && value > 10 ? value + 20 : value,
    ),
  ) as CascadeDefinition;

interface Ran {
  readonly payload: JsonObject;
  readonly outcome: string | null;
  readonly steps: readonly StepRecord[];
  readonly effects: readonly EffectIntent[];
}

/** A run to its end, in which everything comes at once; null if a person is asked. */
function run(definition: CascadeDefinition, applicant: number): Ran | null {
  const payload = {
    applicant: {
      ...{ first_name: `Ada${applicant}`, last_name: 'Example', email: `a${applicant}@example.com` },
      ...{ date_of_birth: '1980-01-02', monthly_income: 2_000 + ((applicant * 7_919) % 9_000) },
      address: { line1: '1 Main St', city: 'Springfield', state: 'IL', postal_code: '62701' },
    },
  };
  const context: RunContext = {
    execution: { id: 1, mode: 'live', externalReference: null, skipWaits: false },
    workflow: { name: 'Bench', useCase: null },
    ...{ payload, sandbox: NOBODY, reusedReports: new Map(), noticeClock: null },
  };
  const effects = new Map<string, EffectFact>();
  const [steps, history] = [new Map<string, StepRecord>(), new Map<string, PastVisit>()];
  const outputs = new Map<string, Json>();
  const asked: EffectIntent[] = [];
  let state = initialState(definition);
  for (let now = NOW; ; now += 1_000) {
    const facts = { effects, rounds: new Map() };
    const result = advance({ definition, state, run: context, outputs, history: [...history.values()], facts, now });
    ({ state } = result);
    for (const step of result.steps) {
      const key = `${step.nodeId}#${step.visit}`;
      steps.set(key, { ...step, startedAt: steps.get(key)?.startedAt ?? step.startedAt });
      history.set(key, step);
      if (step.output !== null) outputs.set(step.nodeId, step.output);
    }
    for (const intent of result.effects) {
      asked.push(intent);
      effects.set(intent.key, factOf(intent, payload, now));
    }
    if (result.status === 'completed')
      return { payload, outcome: result.outcome, steps: [...steps.values()], effects: asked };
    if (result.rounds.length > 0 || result.status === 'failed') return null;
  }
}

function factOf({ request }: EffectIntent, payload: JsonObject, now: number): EffectFact {
  if (request.kind !== 'live_pull')
    return simulatedEffect(request, now, { payload, mode: 'live', completesLetters: true });
  const product = productByCode(request.product_code);
  if (product === undefined) throw new Error(`there is no product ${request.product_code}`);
  const answer = testAnswer(product, payload, { sandbox: NOBODY, asOf: '2026-01-05' });
  if (answer.kind !== 'report') throw new Error('a report failed');
  return { status: 'done', at: now, result: { artifact_id: 1, report: answer.output } };
}

/** So many executions that have ended, with their steps and effects. */
export async function fill(
  db: Database,
  { accountId, clientId, workflowId }: Seed,
  definition: CascadeDefinition,
  count: number,
): Promise<void> {
  const runs = Array.from({ length: APPLICANTS }, (_each, index) => run(definition, index)).filter(
    (ran) => ran !== null,
  );
  const copies = Math.ceil(count / runs.length);
  for (const [index, { payload, outcome, steps, effects }] of runs.entries()) {
    const kept = effects.filter(({ request }) => request.kind !== 'live_pull');
    const rows = steps.map(({ nodeId, visit, nodeType, status, output, causes, startedAt, endedAt }) => ({
      ...{ node_id: nodeId, visit, node_type: nodeType, status, output, causes },
      started_at: at(startedAt),
      ended_at: at(endedAt),
    }));
    const asked = kept.map(({ key, nodeId, visit, request }) => ({
      key,
      node_id: nodeId,
      visit,
      kind: request.kind,
      request,
    }));
    await sql`
      with e as (
        insert into execution (account_id, api_client_id, workflow_id, workflow_version, status, outcome, execution_mode,
          payload, run_key, started_at, completed_at)
        select ${accountId}, ${clientId}, ${workflowId}, 1, 'completed', ${outcome}, 'live', ${JSON.stringify(payload)}::jsonb,
          gen_random_uuid(), now(), now()
        from generate_series(1, least(${copies}::int, ${count - index * copies}::int))
        returning id
      ), s as (
        insert into step (execution_id, node_id, visit, node_type, status, output, causes, started_at, ended_at)
        select e.id, r.* from e cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (node_id text, visit int, node_type text, status text, output jsonb, causes jsonb, started_at timestamptz, ended_at timestamptz)
      )
      insert into effect (execution_id, key, node_id, visit, kind, request, status, finished_at)
      select e.id, r.*, 'done', now() from e cross join jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as r (key text, node_id text, visit int, kind text, request jsonb)`.execute(db.kysely);
  }
  await sql`vacuum (analyze) execution, step, effect`.execute(db.kysely);
}

const at = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
