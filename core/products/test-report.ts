import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Product } from './contract.ts';
import { movedTo } from './seeded.ts';
import type { SandboxAnswer, SandboxRegistry } from './sandbox.ts';

/**
 * The answer of test mode: that of a registered subject, as of the day of the pull and with the amounts that the payload
 * names in place of those that were registered, else a synthetic report. `asOf`: ISO date. Source: semantics 6.1.
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
  if (registered.kind !== 'report' || registered.isGiven === true) return registered;
  const output = movedTo(asOf, registered.output);
  return { kind: 'report', output: product.restated?.(output, applicant, property) ?? output };
}

/** Stored in place of a report: the pull fails, as that of a registered subject does whose vendor fails. */
const VENDOR_ERROR = '$vendor_error';

/** An answer as JSON that can be stored where reports are. */
export function storedAnswer(answer: SandboxAnswer): JsonObject {
  return answer.kind === 'report' ? answer.output : { [VENDOR_ERROR]: answer.message };
}

/** The message of a stored answer that is no report, else undefined. */
export function vendorErrorOf(stored: Json): string | undefined {
  const message = isJsonObject(stored) && Object.hasOwn(stored, VENDOR_ERROR) ? stored[VENDOR_ERROR] : undefined;
  return typeof message === 'string' ? message : undefined;
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
