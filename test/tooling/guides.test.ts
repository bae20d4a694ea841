import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { administer } from '../../cli/program.ts';
import { CONDITION_OPERATORS } from '../../core/cascade/operators/index.ts';
import { lintDefinition } from '../../core/cascade/lint.ts';
import { NODES, type CascadeDefinition } from '../../core/cascade/registry.ts';
import { EVENT_NAMES } from '../../core/events.ts';
import { PRODUCT_CODES } from '../../core/products/index.ts';
import type { JsonObject } from '../../core/json.ts';
import { openApiDocument } from '../../services/gateway/docs/openapi/index.ts';
import { ROUTES } from '../../services/gateway/routes.ts';
import { blocksOfGuide } from '../docs/support/blocks.ts';
import { describe, expect, test } from '../support/jest.ts';
import { plenty } from '../support/work.ts';

const textOf = (guide: string): string =>
  readFileSync(join(import.meta.dirname, `../../docs/guides/${guide}.md`), 'utf8');

test.each([
  ['cascades', 'node kind', NODES.specs.map(({ kind }) => kind)],
  ['cascades', 'product', PRODUCT_CODES],
  ['conditions', 'operator', CONDITION_OPERATORS],
  ['webhooks', 'event', EVENT_NAMES],
] as const)('the guide %s says of each %s what it is', (guide, _, names) => {
  const text = textOf(guide);
  const isThere = (name: string) =>
    new RegExp(`^## (?:Action: )?${name}$|\`${name.replaceAll('.', '\\.')}\``, 'm').test(text);
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});

test.each(['renting', 'lending', 'hiring'])(
  'the guide %s is a whole cascade with its letter, a review that is decided and a batch',
  (guide) => {
    const blocks = blocksOfGuide(guide);
    const [cascade] = blocks.filter(({ words }) => words[0] === 'cascade');
    const definition = JSON.parse(cascade?.text ?? '[]') as JsonObject[];
    const has = (isSo: (node: JsonObject) => boolean) => definition.some(isSo);
    expect([
      has(({ action_type: action }) => action === 'AdverseAction'),
      has(({ human_review_steps: steps }) => Array.isArray(steps) && steps.length > 0),
      has(({ type }) => type === 'BillingProduct'),
    ]).toEqual([true, true, true]);
    const commands = blocks.filter(({ language }) => language === 'bash').map(({ text }) => text);
    for (const path of ['/trigger', '/review_decisions', '/batches']) {
      expect([path, commands.some((command) => command.includes(path))]).toEqual([path, true]);
    }
  },
);

describe('sentences that were wrong once', () => {
  test('the members that webhooks names of an event are those of the document', () => {
    const [sentence = ''] = /^`data` of an execution's event has .*? and more/m.exec(textOf('webhooks')) ?? [];
    const named = Array.from(sentence.matchAll(/`(\w+)`/g), ([, name = '']) => name).filter((name) => name !== 'data');
    expect(named).toContain('workflow_execution_id');
    const { webhooks } = openApiDocument(ROUTES, { baseUrl: 'http://127.0.0.1', docsUrl: 'http://127.0.0.1/docs' });
    const described = JSON.stringify(webhooks);
    for (const name of named) expect([name, described.includes(`"${name}"`)]).toEqual([name, true]);
  });

  test('a branch without a next step ends, and saving warns as the page says', () => {
    const definition: CascadeDefinition = [{ id: 'start', type: 'ApplicantSource', next_step: [] }];
    const codes = lintDefinition(definition, plenty()).map(({ code }) => code);
    const [row = ''] = /^\| `next_step` .*$/m.exec(textOf('cascades')) ?? [];
    expect(codes).toContain('dead_end');
    expect(row).toContain('warns (`dead_end`)');
  });

  test('evidence is verified with --keys, which the command requires', async () => {
    let err = '';
    const surroundings = { env: {}, out: () => undefined, err: (text: string) => (err += text) };
    expect(await administer(['evidence', 'verify', 'x.zip'], surroundings)).toBe(2);
    expect(err).toContain('--keys');
    const commands = textOf('going-live').match(/evidence verify FILE.*?`/g) ?? [];
    expect(commands).not.toEqual([]);
    for (const command of commands) expect(command).toContain('--keys');
  });
});
