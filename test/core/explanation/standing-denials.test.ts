import { readFileSync } from 'node:fs';
import { isKind, type CascadeDefinition, type CascadeNode } from '../../../core/cascade/registry.ts';
import { explainNotice } from '../../../core/explanation/index.ts';
import { simulate, type Simulation } from '../../../core/explanation/simulate.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { productCodeOf } from '../../../core/cascade/own-products.ts';
import { put } from '../../../core/readback/domains.ts';
import { examplesOf } from '../../../core/readback/examples.ts';
import { approve, ifElse, notice, source, when } from '../interpreter/cascades.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { IS_WHOLE, sampleOf } from '../../support/sample.ts';
import { plenty } from '../../support/work.ts';

type Decisions = Readonly<Record<string, 'approved' | 'denied'>>;

interface Run {
  readonly definition: CascadeDefinition;
  readonly payload: JsonObject;
  readonly reports?: Readonly<Record<string, JsonObject>>;
  readonly decisions?: Decisions;
}

const run = ({ definition, payload, reports = {}, decisions = {} }: Run): Simulation =>
  simulate(
    definition,
    {
      ...{ payload, reports, decisions, completesLetters: true },
      workflow: { name: 'x', useCase: null },
      sandbox: { find: () => undefined },
      now: Date.UTC(2026, 10, 25),
    },
    plenty(),
  );

function explained(of: Run, at: string): JsonObject {
  const { recorded, notices } = run(of);
  const found = notices.find(({ ref }) => ref.node_id === at);
  if (found === undefined) throw new Error('no such notice');
  return explainNotice(recorded, found, plenty());
}

const APPLICANT = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Doe' };
const offer: CascadeNode = {
  id: 'offer',
  type: 'Action',
  action_type: 'AdverseAction',
  adverse_action: { recipient: '{{applicant.email}}', action_taken: 'other_action', statement: 'Less.' },
};

describe('an explanation does not promise what another denial takes away', () => {
  // Rules: 10.28.1
  test('neither an offer that came beside the notice of a denial', () => {
    const definition = [
      source('amount', 'age'),
      ifElse('amount', { pass: when('applicant.amount', 'equals', 1), then: ['approve'], otherwise: ['offer'] }),
      ifElse('age', { pass: when('applicant.years', 'equals', 1), then: ['approve'], otherwise: ['decline'] }),
      ...[approve('approve'), offer, notice('decline', 'auto_send')],
    ];
    const of = { definition, payload: { applicant: { ...APPLICANT, amount: 0, years: 0 } } };
    expect(run(of).outcome).toBe('denied');
    const explanation = explained(of, 'offer');
    expect(explanation.would_have_changed).toMatchObject({ values: [{ value: 1 }], leads_to: 'no_notice' });
    expect(explanation.summary).toContain('The application would then not have come to this notice.');
  });

  test('nor a person who denied before', () => {
    const asks = (id: string, next: string) =>
      ifElse(id, { review: when('applicant.flag', 'is_true'), reviewed: [next], otherwise: [next] });
    const able = { pass: when('user_approved', 'is_true'), then: ['approve'], otherwise: ['decline'] };
    const ends = [approve('approve'), notice('decline', 'auto_send')];
    const payload = { applicant: { ...APPLICANT, flag: true } };
    const twice = [source('first'), asks('first', 'second'), asks('second', 'able'), ifElse('able', able), ...ends];
    const decisions: Decisions = { first: 'denied', second: 'denied' };
    const approved: Decisions = { first: 'denied', second: 'approved' };
    expect(run({ definition: twice, payload, decisions: approved }).outcome).toBe('denied');
    expect(explained({ definition: twice, payload, decisions }, 'decline').summary).toContain(
      'A reviewer who approved at second would have spared this notice, but not the denial.',
    );
    const once = [source('first'), asks('first', 'able'), ifElse('able', able), ...ends];
    expect(explained({ definition: once, payload, decisions: { first: 'denied' } }, 'decline').summary).toContain(
      'A reviewer who approved at first would have changed the outcome.',
    );
  });
});

const CASES = readFileSync(new URL('../notices/lawyer/cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): { readonly id: string; readonly definition: CascadeDefinition } => JSON.parse(line));

// Rules: 10.28.1
test('what strangers’ cascades would have needed leads where the explanation says', () => {
  let compared = 0;
  const wrong: unknown[] = [];
  for (const { id, definition } of sampleOf(CASES, 3)) {
    const codes = new Map(
      definition.flatMap((node) => (isKind(node, 'BillingProduct') ? [[node.id, productCodeOf(node) ?? '']] : [])),
    );
    if (new Set(codes.values()).size < codes.size) continue;
    const rows = examplesOf(definition, { useCase: null, now: Date.UTC(2026, 10, 25) }, plenty()).tables.flatMap(
      (table) => {
        const found = table.rows.find(({ result }) => result === 'denied');
        return found === undefined ? [] : [found.applicant];
      },
    );
    for (const { payload, reports } of rows.slice(0, 2)) {
      const { recorded, notices } = run({ definition, payload, reports });
      for (const found of notices) {
        const { values, leads_to: leadsTo } = explainNotice(recorded, found, plenty())
          .would_have_changed as unknown as {
          readonly values: readonly { source_node_id: string; field: string; where: Json; value: Json }[];
          readonly leads_to: string | null;
        };
        if (leadsTo !== 'approved' && leadsTo !== 'conditional') continue;
        if (values.some(({ field, where }) => where !== null || /\.(?:any|all|count|sum|max|min)\b/.test(field)))
          continue;
        const changed = structuredClone({ payload, reports: { ...reports } });
        for (const { source_node_id: node, field, value } of values) {
          const code = codes.get(node);
          if (code === undefined) put(changed.payload, field.replace(/^context\./, '').split('.'), value);
          else put((changed.reports[code] ??= {}), field.split('.'), value);
        }
        const { outcome } = run({ definition, ...changed });
        if (outcome !== leadsTo) wrong.push([id, leadsTo, outcome, values]);
        compared += 1;
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(IS_WHOLE ? 250 : 80);
});
