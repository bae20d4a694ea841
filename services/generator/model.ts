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
import { instructionsFor } from './instructions.ts';

/**
 * Job: the rules of a policy from an OpenAI-compatible endpoint, with one repair round.
 * Boundary: what the model says is data, and so is the policy. An answer that does not satisfy the schema, quotes words
 * that are not in the policy or names fields that there are not is none; the cascade is built by our own emitter.
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

/** Throws ModelUnavailable. */
export async function generateByModel(
  ask: Ask,
  model: string,
  request: GenerationRequest,
  signal: AbortSignal,
  nouns?: Phrases,
): Promise<Generation> {
  const sent = sentFields(request.dictionary);
  const schema = draftSchema({ type: 'string', enum: [...draftFields(sent)] });
  const answered = async (asked: readonly Message[]) =>
    answerOf(await ask(asked, signal, schema), request.prompt, sent);
  const messages: Message[] = [
    { role: 'system', content: instructionsFor(sent) },
    { role: 'user', content: JSON.stringify({ policy: request.prompt }) },
  ];
  const first = await answered(messages);
  const isRepaired = first.draft.errors.length > 0 && !first.isRefusal;
  const { draft } = isRepaired ? await answered([...messages, ...repairOf(first)]) : first;
  const { errors } = draft;
  if (errors.length === 0) return generateFromDraft(draft, request, { model, repaired: isRepaired }, nouns);
  const name = request.name ?? draft.name ?? nameOf(request.useCase);
  return { model, repaired: false, name, ok: false, errors, unread: [], unrecognized: [] };
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

/** What another reader of the answer would take otherwise is sent back, too: it may be a figure of a rule. */
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
