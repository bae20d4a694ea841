import { validateDefinition } from '../../core/definition/validate.ts';
import { ERROR_CODES, type ErrorCode, type ErrorDetail } from '../../core/errors.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { compileValidator } from '../../platform/validation.ts';

/** As in the error envelope: dotted field and what is wrong with it. */
type Detail = { field: string; message: string };

/** Answer of `generator.generate`: why there is no cascade. `code` and `details` are those of the public API's error. */
export type GenerateAnswer = {
  readonly ok: false;
  readonly code: Extract<ErrorCode, 'validation_failed' | 'service_unavailable'>;
  readonly message: string;
  readonly details: Detail[];
};

/** Answer of `generator.validate`. */
export type ValidateAnswer =
  | { readonly ok: true; readonly valid: boolean; readonly errors: Detail[] }
  | { readonly ok: false; readonly code: 'malformed_request'; readonly message: string };

/** Reference, "Limits": generate prompt. */
const MOST_PROMPT_CHARACTERS = 5_000;

const validateRequest = compileValidator({
  type: 'object',
  required: ['prompt'],
  properties: {
    prompt: { type: 'string', minLength: 1, maxLength: MOST_PROMPT_CHARACTERS, pattern: '\\S' },
    name: { type: 'string' },
    use_case: { type: 'string' },
  },
});

/** Checks a request to make a cascade of a prompt. No compiler is part of this installation, and the answer says so. */
export function answerGenerate(request: Json): GenerateAnswer {
  const details = validateRequest(request);
  if (details.length > 0) {
    return {
      ok: false,
      code: 'validation_failed',
      message: ERROR_CODES.validation_failed.message,
      details: plain(details),
    };
  }
  return {
    ok: false,
    code: 'service_unavailable',
    message: 'No compiler of prompts is installed. Send the definition itself.',
    details: [],
  };
}

/** All that is wrong with `{definition}`: the same check that saving it makes. */
export function answerValidate(request: Json): ValidateAnswer {
  if (!isJsonObject(request) || !Object.hasOwn(request, 'definition')) {
    return { ok: false, code: 'malformed_request', message: 'The request must be an object with a definition.' };
  }
  const errors = validateDefinition(request.definition);
  return { ok: true, valid: errors.length === 0, errors: plain(errors) };
}

function plain(details: readonly ErrorDetail[]): Detail[] {
  return details.map(({ field, message }) => ({ field, message }));
}
