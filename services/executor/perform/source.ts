import type { ErrorDetail } from '../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { jsonBytes } from '../../../core/json-limits.ts';
import { fieldOf, type Way } from '../../../core/path.ts';
import { isReference } from '../../../core/products/connection.ts';
import { fieldSchema } from '../../../core/products/fields.ts';
import { releasedPart, type Product } from '../../../core/products/index.ts';
import { readJson, UnreadableJson } from '../../../core/read-json.ts';
import { meaningOf, readAnswer } from '../../../core/sources/answer.ts';
import type { Meaning } from '../../../core/sources/mapping.ts';
import { productIn, type OwnProduct } from '../../../core/sources/product.ts';
import { filledStep, jsonBody, type FilledBody, type RequestStep } from '../../../core/sources/request.ts';
import { MAX_WORK_OF_VISIT, within, Work } from '../../../core/work.ts';
import { ReportChecks } from '../../../platform/report-checks/index.ts';
import { cleanText, compileValidator } from '../../../platform/validation/index.ts';
import type { Connection } from './connection.ts';

/*
 * How to call the vendor of a product, and how to read its answers. The built-in products and `kind: cascade` have one
 * contract; `kind: http` describes its requests and the mapping from an answer to a report as data.
 */

/** The values from which a request is made. */
export interface Asked {
  readonly payload: JsonObject;
  readonly idempotencyKey: string;
  /** To the step before. */
  readonly answer: Json | undefined;
}

export interface StepRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FilledBody | undefined;
}

/** `wrong` says why, without a text of the vendor. */
export type ReadReport =
  | { readonly is: 'report'; readonly report: JsonObject }
  | { readonly is: Meaning }
  | { readonly is: 'wrong'; readonly why: string };

export interface Source {
  readonly product: Product;
  /** Requests of a pull; the last is answered with the report. */
  readonly steps: number;
  /** The last request only asks, so it may be repeated for a report that was not ready. */
  readonly onlyAsks: boolean;
  /** No request orders anything, so a poll may begin at the first. */
  readonly asksFromFirst: boolean;
  /** Returns the reason as a text if it cannot be sent. */
  requestOf(step: number, connection: Connection, asked: Asked): StepRequest | string;
  /** The path of the order's reference in an answer without a report. */
  readonly referenceAt: string;
  /**
   * The meaning of an answer that is no report. It is given for every answer to a step before the last, and otherwise
   * if the product names its status.
   */
  meaningOf(step: number, status: number, body: Uint8Array): Meaning | undefined;
  /** `place` is the path of the answer in the body. */
  read(status: number, body: Uint8Array, place?: string): ReadReport;
}

/** The contract of the built-in products: a POST of product and applicant, answered with the report itself. */
export function cascadeSource(product: Product): Source {
  const known = CASCADE_SOURCES.get(product);
  if (known !== undefined) return known;
  const validate = compileValidator(product.schema);
  const made = contractOf(product, (delivered) => {
    const report = releasedPart(product, delivered);
    const wrong = validate(report).slice(0, 5);
    if (wrong.length > 0) return { is: 'wrong', why: brokenAt(wrong.map(({ field }) => field)) };
    return { is: 'report', report };
  });
  CASCADE_SOURCES.set(product, made);
  return made;
}

function contractOf(product: Product, checked: (delivered: JsonObject) => ReadReport): Source {
  return {
    product,
    steps: 1,
    onlyAsks: false,
    asksFromFirst: true,
    referenceAt: 'reference',
    requestOf: (_step, { url, idempotency, callbackUrl }, { payload, idempotencyKey }) => ({
      method: 'POST',
      url,
      headers: {},
      body: jsonBody({
        product: product.code,
        applicant: payload.applicant ?? {},
        ...(payload.property === undefined ? {} : { property: payload.property }),
        ...(idempotency === 'header' ? {} : { reference: idempotencyKey }),
        ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl(idempotencyKey) }),
      }),
    }),
    meaningOf: () => undefined,
    read: (_status, body, place) => {
      const delivered = reportIn(body, place, product);
      return typeof delivered === 'string' ? { is: 'wrong', why: delivered } : checked(delivered);
    },
  };
}

const CASCADE_SOURCES = new WeakMap<Product, Source>();
const CHECKS = new ReportChecks();

/** The limit of an answer holds for its report too: a mapping may name one long text for each of its fields. */
const MAX_REPORT_BYTES = 512 * 1_024;

