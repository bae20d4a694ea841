import { createHash } from 'node:crypto';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import type { ErrorDetail } from '../../core/errors.ts';
import type { Json, JsonObject, JsonSchema } from '../../core/json.ts';
import { fieldOf } from '../../core/path.ts';
import type { Product } from '../../core/products/index.ts';
import { PLAIN_FORMATS } from '../../core/schema/formats.ts';
import { readPattern } from '../../core/sources/pattern.ts';
import { REPORT_NOTES } from '../../core/sources/report-schema.ts';
import { TooMuchWork, Work } from '../../core/work.ts';

/*
 * Reports held against the schemas of their products, which accounts write: ajv makes a function of each. The profile
 * (core/sources) was checked before, so each value is looked at once. No text of a report is in what is returned.
 */

/** The first fault of a report; undefined if it has none. */
export type ReportCheck = (report: JsonObject) => ErrorDetail | undefined;

/** Characters searched by patterns, times the instructions of the pattern: about 0.1 s of processor time. */
const MAX_WORK_OF_PATTERNS = 10_000_000;
const MAX_COMPILED = 200;

/** Compiled checks, the last used ones, found by the schema's content. */
export class ReportChecks {
  readonly #compiled = new LRUCache<string, ReportCheck>({ max: MAX_COMPILED });

  get size(): number {
    return this.#compiled.size;
  }

  of(schema: JsonSchema): ReportCheck {
    const hash = createHash('sha256').update(JSON.stringify(schema)).digest('base64');
    const found = this.#compiled.get(hash);
    if (found !== undefined) return found;
    const check = compileReportCheck(schema);
    this.#compiled.set(hash, check);
    return check;
  }
}

/** `schema`: as `readReportSchema` returns it. Throws if ajv finds fault with it, which the profile should have done. */
export function compileReportCheck(schema: JsonSchema): ReportCheck {
  let work = new Work(MAX_WORK_OF_PATTERNS);
  // An instance of its own: ajv keeps all that it has ever compiled.
  const ajv = new Ajv2020({
    strict: true,
    // The profile has judged the schema, and the meta-schema takes longer to compile than all else.
    meta: false,
    validateSchema: false,
    ownProperties: true,
    formats: Object.fromEntries(FORMATS.map((name) => [name, PLAIN_FORMATS.get(name)?.holds ?? (() => false)])),
    code: { regExp: Object.assign(engine, { code: 'readPattern' }) },
  });
  ajv.addVocabulary([...REPORT_NOTES]);
  const validate = ajv.compile(schema);
  return (report) => {
    work = new Work(MAX_WORK_OF_PATTERNS);
    try {
      return validate(report) ? undefined : detailOf(report, validate.errors?.[0]);
    } catch (error) {
      if (error instanceof TooMuchWork) return { field: '', message: 'takes its patterns too much work' };
      throw error;
    }
  };

  /** ajv tells patterns apart by `toString`. */
  function engine(text: string) {
    const pattern = readPattern(text);
    if (typeof pattern === 'string') throw new Error(`a pattern ${pattern}`);
    const test = (searched: string): boolean => {
      work.spend(pattern.program * searched.length);
      return pattern.finds(searched);
    };
    return { test, toString: () => text };
  }
}

/** How many made-up people a product is tried with: each choice of a field among them. */
const TRIED = 50;

/**
 * The first fault that the schema finds in a product's own test reports; undefined if it accepts those that were tried.
 */
export function testReportFault(product: Product, asOf: string): ErrorDetail | undefined {
  const check = compileReportCheck(product.schema);
  try {
    for (let index = 0; index < TRIED; index += 1) {
      const fault = check(product.synthetic({ last_name: `Example ${index}` }, asOf));
      if (fault !== undefined) return fault;
    }
    return undefined;
  } catch (error) {
    if (error instanceof TooMuchWork)
      return { field: '', message: 'asks for more than a report of test mode may hold' };
    throw error;
  }
}

const FORMATS = ['date', 'date-time'];

/** A key that the schema does not know is a text of the vendor: it is not named. */
function detailOf(report: JsonObject, error: ErrorObject | undefined): ErrorDetail {
  if (error === undefined) return { field: '', message: 'is not valid' };
  const { instancePath, keyword, params, message = 'is not valid' } = error;
  const way: (string | number)[] = [];
  let at: Json | undefined = report;
  for (const step of instancePath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    way.push(Array.isArray(at) ? Number(name) : name);
    at = typeof at === 'object' && at !== null ? (Reflect.get(at, name) as Json) : undefined;
  }
  if (keyword === 'required') way.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') way.push('…');
  return { field: fieldOf(way), message };
}
