import OpenAI, { APIConnectionTimeoutError, APIUserAbortError } from 'openai';
import type { ErrorDetail } from '../../core/errors.ts';
import type { Json, JsonSchema } from '../../core/json.ts';
import { fieldOf } from '../../core/path.ts';
import type { Phrases } from '../../core/policies/language/phrases.ts';
import { readJson, UnreadableJson } from '../../core/read-json.ts';
import { nameOf } from '../../core/rules/build.ts';
import {
  draftFields,
  draftOf,
  draftSchema,
  sentFields,
  generateFromDraft,
  type Draft,
  type DraftAnswer,
  type SentFields,
} from '../../core/drafts/index.ts';
import type { Generation, GenerationRequest } from '../../core/rules/generation.ts';
import { compileValidator } from '../../platform/validation/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { instructionsFor, type Wording } from './instructions.ts';

/**
 * Job: the rules of a policy from an OpenAI-compatible endpoint, read twice, each with one repair round. Boundary: what
 * the model says is data, and so is the policy. An answer is refused if it does not satisfy the schema, quotes words
 * that are not in the policy or names unknown fields. Our own emitter builds the cascade.
 */
export interface ModelSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  readonly timeoutMs: number;
  readonly maxTokens: number;
}

/** The endpoint cannot be reached, fails, or is too slow. */
export class ModelUnavailable extends Error {
  override readonly name = 'ModelUnavailable';
}

/** `schema`: the form of the answer. */
export type Ask = (messages: readonly Message[], signal: AbortSignal, schema: JsonSchema) => Promise<Reply>;
export type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };
type Reply = { readonly refusal: string | null; readonly text: string };

/** Retries of the client: connection errors, 408, 409, 429 and 5xx, with back-off. */
const MOST_RETRIES = 2;

export function askModel({ baseUrl, apiKey, model, timeoutMs, maxTokens }: ModelSettings): Ask {
  const client = new OpenAI({ baseURL: baseUrl, apiKey, timeout: timeoutMs, maxRetries: MOST_RETRIES });
  return async (messages, signal, schema) => {
    try {
      const { choices } = await client.chat.completions.create(
        {
          model,
          messages: messages.map((message) => ({ ...message })),
          max_tokens: maxTokens,
          temperature: 0,
          response_format: { type: 'json_schema', json_schema: { name: 'policy', schema: { ...schema } } },
        },
        { signal },
      );
      const message = choices?.[0]?.message;
      return { refusal: message?.refusal ?? null, text: message?.content ?? '' };
    } catch (error) {
      const isLate = error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError;
      throw new ModelUnavailable(isLate ? 'The model did not reply in time.' : 'The model could not be asked.', {
        cause: error,
      });
    }
  };
}

/** A model, and how it is asked. */
export interface Model {
  readonly name: string;
  readonly ask: Ask;
}

/** The model whose rules make the cascade, and the one that reads the policy again. They may be the same. */
export interface Models {
  readonly first: Model;
  readonly second: Model;
}

interface Limits {
  readonly nouns?: Phrases;
  /** Milliseconds until nobody waits for the generation any longer. */
  readonly leftMs: number;
  readonly log: Pick<Logger, 'warn'>;
}

/** The rest is for building and comparing. */
const SHARE_OF_SECOND = 0.8;

/**
 * Both readings are asked for at once. A second reading that fails, or takes too long, leaves the draft read once. Throws
 * ModelUnavailable if the first one is not there.
 */
