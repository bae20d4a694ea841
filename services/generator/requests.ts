import { setImmediate as nextTurn } from 'node:timers/promises';
import { NOTICE_PURPOSES } from '../../core/cascade/notice-request.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import { ERROR_CODES, type ErrorCode, type ErrorDetail } from '../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { nearestForms } from '../../core/policies/nearest/index.ts';
import { generate } from '../../core/policies/generation.ts';
import type { Generation, GenerationRequest } from '../../core/rules/generation.ts';
import { ConcurrencySlots } from '../../platform/concurrency-slots.ts';
import type { Logger } from '../../platform/log/index.ts';
import { compileValidator } from '../../platform/validation/index.ts';
import { generateByModel, ModelUnavailable, type Models } from './model.ts';
import { vocabularyOf, type Vocabulary } from './vocabulary.ts';

/** Dotted field and what is wrong with it, as in the error envelope. */
type Detail = { field: string; message: string };

/** Reply of `generator.generate`. `code` and `details` are those of the public API's error. */
export type GenerateAnswer =
  | { readonly ok: true; readonly generation: JsonObject }
  | {
      readonly ok: false;
      readonly code: Extract<ErrorCode, 'validation_failed' | 'service_unavailable'>;
      readonly message: string;
      readonly details: Detail[];
    };

/** Reply of `generator.validate`. */
export type ValidateAnswer =
  | { readonly ok: true; readonly valid: boolean; readonly errors: Detail[] }
  | { readonly ok: false; readonly code: 'malformed_request'; readonly message: string };

/** OpenAPI document, generateWorkflow. */
const MOST_PROMPT_CHARACTERS = 5_000;
/** Requests that name no account share what one account has. */
const NO_ACCOUNT = 0;
/** Where a request names none. */
const DEFAULT_TIMEOUT_MS = 60_000;

const validateRequest = compileValidator({
  type: 'object',
  required: ['prompt'],
  properties: {
    prompt: { type: 'string', minLength: 1, maxLength: MOST_PROMPT_CHARACTERS, pattern: '\\S' },
    name: { type: 'string' },
    use_case: { type: 'string' },
    account_id: { type: 'integer', minimum: 1 },
    default_purpose: { type: ['string', 'null'], enum: [...NOTICE_PURPOSES, null] },
    /** The account's dictionary and its version. */
    dictionary: {
      type: 'object',
      required: ['version', 'fields'],
      properties: { version: { type: 'integer', minimum: 0 }, fields: { type: 'object' } },
    },
    /** The products that it describes. */
    products: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        required: ['version', 'product'],
        properties: { version: { type: 'integer', minimum: 1 }, product: { type: 'object' } },
      },
    },
    /** Nobody waits for the reply any longer. No point in time: the clocks of two machines differ. */
    timeout_ms: { type: 'number', minimum: 0 },
  },
});

export interface GenerateServices {
  /** The slots of all prompts, shared by accounts. */
  readonly slots: ConcurrencySlots;
  /** Null: the built-in compiler. */
  readonly models: Models | null;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * `concurrency` prompts are worked on at once, of one account at most half of them; `limit` more of each account wait, and
 * accounts take turns.
 */
export function promptSlots({ concurrency, limit }: { readonly concurrency: number; readonly limit: number }) {
  return new ConcurrencySlots({
    slots: concurrency,
    perOwner: Math.ceil(concurrency / 2),
    waitingPerOwner: limit,
    patienceMs: DEFAULT_TIMEOUT_MS,
  });
}

/** A cascade from a prompt, or why there is none. Never throws. */
export async function answerGenerate(request: Json, { slots, models, log }: GenerateServices): Promise<GenerateAnswer> {
  const details = validateRequest(request);
  if (details.length > 0 || !isJsonObject(request)) {
    return {
      ok: false,
      code: 'validation_failed',
      message: ERROR_CODES.validation_failed.message,
      details: plain(details),
    };
  }
  const timeoutMs = typeof request.timeout_ms === 'number' ? request.timeout_ms : DEFAULT_TIMEOUT_MS;
  const deadline = Date.now() + timeoutMs;
  const account = typeof request.account_id === 'number' ? request.account_id : NO_ACCOUNT;
  const giveBack = await slots.take(account, { patienceMs: timeoutMs });
  if (giveBack === null) return unavailable(BUSY);
  try {
    if (Date.now() >= deadline) return unavailable(BUSY);
    // Only now: what an account declared takes time, of which it has its share.
    const vocabulary = vocabularyOf(account, request.dictionary, request.products);
    const { nouns } = vocabulary;
    const asked = generationRequest(request, vocabulary);
    const leftMs = Math.max(1, deadline - Date.now());
    const generation = await (models === null
      ? compile(asked, nouns)
      : generateByModel(models, asked, { ...(nouns === undefined ? {} : { nouns }), leftMs, log }));
    return { ok: true, generation: asJson(generation) };
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    log.warn({ err: error }, 'the model gave no reply');
    return unavailable(error.message);
  } finally {
    giveBack();
  }
}

function generationRequest(request: JsonObject, { dictionary, products }: Vocabulary): GenerationRequest {
  return {
    prompt: String(request.prompt),
    useCase: typeof request.use_case === 'string' ? request.use_case : 'tenant_screening',
    defaultPurpose: NOTICE_PURPOSES.find((purpose) => purpose === request.default_purpose) ?? null,
    now: Date.now(),
    dictionary,
    products,
    ...(typeof request.name === 'string' ? { name: request.name } : {}),
  };
}

/** Compiling does not yield, so between two prompts of a full queue heartbeats are sent. */
async function compile(request: GenerationRequest, nouns: Vocabulary['nouns']): Promise<Generation> {
  await nextTurn();
  return generate(request, (quote) => nearestForms(quote, nouns, request.products), nouns);
}

const BUSY = 'The generator is busy.';

function unavailable(message: string): GenerateAnswer {
  return { ok: false, code: 'service_unavailable', message, details: [] };
}

/** Plain JSON: what is optional and missing has no member. */
function asJson(generation: Generation): JsonObject {
  return JSON.parse(JSON.stringify(generation)) as JsonObject;
}

/** All that is wrong with `{definition}`: the same check that saving it makes. */
export function answerValidate(request: Json): ValidateAnswer {
  if (!isJsonObject(request) || !Object.hasOwn(request, 'definition')) {
    return { ok: false, code: 'malformed_request', message: 'The request must be an object with a definition.' };
  }
  const errors = validateDefinition(request.definition).details;
  return { ok: true, valid: errors.length === 0, errors: plain(errors) };
}

function plain(details: readonly ErrorDetail[]): Detail[] {
  return details.map(({ field, message }) => ({ field, message }));
}
