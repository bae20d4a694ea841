import fc from 'fast-check';
import type { CascadeBranch, CascadeCondition, ConditionOperator } from '../../../core/cascade/definition.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { FIELD_BASES, FIELD_KINDS, type FieldSpec, type FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { approve, credit, source } from '../interpreter/cascades.ts';
import { defined, optional, validSpecs } from './random-dictionaries.ts';
import type { Play } from './plays.ts';

/*
 * Random cascades over payloads whose names say much: a person, a number of a person, a date, a sum, a score, a proxy. Each
 * field is declared, in any way that an account may, or not.
 */

/** Names that were once guessed by the form of their values. */
const NAMES = {
  number: [
    ...['dti', 'ltv', 'fico', 'vantage_score', 'risk_score', 'annual_salary', 'monthly_rent_paid', 'income_usd'],
    ...['age', 'years_employed', 'months_at_address', 'utilization_pct', 'debt_cents', 'children', 'household_size'],
    ...['down_payment', 'net_worth', 'credit_limit', 'bankruptcies', 'apr', 'rate_percent', 'zip', 'social'],
  ],
  text: [
    ...['gender', 'race', 'marital_status', 'religion', 'national_origin', 'sex', 'disability', 'employer'],
    ...['ssn_last4', 'sin', 'tax_id', 'passport', 'iban', 'license', 'nickname', 'occupation', 'neighborhood'],
    ...['landlord', 'reference', 'school', 'language', 'citizenship', 'status', 'tier', 'note', 'reason', 'message'],
  ],
  date: ['dob', 'born', 'hired_on', 'move_in', 'expires', 'last_review_date', 'since', 'birthday', 'filed_at'],
  yes_no: ['smoker', 'pets', 'is_veteran', 'has_guarantor', 'pregnant', 'consent', 'verified', 'self_employed'],
} as const;
type Form = keyof typeof NAMES;

const ROOTS = [
  'applicant',
  'guarantor',
  'spouse',
  'applicant.spouse',
  'employment',
  'household',
  'screening',
  'property',
];

const VALUES: Readonly<Record<Form, readonly Json[]>> = {
  number: [0, 1, 17, 0.42, 42, 640, 2_000, 150_000, null],
  text: ['open', 'closed', 'none', 'Otter Lane', '123-45-6789', '900101003', '', null],
  date: ['1990-04-12', '2026-11-01', '04/12/1990', null],
  yes_no: [true, false, null],
};
const OPERATORS: Readonly<Record<Form, readonly ConditionOperator[]>> = {
  number: ['greater_than', 'less_than_or_equal', 'equals', 'not_equals', 'is_empty', 'is_not_empty'],
  text: ['equals', 'not_equals', 'contains', 'is_empty', 'is_not_empty'],
  date: ['greater_than', 'less_than', 'is_empty'],
  yes_no: ['is_true', 'is_false', 'is_empty'],
};

interface Field {
  readonly path: string;
  readonly form: Form;
  readonly list: string | null;
  readonly value: Json;
  readonly spec: FieldSpec | undefined;
}

const ON_NOT_COMPARABLE = ['review', 'fail'] as const;
const PURPOSES = ['credit', 'tenant'] as const;
const LABELS = ['Debt to income', 'Monthly pay', 'Sex', 'Length of stay', 'Account number', 'Date of birth', 'Entry'];
const UNITS = ['USD', 'cents', 'percent', 'fraction', 'months', 'years', 'count', 'points', 'dogs'];

const specOf = (form: Form): fc.Arbitrary<FieldSpec> =>
  fc
    .record({
      type: fc.constant(form),
      label: optional(fc.constantFrom(...LABELS)),
      unit: form === 'number' ? optional(fc.constantFrom(...UNITS)) : fc.constant(undefined),
      of_person: optional(fc.constantFrom('nobody', 'applicant')),
      kind: fc.constantFrom(...FIELD_KINDS, 'fact', 'fact', 'fact', undefined),
      basis: optional(fc.constantFrom(...FIELD_BASES)),
      reason: optional(
        fc.constantFrom({ above: 'Too much of it' }, { below: 'Too little of it' }, { missing: 'It lacks' }),
      ),
    })
    .map((spec): FieldSpec =>
      defined({ ...spec, reason: spec.reason === undefined ? undefined : defined(spec.reason) }),
    );

const fields: fc.Arbitrary<readonly Field[]> = fc.array(
  fc.constantFrom<Form>('number', 'number', 'text', 'date', 'yes_no').chain((form) =>
    fc
      .record({
        name: fc.constantFrom(...NAMES[form]),
        root: fc.constantFrom(...ROOTS),
        isListed: fc.nat(4).map((drawn) => drawn === 0),
        value: fc.constantFrom(...VALUES[form]),
        spec: fc.option(specOf(form), { freq: 3, nil: undefined }),
      })
      .map(({ name, root, isListed, value, spec }): Field => {
        const list = isListed ? `${root}.entries` : null;
        return { path: `${list ?? root}.${name}`, form, list, value, spec };
      }),
  ),
  { minLength: 2, maxLength: 5 },
);

interface Draw {
  readonly fields: readonly Field[];
  readonly picks: readonly number[];
}

/** Each draw makes one play: what is random in it is one of `picks`. */
export const randomPlays: fc.Arbitrary<Play> = fc
  .record({ fields, picks: fc.array(fc.nat(999), { minLength: 24, maxLength: 24 }) })
  .map((draw) => playOf(draw));