export async function generateByModel(
  { first, second }: Models,
  request: GenerationRequest,
  { nouns, leftMs, log }: Limits,
): Promise<Generation> {
  const isSettled = new AbortController();
  const untilLate = AbortSignal.timeout(Math.ceil(leftMs * SHARE_OF_SECOND));
  const beside = readBy(second, 'second', request, AbortSignal.any([untilLate, isSettled.signal])).catch(
    (error: unknown) => {
      if (!isSettled.signal.aborted) log.warn({ err: error }, 'the policy was not read a second time');
      return null;
    },
  );
  try {
    const { draft, isRepaired } = await readBy(first, 'first', request, AbortSignal.timeout(leftMs));
    const { errors, ambiguous, notExpressed } = draft;
    const name = request.name ?? draft.name ?? nameOf(request.useCase);
    if (errors.length > 0)
      return { model: first.name, repaired: false, name, ok: false, errors, unread: [], unrecognized: [] };
    const read = ambiguous.length + notExpressed.length > 0 ? null : await beside;
    const isRead = read !== null && read.draft.errors.length === 0;
    return generateFromDraft(
      draft,
      request,
      { model: first.name, repaired: isRepaired },
      {
        ...(nouns === undefined ? {} : { nouns }),
        second: isRead ? { model: second.name, draft: read.draft } : null,
      },
    );
  } finally {
    isSettled.abort();
  }
}

/** One reading, asked once more if its answer is not valid. */
async function readBy(
  { ask }: Model,
  wording: Wording,
  { prompt, dictionary }: GenerationRequest,
  signal: AbortSignal,
): Promise<{ readonly draft: Draft; readonly isRepaired: boolean }> {
  const sent = sentFields(dictionary);
  const schema = draftSchema({ type: 'string', enum: [...draftFields(sent)] });
  const answered = async (asked: readonly Message[]) => answerOf(await ask(asked, signal, schema), prompt, sent);
  const messages: Message[] = [
    { role: 'system', content: instructionsFor(sent, wording) },
    { role: 'user', content: JSON.stringify({ policy: prompt }) },
  ];
  const answer = await answered(messages);
  const isRepaired = answer.draft.errors.length > 0 && !answer.isRefusal;
  const { draft } = isRepaired ? await answered([...messages, ...repairOf(answer)]) : answer;
  return { draft, isRepaired };
}

interface Answer {
  readonly text: string;
  readonly draft: Draft;
  readonly isRefusal: boolean;
}

const MOST_NAME_CHARACTERS = 200;
/** More of them would only fill the question. */
const MOST_ERRORS = 50;

/** A model's reply as a draft, or what is wrong with it: the details go back to the model once, then to the caller. */
function answerOf({ refusal, text }: Reply, prompt: string, sent: SentFields): Answer {
  if (refusal !== null) {
    return {
      ...failed(text, [{ field: 'prompt', message: `The model refused: ${refusal.slice(0, 300)}` }]),
      isRefusal: true,
    };
  }
  const answer = parse(text);
  if ('error' in answer) return failed(text, [answer.error]);
  const details = checkAnswer(answer.value);
  if (details.length > 0) return failed(text, details.slice(0, MOST_ERRORS));
  // The schema was checked just now.
  const draft = draftOf(answer.value as unknown as DraftAnswer, prompt, sent);
  const name = draft.name?.trim().slice(0, MOST_NAME_CHARACTERS) ?? '';
  return { text, draft: { ...draft, name: name === '' ? null : name }, isRefusal: false };
}

const failed = (text: string, errors: readonly ErrorDetail[]): Answer => ({
  text,
  draft: { name: null, rules: [], isWritten: false, notExpressed: [], ambiguous: [], remarks: [], errors },
  isRefusal: false,
});

/** A part that another reader would read otherwise is sent back, too: it may be a figure of a rule. */
function parse(text: string): { readonly value: Json } | { readonly error: ErrorDetail } {
  try {
    return { value: readJson(text) };
  } catch (error) {
    if (!(error instanceof UnreadableJson)) return { error: { field: 'rules', message: 'The answer is not JSON.' } };
    return { error: { field: fieldOf(error.way), message: error.problem } };
  }
}

function repairOf({ text, draft: { errors } }: Answer): Message[] {
  const list = errors.map(({ field, message }) => `- ${field}: ${message}`).join('\n');
  return [
    { role: 'assistant', content: text },
    { role: 'user', content: `The answer is not valid:\n${list}\nSend the whole corrected answer.` },
  ];
}

/** A field of which the model was not told is answered with the nearest one. */
const checkAnswer = compileValidator(draftSchema({ type: 'string' }));
