import { isJsonObject, type JsonObject } from '../json.ts';
import type { Product } from './contract.ts';
import type { SandboxAnswer, SandboxRegistry } from './sandbox.ts';

/**
 * The answer of test mode: that of a registered subject, with the amounts that the payload names in place of those that
 * were registered, else a synthetic report. `asOf`: ISO date. Source: semantics 6.
 */
export function testAnswer(
  product: Product,
  payload: JsonObject,
  { sandbox, asOf }: { readonly sandbox: SandboxRegistry; readonly asOf: string },
): SandboxAnswer {
  const applicant = isJsonObject(payload.applicant) ? payload.applicant : {};
  const property = isJsonObject(payload.property) ? payload.property : undefined;
  const registered = sandbox.find(product.code, applicant);
  if (registered === undefined) return { kind: 'report', output: product.synthetic(applicant, asOf, property) };
  if (registered.kind !== 'report' || registered.isGiven === true || product.restated === undefined) return registered;
  return { kind: 'report', output: product.restated(registered.output, applicant, property) };
}

/** The report with the members that are given in place of its own, objects member by member, lists as a whole. */
export function filledReport(given: JsonObject, rest: JsonObject): JsonObject {
  const filled = { ...rest };
  for (const [key, value] of Object.entries(given)) {
    const own = Object.hasOwn(rest, key) ? rest[key] : undefined;
    filled[key] = isJsonObject(value) && isJsonObject(own) ? filledReport(value, own) : value;
  }
  return filled;
}
