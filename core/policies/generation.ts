import { nameOf } from '../rules/build.ts';
import { generationOf, type Generation, type GenerationRequest } from '../rules/generation.ts';
import { isoTime } from '../time.ts';
import { compilePolicy } from './compile.ts';
import { unreadOf } from './suggest.ts';

const BUILTIN_MODEL = 'builtin-1';

/** The built-in compiler's answer to a prompt. Pure. */
export function generate(request: GenerationRequest): Generation {
  const compiled = compilePolicy(request.prompt, {
    useCase: request.useCase,
    defaultPurpose: request.defaultPurpose ?? null,
    asOf: isoTime(request.now).slice(0, 10),
    ...(request.name === undefined ? {} : { name: request.name }),
  });
  const common = { model: BUILTIN_MODEL, repaired: false, unrecognized: [] };
  if (!compiled.ok) {
    const { details: errors, refused, reading } = compiled;
    const unread = unreadOf(refused, reading);
    return { ...common, ok: false, name: request.name ?? nameOf(request.useCase), errors, unread };
  }
  return { ...common, ...generationOf(compiled, compiled.reading, request) };
}