/** The source of a product that an account describes; undefined if it cannot be read any more. */
export function ownSource(own: OwnProduct): Source | undefined {
  const product = productIn(own);
  if (product === undefined) return undefined;
  const { request, mapping = { fields: {} } } = own;
  const check = CHECKS.of(product.schema);
  const checked = (report: JsonObject): ReadReport => {
    if (jsonBytes(report, MAX_REPORT_BYTES) > MAX_REPORT_BYTES) {
      return { is: 'wrong', why: `the report of it has more than ${MAX_REPORT_BYTES} bytes` };
    }
    const fault = check(report);
    return fault === undefined ? { is: 'report', report } : { is: 'wrong', why: brokenAt([fault.field]) };
  };
  if (request.kind === 'cascade') return contractOf(product, checked);
  const { steps = [] } = request;
  return {
    product,
    steps: steps.length,
    onlyAsks: steps.at(-1)?.method === 'GET',
    asksFromFirst: steps.length === 1 || steps.every(({ method }) => method === 'GET'),
    referenceAt: mapping.reference ?? 'reference',
    requestOf: (step, connection, asked) => requestOfStep(steps, step, connection, asked),
    meaningOf: (step, status, body) => {
      const first = step === steps.length - 1 ? undefined : 1;
      const isNamed = mapping.answers?.some((answer) => answer.status?.includes(status)) === true;
      if (!isNamed && (first === undefined || !isSuccess(status))) return undefined;
      // An answer that takes too much work to read means nothing.
      return withinVisit((work) => meaningOf(mapping, { status, body: jsonIn(body) }, work, first));
    },
    read: (status, body, place) => {
      const answer = jsonIn(body);
      if (answer === undefined) return { is: 'wrong', why: 'it is not JSON that could be kept' };
      const placed = { status, body: place === undefined ? answer : valueAt(answer, place) };
      const read = withinVisit((work) => readAnswer(mapping, product.schema, placed, work));
      if (read === undefined) return { is: 'wrong', why: 'it takes too much work to read' };
      if (read.is === 'report') return checked(read.report);
      return read.is === 'wrong' ? { is: 'wrong', why: read.faults.map(faultText).join(', ') } : read;
    },
  };
}

function requestOfStep(
  steps: readonly RequestStep[],
  index: number,
  { url, callbackUrl }: Connection,
  { payload, answer, idempotencyKey: reference }: Asked,
): StepRequest | string {
  const step = steps[index];
  if (step === undefined) return `there is no step ${index}`;
  const values = { payload, answer, reference, callbackUrl: callbackUrl?.(reference) };
  const filled = withinVisit((work) => filledStep(step, values, work));
  if (filled === undefined) return `steps[${index}] takes too much work`;
  if ('faults' in filled) return filled.faults.map((fault) => `steps[${index}].${faultText(fault)}`).join(', ');
  const { method, path, headers, body } = filled;
  const { origin, pathname, search } = URL.parse(url) ?? { origin: url, pathname: '', search: '' };
  const query = search === '' ? '' : `${path.includes('?') ? '&' : '?'}${search.slice(1)}`;
  return { method, url: `${origin}${pathname.replace(/\/$/, '')}${path}${query}`, headers, body };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const withinVisit = <Made>(make: (work: Work) => Made): Made | undefined =>
  within(new Work(MAX_WORK_OF_VISIT), MAX_WORK_OF_VISIT, make);

const faultText = ({ field, message }: ErrorDetail): string => `${field} ${message}`;

const brokenAt = (fields: readonly string[]): string =>
  `it breaks the product's schema at ${[...new Set(fields)].join(', ')}`;

/** Undefined if it is no JSON that can be stored. */
export function jsonIn(body: Uint8Array): Json | undefined {
  try {
    return cleanText(readJson(new TextDecoder('utf-8', { fatal: true }).decode(body)));
  } catch {
    return undefined;
  }
}

/** The reference at a dotted path of others' JSON; undefined if there is none that can be stored. */
export function referenceAt(body: Json | undefined, place: string): string | undefined {
  const value = body === undefined ? undefined : valueAt(body, place);
  const reference = typeof value === 'number' ? String(value) : value;
  return isReference(reference) ? reference : undefined;
}

/** The value at a dotted path of a body that others wrote; undefined if there is none. */
function valueAt(body: Json, place: string): Json | undefined {
  let value: Json | undefined = body;
  for (const name of place.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, Json>>)[name];
  }
  return value;
}

/** Returns the reason as a text if there is no report that can be stored. */
function reportIn(body: Uint8Array, place: string | undefined, product: Product): JsonObject | string {
  try {
    const sent = readJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const value = place === undefined ? sent : valueAt(sent, place);
    if (isJsonObject(value)) return cleanText(value);
  } catch (error) {
    if (error instanceof UnreadableJson) return `${knownPart(product, error.way)} ${error.problem}`;
  }
  return 'it is not a JSON object that could be kept';
}

/** The part of the way that the product declares: other keys are texts of the vendor. */
function knownPart(product: Product, way: Way): string {
  const end = way.findIndex((_, index) => fieldSchema(product, way.slice(0, index + 1).join('.')) === undefined);
  return fieldOf(end === -1 ? way : [...way.slice(0, end), '…']);
}
