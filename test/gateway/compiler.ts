import type { JsonObject } from '../../core/json.ts';
import { generate } from '../../core/policies/generation.ts';

/** The generator service's reply to a request: the built-in compiler's answer, as it comes over the bus. */
export function compilerReply(request: unknown): Promise<JsonObject> {
  const { prompt, name, use_case: useCase } = request as JsonObject;
  const generation = generate({
    prompt: String(prompt),
    useCase: String(useCase),
    now: Date.UTC(2026, 0, 5),
    ...(typeof name === 'string' ? { name } : {}),
  });
  return Promise.resolve(JSON.parse(JSON.stringify({ ok: true, generation })) as JsonObject);
}
