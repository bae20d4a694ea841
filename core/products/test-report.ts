import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { Product } from './contract.ts';
import { movedTo } from './seeded.ts';
import type { SandboxAnswer, SandboxRegistry } from './sandbox.ts';

/**
 * The answer in test mode. A registered subject's report is moved to the day of the pull and takes its amounts from the
 * payload. Anybody else gets a synthetic report. `asOf` is an ISO date. Source: semantics 6.1.
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

/** Stored in place of a report: the pull fails, as for a registered subject whose vendor fails. */
const VENDOR_ERROR = '$vendor_error';

/** The answer as JSON that can be stored in place of a report. */
export function storedAnswer(answer: SandboxAnswer): JsonObject {
  return answer.kind === 'report' ? answer.output : { [VENDOR_ERROR]: answer.message };
}

/** The message of a stored vendor error; undefined for a report. */
export function vendorErrorOf(stored: Json): string | undefined {
  const message = isJsonObject(stored) && Object.hasOwn(stored, VENDOR_ERROR) ? stored[VENDOR_ERROR] : undefined;
  return typeof message === 'string' ? message : undefined;
}

/** The given report, with the missing members taken from `rest`: objects member by member, lists as a whole. */
export function filledReport(given: JsonObject, rest: JsonObject): JsonObject {
  const filled = { ...rest };
  for (const [key, value] of Object.entries(given)) {
    const own = Object.hasOwn(rest, key) ? rest[key] : undefined;
    filled[key] = isJsonObject(value) && isJsonObject(own) ? filledReport(value, own) : value;
  }
  return filled;
}
