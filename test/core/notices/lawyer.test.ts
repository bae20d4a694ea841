import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import { lintDefinition } from '../../../core/cascade/lint.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { dictionaryFaults } from '../../../core/fields/faults.ts';
import { specsIn, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn, STANDARD, STANDARD_SPECS } from '../../../core/fields/standard.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import type { NoticeDocument } from '../../../core/notices/index.ts';
import { describe, expect, test } from '../../support/jest.ts';
import { CASES, run, type Case } from './lawyer/cases.ts';
import { sampleOf } from '../../support/sample.ts';
import { plenty } from '../../support/work.ts';

test.each(CASES.map(({ id, fields = {} }) => [id, fields ?? {}] as const))(
  '%s declares what may be declared',
  (_id, fields) => {
    expect(dictionaryFaults(specsIn(fields), { before: (path) => STANDARD.at(path) })).toEqual([]);
  },
);

describe('letters of cascades that a lawyer wrote', () => {
  test.each(CASES.map((each) => [`${each.id} ${each.title}`, each] as const))('%s', (_, each) => {
    expect(validateDefinition(each.definition).details).toEqual([]);
    const { outcome, letters, due } = run(each);
    const said = letters.map((letter) => ({
      to: letter.addressee.name,
      kind: kindOf(letter),
      terms: letter.statement,
      enclosures: letter.sections.includes('enclosures'),
      reasons: letter.reasons,
      agencies: [...new Set(letter.agencies.map(({ product_code: code }) => code))].sort(),
      score_disclosed: letter.score !== null,
    }));
    expect(said).toEqual(
      each.letters.map(({ to, kind, terms = null, encloses, reasons, agencies, score_disclosed }) => ({
        ...{ to, kind, terms, enclosures: encloses !== undefined, reasons, agencies, score_disclosed },
      })),
    );
    expect(outcome).toBe(each.outcome);
    expect(due.map(({ applicant, kind, why }) => ({ applicant, kind, why }))).toEqual(each.notices_due ?? []);
    const { ssn, date_of_birth: birth } = each.payload.applicant;
    for (const secret of [ssn, birth]) {
      if (secret !== undefined) expect(JSON.stringify(letters)).not.toContain(String(secret));
    }
    const { dictionary } = dictionaryIn(each.fields ?? null);
    const warned = lintDefinition(each.definition, plenty(), noticeRules(each.use_case ?? null, dictionary)).map(
      ({ code }) => code,
    );
    expect(warned).toEqual(expect.arrayContaining([...(each.warnings ?? [])]));
  });
});

describe('a letter is the same', () => {
  const differing = (variant: (each: Case) => Case) =>
    sampleOf(CASES, 3)
      .filter((each) => said(each) !== said(variant(each)))
      .map(({ id }) => id);

  // Rules: 10.23.13
  test('if numbers, yes and no are sent as texts, as a form does: a comparison reads them as what they are', () => {
    const texts = (value: Json) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);
    expect(differing((each) => ({ ...each, payload: mapped(each.payload, texts) as Case['payload'] }))).toEqual([]);
  });

  test('if the fields of the applicant are read by their other name', () => {
    const inContext = (value: Json, key: string) =>
      key === 'field' && /^(?:applicant|property)\./.test(String(value)) ? `context.${String(value)}` : value;
    expect(
      differing((each) => ({
        ...each,
        definition: mapped(each.definition as unknown as Json, inContext) as unknown as CascadeDefinition,
      })),
    ).toEqual([]);
  });

  test('if the members of the payload are called in camelCase', () => {
    expect(differing(inCamelCase)).toEqual([]);
  });
});

function said(each: Case): string {
  const { outcome, letters } = run(each);
  return JSON.stringify([
    outcome,
    letters.map(({ addressee, reasons, agencies }) => [addressee.name, reasons, agencies]),
  ]);
}

/** With each value that is no object and no list changed. */
function mapped(value: Json, change: (value: Json, key: string) => Json, key = ''): Json {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change, key));
  if (!isJsonObject(value)) return change(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, change, name)]));
}

/** Members that have a meaning by their name (semantics 10.5 and 10.11) keep it. */
const KEPT = [
  ...['first_name', 'last_name', 'date_of_birth', 'ssn', 'address', 'postal_code', 'email', 'line1', 'line2'],
  ...['esign_consent', 'user_approved'],
];
/** Names of the standard dictionary are declared as they are. */
const STANDARD_NAMES = new Set([...STANDARD_SPECS.keys()].flatMap((path) => path.split('.')));
const camel = (name: string) =>
  STANDARD_NAMES.has(name) || KEPT.includes(name)
    ? name
    : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camelPath = (path: string) => (path.startsWith('steps.') ? path : path.split('.').map(camel).join('.'));

function inCamelCase(of: Case): Case {
  const pulled = of.definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id);
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === 'string')
      return value.replaceAll(/\{\{(.*?)\}\}/g, (_, path: string) => `{{${camelPath(path)}}}`);
    if (!isJsonObject(value)) return value;
    const isOfReport = pulled.includes(String(value.source_node_id));
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (isOfReport) return [key, key === 'value_from' ? change(each) : each];
        return [
          key,
          (key === 'field' || key === 'applicant') && typeof each === 'string' ? camelPath(each) : change(each),
        ];
      }),
    );
  };
  const renamed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(renamed);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [camel(key), renamed(each)]));
  };
  return {
    ...of,
    definition: change(of.definition as unknown as Json) as unknown as CascadeDefinition,
    payload: renamed(of.payload) as Case['payload'],
    ...(of.fields === undefined ? {} : { fields: fieldsInCamel(of.fields) }),
  };
}

function fieldsInCamel(fields: FieldSpecsJson): FieldSpecsJson {
  return Object.fromEntries(
    Object.entries(fields).map(([path, spec]) => [
      camelPath(path),
      spec.of_person === undefined ? spec : { ...spec, of_person: camelPath(spec.of_person) },
    ]),
  );
}

const CREDIT: Readonly<Record<string, string>> = { denied: 'credit_denial', other_action: 'counter_offer' };

/** In the lawyer's words. */
function kindOf({ purpose, letter, stage }: NoticeDocument): string {
  if (purpose === 'credit') return CREDIT[letter] ?? letter;
  if (purpose === 'tenant') return 'adverse_action';
  return stage === 'pre_adverse' ? 'pre_adverse' : 'final_employment';
}
