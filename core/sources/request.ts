import type { ErrorDetail } from '../errors.ts';
import { MASKED_KINDS, type FieldKind } from '../fields/spec.ts';
import type { FromSchema } from '../from-schema.ts';
import { interpolate, renderValue } from '../interpolate.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../json.ts';
import { jsonBytes } from '../json-limits.ts';
import { readPath } from '../path.ts';
import { OWN_HEADERS } from '../products/connection.ts';
import type { Work } from '../work.ts';

/*
 * The request to a vendor for a product. The address is the connection's, and a template adds the path. No value can
 * change the server, the member of the body that it fills, or the headers.
 */

const MAX_STEPS = 2;
const MAX_HEADERS = 20;
const MAX_BODY_BYTES = 262_144;
/** The name in templates for the response to the previous step. */
const ANSWER = 'answer';
/**
 * The names in templates for our reference of the order, and for the URL at which the vendor reports that it is ready.
 */
const REFERENCE = 'pull.reference';
const CALLBACK_URL = 'pull.callback_url';
const PULL = [REFERENCE, CALLBACK_URL];

export const REQUEST_SCHEMA = {
  type: 'object',
  description: 'The request to the vendor.',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: {
      enum: ['cascade', 'http'],
      description:
        '`cascade`: a POST of product, applicant and property, whose answer is the report. `http`: as `steps` say.',
    },
    steps: {
      type: 'array',
      description:
        'One request, or two. The second may use the `answer` to the first, and the answer to the last is the report. ' +
        'Templates may name members of the payload, `{{pull.reference}}` (our name of the order) and `{{pull.callback_url}}`.',
      minItems: 1,
      maxItems: MAX_STEPS,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['method', 'path'],
        properties: {
          method: { enum: ['GET', 'POST', 'PUT'], description: 'The method.' },
          path: {
            type: 'string',
            minLength: 1,
            maxLength: 1_000,
            description:
              'Path and query after the address of the connection: `/reports/{{answer.id}}`. Values are percent-encoded.',
          },
          headers: {
            type: 'object',
            maxProperties: MAX_HEADERS,
            propertyNames: { pattern: '^[A-Za-z0-9-]{1,100}$' },
            additionalProperties: { type: 'string', maxLength: 1_000 },
            description: 'Further headers. Credentials belong to the connection.',
          },
          body_form: {
            enum: ['json', 'form'],
            description:
              'How the body is written: JSON by default, or `application/x-www-form-urlencoded` with `a[b]` for members of members.',
          },
          body: {
            type: 'object',
            additionalProperties: true,
            description:
              'The body. A text that is one `{{path}}` becomes its value, of whatever type; without a value the member is left out.',
          },
        },
      },
    },
  },
} as const satisfies JsonSchema;

export type ProductRequest = FromSchema<typeof REQUEST_SCHEMA>;
export type RequestStep = NonNullable<ProductRequest['steps']>[number];

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const WHOLE = /^\{\{([^{}]*)\}\}$/;
/** A path and a query of RFC 3986. Braces are for placeholders only. */
const PATH_CHARACTERS = /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/?]*$/;
/** Credentials belong to the connection. */
const RESERVED_HEADERS = [...OWN_HEADERS, 'authorization'];

/** The faults of a request. Its shape was checked. `kindAt`: the declared kind of a path of the account's payload. */
export function requestFaults(
  { kind, steps = [] }: ProductRequest,
  kindAt: (path: string) => FieldKind | undefined,
): readonly ErrorDetail[] {
  if (kind === 'cascade') return steps.length === 0 ? [] : [{ field: 'steps', message: 'belongs to the kind http' }];
  if (steps.length === 0) return [{ field: 'steps', message: 'is required for the kind http' }];
  return steps.flatMap((step, index) =>
    [...stepFaults(step, index > 0, kindAt)].map(([field, message]) => ({
      field: `steps[${index}].${field}`,
      message,
    })),
  );
}

type Fault = readonly [field: string, message: string];

function* stepFaults(
  { method, path, headers = {}, body, body_form: bodyForm }: RequestStep,
  hasAnswer: boolean,
  kindAt: (path: string) => FieldKind | undefined,
): Generator<Fault> {
  if (!PATH_CHARACTERS.test(path.replaceAll(PLACEHOLDER, 'x')))
    yield ['path', 'must begin with one / and have the characters of a path and a query alone, beside {{…}}'];
  for (const used of pathsIn(path)) {
    const kind = kindAt(used);
    if (used === CALLBACK_URL) yield ['path', `${named(used)} is a secret, which no URL may hold: send it in the body`];
    if (isAnswer(used) || isPull(used)) continue;
    if (kind === undefined)
      yield ['path', `${named(used)} is declared as nothing: a URL is logged, so declare its kind`];
    else if (isMasked(kind))
      yield ['path', `${named(used)} is declared as ${kind}, which no URL may hold: send it in the body`];
  }
  for (const [name, template] of Object.entries(headers)) {
    if (RESERVED_HEADERS.includes(name.toLowerCase())) yield [`headers.${name}`, 'is a header that the service sets'];
    if (!isHeaderText(template)) yield [`headers.${name}`, 'must have printable ASCII characters alone'];
  }
  if (method === 'GET' && body !== undefined) yield ['body', 'must be left out: the method is GET'];
  if (bodyForm !== undefined && body === undefined) yield ['body_form', 'must be left out: there is no body'];
  const texts: readonly Fault[] = [
    ['path', path],
    ...Object.entries(headers).map(([name, template]): Fault => [`headers.${name}`, template]),
    ['body', JSON.stringify(body ?? null)],
  ];
  for (const [field, text] of texts) {
    const unknown = pathsIn(text).find((used) => isPull(used) && !PULL.includes(used));
    if (unknown !== undefined)
      yield [field, `${named(unknown)} is no value of a pull: those are ${PULL.join(' and ')}`];
    if (!hasAnswer && pathsIn(text).some(isAnswer))
      yield [field, `must not use ${ANSWER}: the first step has none before it`];
  }
}

