import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '../support/jest.ts';
import type { JsonObject } from '../../core/json.ts';
import { generate, type Generation } from '../../core/policies/generation.ts';
import { askModel, generateByModel, ModelUnavailable } from '../../services/generator/model.ts';
import { answerGenerate, promptSlots } from '../../services/generator/requests.ts';

const BANDS = 'Approve if the credit score is at least 700. Review from 600 to 699. Deny below 600.';
const REQUEST = { prompt: BANDS, useCase: 'tenant_screening', now: Date.UTC(2026, 0, 5) };

/** One reply of the model: text of its message, a refusal, an HTTP status, or silence. */
type Scripted = { text: string } | { refusal: string } | { status: number } | 'silence';

let server: Server;
let script: Scripted[];
let received: JsonObject[];
let baseUrl: string;

beforeEach(async () => {
  script = [];
  received = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as JsonObject);
      const next = script.shift() ?? { status: 500 };
      if (next === 'silence') return;
      if ('status' in next) {
        response.writeHead(next.status, { 'retry-after-ms': '1' }).end('{"error":{"message":"no"}}');
        return;
      }
      const message = 'text' in next ? { content: next.text, refusal: null } : { content: null, refusal: next.refusal };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', ...message } }],
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (timeoutMs = 5_000) => askModel({ baseUrl, apiKey: 'secret-key', model: 'm-1', timeoutMs, maxTokens: 999 });
const made = (...replies: Scripted[]): Promise<Generation> => {
  script = replies;
  return generateByModel(ask(), 'm-1', REQUEST, new AbortController().signal);
};
const good = (): string => {
  const generation = generate(REQUEST);
  if (!generation.ok) throw new Error('not compiled');
  return JSON.stringify({ name: 'Bands', definition: generation.definition });
};
const explanationOf = (generation: Generation) => {
  if (!generation.ok) throw new Error(JSON.stringify(generation.errors));
  return generation.explanation;
};
const INVALID = JSON.stringify({ name: 'Bad', definition: [{ id: 'a', type: 'Walk' }] });

describe('a model that', () => {
  test('replies well gives a cascade with warnings and confirmed examples', async () => {
    const generation = await made({ text: good() });
    expect(generation).toMatchObject({ ok: true, name: 'Bands', model: 'm-1', repaired: false, warnings: [] });
    expect(generation.ok && generation.explanation.branches.length).toBeGreaterThan(1);
  });

  test('sends one letter for an employment that takes two is asked once more', async () => {
    const request = { ...REQUEST, useCase: 'hiring' };
    const draft = JSON.parse(good()) as { definition: { adverse_action?: JsonObject }[] };
    const say = (settings: JsonObject): Scripted => ({
      text: JSON.stringify({
        ...draft,
        definition: draft.definition.map((node) =>
          node.adverse_action === undefined ? node : { ...node, adverse_action: settings },
        ),
      }),
    });
    const settings = { recipient: '{{applicant.email}}' };
    script = [say(settings), say({ ...settings, action_taken: 'adverse_employment' })];
    const generation = await generateByModel(ask(), 'm-1', request, new AbortController().signal);
    expect(generation).toMatchObject({ ok: true, repaired: true });
    expect(JSON.stringify(received[1])).toContain('must be `adverse_employment`');
  });

  test('replies well is traced: each sentence has the nodes that its example applicant comes to', async () => {
    const generation = await made({ text: good() });
    const { sentences, branches, branches_without_example: none, assumptions } = explanationOf(generation);
    expect(sentences.map(({ decision, node_ids: ids }) => [decision, ids])).toEqual([
      ['approve', ['decide', 'approve']],
      ['review', ['decide']],
      ['deny', ['decide', 'deny']],
    ]);
    expect([branches.length, none, assumptions]).toEqual([3, [], []]);
  });

  test('decides otherwise than a sentence says has no nodes for it, and says that it could not be traced', async () => {
    const lenient = good().replaceAll('600', '300');
    const { sentences, assumptions } = explanationOf(await made({ text: lenient }));
    expect(sentences.map(({ decision, node_ids: ids }) => [decision, ids.length > 0])).toEqual([
      ['approve', true],
      ['review', true],
      ['deny', false],
    ]);
    expect(assumptions).toEqual([expect.stringContaining('could not be traced')]);
  });

  test('understands what we do not is listed sentence by sentence, and examples are found from its own conditions', async () => {
    script = [{ text: good() }];
    const request = { ...REQUEST, prompt: 'Trust those whom the bureau calls prime. Be wary of the rest.' };
    const generation = await generateByModel(ask(), 'm-1', request, new AbortController().signal);
    const { sentences, branches, assumptions } = explanationOf(generation);
    expect(sentences.map(({ decision, node_ids: ids }) => [decision, ids])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(branches.map(({ branch }) => branch).toSorted()).toEqual(['fail', 'human_review', 'pass']);
    expect(assumptions).toHaveLength(1);
  });

  test('makes a branch that nobody takes is told so', async () => {
    const answer = JSON.parse(good()) as { definition: JsonObject[] };
    const impossible = ['greater_than', 'less_than'].map((operator) => ({
      source_node_id: 'credit',
      field: 'score',
      operator,
      value: 700,
    }));
    const definition = answer.definition.map((node) =>
      node.id === 'decide' ? { ...node, branches: { pass: { condition_groups: [{ conditions: impossible }] } } } : node,
    );
    const { branches_without_example: none } = explanationOf(await made({ text: JSON.stringify({ definition }) }));
    expect(none).toEqual([{ node_id: 'decide', branch: 'pass' }]);
  });

  test('is asked with our schema, the products and node types, and the limit of tokens', async () => {
    await made({ text: good() });
    const [request] = received;
    expect(request).toMatchObject({ model: 'm-1', max_tokens: 999, response_format: { type: 'json_schema' } });
    for (const word of ['eviction_history', 'months_since_bankruptcy', 'AdverseAction']) {
      expect(JSON.stringify(request?.messages)).toContain(word);
    }
    expect(JSON.stringify(request?.response_format)).toContain('#/$defs/CascadeNode');
  });

  test.each([
    ['an invalid definition', INVALID],
    ['broken JSON', '{"name": "x", "definition": [{'],
    ['no definition', '{"name":"x"}'],
    ['an empty definition', '{"name":"x","definition":[]}'],
  ])('replies with %s is asked once more with what is wrong, and then it is repaired', async (_, text) => {
    expect(await made({ text }, { text: good() })).toMatchObject({ ok: true, repaired: true });
    expect(received).toHaveLength(2);
    expect(JSON.stringify(received[1]?.messages)).toContain('The definition is not valid');
  });

  test('is wrong twice fails with the errors', async () => {
    const generation = await made({ text: INVALID }, { text: INVALID });
    expect(generation).toMatchObject({
      ok: false,
      repaired: false,
      errors: [{ field: expect.stringContaining('definition') }, {}],
    });
    expect(received).toHaveLength(2);
  });

  test('refuses is quoted, and not asked again', async () => {
    const generation = await made({ refusal: 'I cannot help with that.' });
    expect(generation).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('I cannot help') }] });
    expect(received).toHaveLength(1);
  });

  test('fails for a moment is asked again', async () => {
    expect(await made({ status: 500 }, { text: good() })).toMatchObject({ ok: true });
  });

  test('keeps failing is unavailable', async () => {
    await expect(made({ status: 500 }, { status: 500 }, { status: 500 })).rejects.toThrow(ModelUnavailable);
  });

  test('is silent is unavailable by the deadline of the caller', async () => {
    script = ['silence', 'silence', 'silence'];
    const late = generateByModel(ask(), 'm-1', REQUEST, AbortSignal.timeout(50));
    await expect(late).rejects.toThrow('did not reply in time');
  });

  test('was told by the prompt to add more than a definition changes nothing else', async () => {
    const answer = {
      ...(JSON.parse(good()) as JsonObject),
      active: true,
      model: 'root',
      account_id: 1,
      name: `${'x'.repeat(900)}`,
    };
    const generation = await made({ text: JSON.stringify(answer) });
    expect(Object.keys(generation).toSorted()).toEqual([
      'definition',
      'examples',
      'explanation',
      'model',
      'name',
      'ok',
      'reading',
      'repaired',
      'unrecognized',
      'warnings',
    ]);
    expect([generation.model, generation.name.length]).toEqual(['m-1', 200]);
  });
});

describe('the queue of prompts', () => {
  const log = { warn: () => undefined };

  test('turns prompts away beyond its limit, and those whose caller has gone', async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slots = promptSlots({ concurrency: 1, limit: 1 });
    const slow = { name: 'm', ask: async () => (await gate, { refusal: null, text: good() }) };
    const request = (timeout_ms: number) => answerGenerate({ prompt: BANDS, timeout_ms }, { slots, model: slow, log });
    const working = request(60_000);
    const waiting = request(0);
    expect(await request(60_000)).toMatchObject({ ok: false, code: 'service_unavailable' });
    release();
    expect(await working).toMatchObject({ ok: true });
    expect(await waiting).toMatchObject({ ok: false, code: 'service_unavailable' });
  });
});
