import type { ErrorDetail } from '../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { didYouMean } from '../../../core/nearest.ts';
import {
  PRODUCT_CODES,
  productByCode,
  PRODUCTS,
  unreleasedMembers,
  type Product,
} from '../../../core/products/index.ts';
import type { SandboxAnswer, SubjectRegistry } from '../../../core/products/sandbox.ts';
import { filledReport, storedAnswer, testAnswer } from '../../../core/products/test-report.ts';
import { compileValidator } from '../../../platform/validation/index.ts';

/**
 * Results of products that a test trigger chooses: a part of a report, or the name of a registered case (`clear`,
 * `vendor_error`). Resolved when the trigger is accepted, so that a later release of the subjects changes no run. An
 * addition of ours; semantics 6.1.7 and 6.1.8.
 */
export const SANDBOX_SCHEMA = {
  type: ['object', 'null'],
  description:
    'Test mode only: the result of products, by product code, in place of that of test mode. A report or a part of one ' +
    '(`{"score": 600}`), or the name of a registered case, such as `clear` or `vendor_error`.',
  properties: Object.fromEntries(
    PRODUCT_CODES.map((code) => [
      code,
      { description: 'A report, a part of one, or the `case_name` of a test case of the product.' },
    ]),
  ),
  additionalProperties: false,
} as const satisfies JsonSchema;

const validators = new Map<string, ReturnType<typeof compileValidator>>(
  PRODUCT_CODES.map((code) => [code, compileValidator(PRODUCTS[code].schema)]),
);

/** Faults of parts of reports. The names of cases are checked by `chosenReports`. */
export function checkSandbox({ sandbox, execution_mode: mode }: JsonObject): ErrorDetail[] {
  if (!isJsonObject(sandbox)) return [];
  const isLive = mode === 'live' ? [{ field: 'sandbox', message: 'is for test mode only' }] : [];
  return [...isLive, ...Object.entries(sandbox).flatMap(([code, chosen]) => faultsOf(code, chosen))];
}

function faultsOf(code: string, chosen: Json): ErrorDetail[] {
  const product = productByCode(code);
  const field = `sandbox.${code}`;
  // The schema refuses others.
  if (product === undefined || typeof chosen === 'string' || chosen === null) return [];
  if (!isJsonObject(chosen)) return [{ field, message: 'must be a report, a part of one, or the name of a case' }];
  const report = filledReport(chosen, product.synthetic({}, new Date().toISOString().slice(0, 10), {}));
  const faults = [...(validators.get(code)?.(report) ?? []), ...unreleasedFaults(product, chosen)];
  return faults.map((fault) => ({
    field: `${field}${fault.field === '' ? '' : `.${fault.field}`}`,
    message: fault.message,
  }));
}

/** A report has no other members for a file that was not released. */
export function unreleasedFaults(product: Product, chosen: JsonObject): ErrorDetail[] {
  const status = product.unreleased?.field ?? '';
  return unreleasedMembers(product, chosen).map((field) => ({
    field,
    message: `must be left out where ${status} is ${String(chosen[status])}: of such a file the agency releases nothing`,
  }));
}

/** The chosen results as they are stored with the run, and the faults in the names of cases. */
export function chosenReports(
  chosen: Readonly<Record<string, Json>>,
  payload: JsonObject,
  { sandbox, now }: { readonly sandbox: SubjectRegistry; readonly now: number },
): { readonly reports: JsonObject; readonly details: readonly ErrorDetail[] } {
  const reports: JsonObject = {};
  const details: ErrorDetail[] = [];
  const inTest = { sandbox, asOf: new Date(now).toISOString().slice(0, 10) };
  for (const [code, wanted] of Object.entries(chosen)) {
    const product = productByCode(code);
    if (product === undefined || wanted === null) continue;
    if (typeof wanted === 'string') {
      const cases = casesOf(product, inTest);
      const answer = cases.get(wanted);
      if (answer !== undefined) reports[code] = storedAnswer(answer);
      else {
        const names = [...cases.keys()];
        const message = `is no case of the product${didYouMean(wanted, names) || `; the cases are ${names.join(', ')}`}`;
        details.push({ field: `sandbox.${code}`, message });
      }
    } else if (isJsonObject(wanted)) {
      const rest = testAnswer(product, payload, inTest);
      reports[code] = rest.kind === 'report' ? filledReport(wanted, rest.output) : wanted;
    }
  }
  return { reports, details };
}

/** A product's results for registered subjects, by the names of their cases; the first with a name counts. */
function casesOf(
  product: Product,
  inTest: { readonly sandbox: SubjectRegistry; readonly asOf: string },
): ReadonlyMap<string, SandboxAnswer> {
  const cases = new Map<string, SandboxAnswer>();
  for (const { product_code: code, case_name: name, payload } of inTest.sandbox.subjects) {
    if (code === product.code && !cases.has(name)) cases.set(name, testAnswer(product, payload, inTest));
  }
  return cases;
}