const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, path = '']) => path.trim());
const isAnswer = (path: string): boolean => path === ANSWER || path.startsWith(`${ANSWER}.`);
const isPull = (path: string): boolean => path === 'pull' || path.startsWith('pull.');
const isMasked = (kind: FieldKind): boolean => MASKED_KINDS.some((masked) => masked === kind);
const named = (path: string): string => JSON.stringify(path);
const isHeaderText = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

export interface FilledStep {
  readonly method: RequestStep['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FilledBody | undefined;
}

/** The body of a request as sent. */
export interface FilledBody {
  readonly type: 'application/json' | 'application/x-www-form-urlencoded';
  readonly text: string;
}

export function jsonBody(body: JsonObject): FilledBody {
  return { type: 'application/json', text: JSON.stringify(body) };
}

/** Encodes lists and nested members as most servers parse them: `a[]=1`, `a[b]=2`, `a[0][b]=3`. Null is left out. */
function formBody(body: JsonObject): FilledBody {
  const pairs = new URLSearchParams([...pairsOf(body)]).toString();
  return { type: 'application/x-www-form-urlencoded', text: pairs };
}

function* pairsOf(value: Json, name = ''): Generator<[name: string, value: string]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* pairsOf(item, `${name}[${typeof item === 'object' ? index : ''}]`);
  } else if (isJsonObject(value)) {
    for (const [member, item] of Object.entries(value))
      yield* pairsOf(item, name === '' ? member : `${name}[${member}]`);
  } else if (value !== null) yield [name, String(value)];
}

/** The values of templates. */
export interface StepValues {
  readonly payload: JsonObject;
  /** The response to the previous step. */
  readonly answer?: Json | undefined;
  readonly reference: string;
  /** Undefined if vendors are only polled. */
  readonly callbackUrl: string | undefined;
}

/** A required value is missing or cannot be sent. Fields are those of the step. */
export interface UnfilledStep {
  readonly faults: readonly ErrorDetail[];
}

/** Throws TooMuchWork. */
export function filledStep(step: RequestStep, values: StepValues, work: Work): FilledStep | UnfilledStep {
  const { payload, answer = null, reference, callbackUrl } = values;
  const faults: ErrorDetail[] = [];
  const valueAt = (path: string): Json | undefined => {
    if (path === REFERENCE) return reference;
    if (path === CALLBACK_URL) return callbackUrl;
    return readPath(isAnswer(path) ? { [ANSWER]: answer } : payload, path, work);
  };
  const fill = (field: string, template: string, escape?: 'url'): string => {
    // An empty value, or one of dots only, would change the path.
    const scope = (path: string) => {
      const value = valueAt(path);
      return value === undefined || value === null || /^\.*$/.test(renderValue(value)) ? undefined : value;
    };
    const { text, unresolved, isTooLarge } = interpolate(template, scope, work, escape);
    if (isTooLarge) faults.push({ field, message: 'is too large' });
    for (const path of unresolved) faults.push({ field, message: `has no value for ${path}` });
    return text;
  };
  const path = fill('path', step.path, 'url');
  const headers = Object.entries(step.headers ?? {}).map(([name, template]) => {
    const text = fill(`headers.${name}`, template);
    if (!isHeaderText(text))
      faults.push({ field: `headers.${name}`, message: 'must have printable ASCII characters alone' });
    return [name, text] as const;
  });
  const text = (template: string): string => {
    const filled = interpolate(template, valueAt, work);
    if (filled.isTooLarge) faults.push({ field: 'body', message: 'is too large' });
    return filled.text;
  };
  const body = step.body === undefined ? undefined : filledMembers(step.body, { valueAt, text, work });
  if (jsonBytes(body, MAX_BODY_BYTES) > MAX_BODY_BYTES) faults.push({ field: 'body', message: 'is too large' });
  if (faults.length > 0) return { faults };
  const sent = body === undefined ? undefined : step.body_form === 'form' ? formBody(body) : jsonBody(body);
  return { method: step.method, path, headers: Object.fromEntries(headers), body: sent };
}

interface Filling {
  readonly valueAt: (path: string) => Json | undefined;
  readonly text: (template: string) => string;
  readonly work: Work;
}

function filledMembers(template: JsonObject, filling: Filling): JsonObject {
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, member]) => {
      const value = filledJson(member, filling);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function filledJson(template: Json, filling: Filling): Json | undefined {
  filling.work.spend(1);
  if (Array.isArray(template)) return template.map((item) => filledJson(item, filling) ?? null);
  if (isJsonObject(template)) return filledMembers(template, filling);
  if (typeof template !== 'string') return template;
  const [, whole] = WHOLE.exec(template) ?? [];
  return whole === undefined ? filling.text(template) : filling.valueAt(whole.trim());
}