function playOf({ fields: drawn, picks }: Draw): Play {
  let turn = 0;
  const pick = (bound: number): number => (picks[turn++ % picks.length] ?? 0) % bound;
  const read = [...new Map(drawn.map((field) => [field.path, field])).values()];
  const payload: JsonObject = { applicant: { first_name: 'Ada', last_name: 'Otter', email: 'ada@example.com' } };
  for (const field of read) place(payload, field);
  const declared = read.flatMap(({ path, spec }) => (spec === undefined ? [] : [[path, spec] as const]));
  const around = pick(4) === 0 ? [] : read.flatMap(({ path }) => aroundOf(path, pick(3)));
  const own = validSpecs(new Map([...around, ...declared]));
  return {
    id: 'random',
    definition: definitionOf(read, pick),
    payload,
    mode: pick(4) === 0 ? 'test' : 'live',
    ...(own.size === 0 ? {} : { fields: Object.fromEntries(own) as FieldSpecsJson }),
    reports: { credit: { score: [null, 520, 640, 700][pick(4)] ?? null, collections_count: pick(3) } },
    decisions: {
      decide: { decision: pick(2) === 0 ? 'denied' : 'approved', reasons: pick(2) === 0 ? ['It is so'] : [] },
    },
  };
}

/** The container of a field: a person, an object of nobody, or a list with words for its items. */
function aroundOf(path: string, drawn: number): readonly (readonly [string, FieldSpec])[] {
  const outer = path.split('.').slice(0, -1).join('.');
  if (outer === 'applicant' || outer === 'property') return [];
  if (outer.endsWith('entries')) {
    const empty = drawn === 0 ? ({ empty: 'best' } as const) : {};
    return [[outer, { type: 'list', label: 'Rows', item: { one: 'row', many: 'rows' }, kind: 'fact', ...empty }]];
  }
  return [[outer, drawn === 0 ? { type: 'person', label: 'Other person' } : { type: 'object', of_person: 'nobody' }]];
}

function place(payload: JsonObject, { path, list, value }: Field): void {
  const names = path.split('.');
  let object = payload;
  for (const name of names.slice(0, list === null ? -1 : -2)) {
    object[name] ??= {};
    object = object[name] as JsonObject;
  }
  const name = names.at(-1) ?? '';
  if (list === null) object[name] = value;
  else {
    const items = (object.entries ?? [{}, {}]) as JsonObject[];
    object.entries = items.map((item, index) => ({ ...item, [name]: index === 0 ? value : null }));
  }
}

function conditionOn(field: Field, pick: (bound: number) => number): CascadeCondition {
  const { path, form, list } = field;
  const operators = OPERATORS[form];
  const operator = operators[pick(operators.length)] ?? 'is_empty';
  const values = VALUES[form].filter((value) => value !== null && value !== '');
  const value = values[pick(values.length)] as string | number;
  const figure = ['any', 'all', '0'][pick(3)] ?? 'any';
  const at = list === null ? path : `${list}.${figure}${path.slice(list.length)}`;
  const isAlone = /^is_/.test(operator);
  return { source_node_id: 'start', field: at, operator, ...(isAlone ? {} : { value }) };
}

function definitionOf(read: readonly Field[], pick: (bound: number) => number): CascadeDefinition {
  const someOf = (most: number) =>
    Array.from({ length: 1 + pick(most) }, () => read[pick(read.length)]).flatMap((field) =>
      field === undefined ? [] : [conditionOn(field, pick)],
    );
  // A report costs more than all else that a cascade does here.
  const isPulled = pick(4) === 0;
  const branch = (): CascadeBranch => ({
    group_logic: pick(2) === 0 ? 'and' : 'or',
    condition_groups: [
      { logic: pick(2) === 0 ? 'and' : 'or', conditions: someOf(3) },
      ...(isPulled && pick(2) === 0
        ? [
            {
              conditions: [{ source_node_id: 'credit', field: 'score', operator: 'greater_than' as const, value: 600 }],
            },
          ]
        : []),
    ],
  });
  const texts = read.slice(0, 2).map(({ path }) => `{{${path}}}`);
  return [
    ...(isPulled ? [source('credit'), credit('credit', 'decide')] : [source('decide')]),
    {
      ...({ id: 'decide', type: 'IfElse', on_not_comparable: ON_NOT_COMPARABLE[pick(2)] ?? 'fail' } as const),
      branches: { pass: branch(), ...(pick(2) === 0 ? { human_review: branch() } : {}) },
      ...{ pass_steps: ['approve'], fail_steps: ['decline'] },
    },
    approve('approve'),
    {
      id: 'decline',
      type: 'Action',
      action_type: 'AdverseAction',
      next_step: ['write'],
      adverse_action: {
        ...({
          recipient: 'ada@example.com',
          send_strategy: 'auto_send',
          purpose: PURPOSES[pick(2)] ?? 'credit',
        } as const),
        ...(pick(3) === 0 ? { statement: 'We decline.' } : {}),
      },
    },
    {
      id: 'write',
      type: 'Action',
      action_type: 'SendEmail',
      email: { to: 'ada@example.com', subject: 'Of {{applicant.first_name}}', body: texts.join(' and ') },
    },
  ];
}
