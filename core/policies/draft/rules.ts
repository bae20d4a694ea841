import { kindOfField, KIND_WORDS } from '../../cascade/field-kinds.ts';
import { asks, operatorOf, operatorsFor, type ConditionOperator } from '../../cascade/operators/index.ts';
import type { ErrorDetail } from '../../errors.ts';
import { didYouMean } from '../../nearest.ts';
import { fieldSchema, PRODUCT_CODES, PRODUCTS } from '../../products/index.ts';
import { isWithin } from '../../readback/domains.ts';
import { atLeast, condOf } from '../grammar/meaning.ts';
import {
  all,
  any,
  not,
  PLAIN_TERMS,
  RANK,
  test,
  type Expr,
  type PolicyAction,
  type Quote,
  type Rule,
  type Test,
} from '../model.ts';
import { except } from '../plan.ts';
import { STATES } from '../states.ts';
import { DRAFT_FIELDS, STATE_FIELD, type DraftAnswer, type WrittenCondition, type WrittenRule } from './form.ts';

/** A rule, and how it was written. */
export interface DraftRule {
  readonly rule: Rule;
  readonly written: WrittenRule;
}

/** What a model made of a policy. Nothing in it has been compared with the words yet. */
export interface Draft {
  readonly name: string | null;
  /** The first one that holds decides; as rules of a policy, of which the strongest decides, each leaves those before it out. */
  readonly rules: readonly DraftRule[];
  readonly notExpressed: readonly { readonly quote: Quote; readonly why: string }[];
  readonly ambiguous: readonly { readonly quote: Quote; readonly readings: readonly string[] }[];
  /** By member of the answer. A draft with errors is none. */
  readonly errors: readonly ErrorDetail[];
}

/** The draft that an answer holds, which satisfies the schema. */
export function draftOf(answer: DraftAnswer, prompt: string): Draft {
  const reader = new Reader(prompt);
  const rules = answer.rules.map((rule, index) => reader.rule(rule, `rules[${index}]`));
  const notExpressed = answer.not_expressed.map(({ quote, why }, index) => ({
    quote: reader.quote(quote, `not_expressed[${index}].quote`),
    why,
  }));
  const ambiguous = answer.ambiguous.map(({ quote, readings }, index) => ({
    quote: reader.quote(quote, `ambiguous[${index}].quote`),
    readings,
  }));
  if (rules.length + notExpressed.length + ambiguous.length === 0) {
    reader.errors.push({ field: 'rules', message: 'is empty: no policy was found in the prompt' });
  }
  const rest = rules.findIndex(({ rule }) => rule.when === null);
  if (rest >= 0 && rest < rules.length - 1) {
    reader.errors.push({ field: `rules[${rest}].when`, message: 'is null, so no rule after it would ever be tried' });
  }
  return { name: answer.name ?? null, rules: ranked(rules), notExpressed, ambiguous, errors: reader.errors };
}

/** In a policy a denial comes before an approval, wherever it stands: one that stands after it is for the others. */
function ranked(rules: readonly DraftRule[]): DraftRule[] {
  return rules.map(({ rule, written }, index) => {
    const weaker = rules.slice(0, index).filter((each) => RANK[each.rule.decision] > RANK[rule.decision]);
    const when = weaker.reduce<Expr | null>(
      (made, { rule: { when: other } }) => (made === null ? null : except(made, other, not)),
      rule.when,
    );
    return { rule: { ...rule, when }, written };
  });
}

/** No policy nests its conditions deeper. */
const MOST_LEVELS = 8;

class Reader {
  readonly errors: ErrorDetail[] = [];
  readonly #prompt: string;
  /** Where the last quote with these words was found: two rules may quote two places that read alike. */
  readonly #last = new Map<string, number>();

  constructor(prompt: string) {
    this.#prompt = prompt;
  }

  rule(written: WrittenRule, field: string): DraftRule {
    const { decision, when, before = [], after = [], reason } = written;
    const quote = this.quote(written.quote, `${field}.quote`);
    if (reason !== undefined && !quote.text.includes(reason)) {
      this.#wrong(`${field}.reason`, 'must be words of the quote');
    }
    const actions = (of: typeof before): PolicyAction[] => of.flatMap(actionOf);
    const isReview = decision === 'review';
    const rule: Rule = {
      decision,
      when: when === null ? null : this.#expr(when, `${field}.when`, 1),
      isOverride: false,
      despite: null,
      isRequirement: false,
      before: actions(isReview ? [...before, ...after] : before),
      after: actions(isReview ? [] : after),
      terms: { ...PLAIN_TERMS, reason: reason ?? null },
      quote,
    };
    for (const { notify } of [...before, ...after]) {
      if (notify !== undefined && !this.#prompt.includes(notify)) {
        this.#wrong(field, `notifies ${JSON.stringify(notify)}, which is not in the policy`);
      }
    }
    return { rule, written };
  }

  quote(text: string, field: string): Quote {
    const found = this.#prompt.indexOf(text, (this.#last.get(text) ?? -1) + 1);
    const offset = found < 0 ? this.#prompt.indexOf(text) : found;
    if (offset < 0) this.#wrong(field, 'is no span of the policy: copy the words letter for letter');
    else if (!/[\p{L}\p{N}]/u.test(text)) this.#wrong(field, 'holds no word');
    this.#last.set(text, offset);
    return { text, offset: Math.max(0, offset) };
  }

  #expr(written: WrittenCondition, field: string, level: number): Expr {
    if (level > MOST_LEVELS) return this.#wrong(field, `is nested more than ${MOST_LEVELS} levels deep`);
    const { at_least: least, of } = written;
    const forms = (['all', 'any', 'not', 'at_least', 'field'] as const).filter((each) => written[each] !== undefined);
    if (forms.length !== 1 || (least === undefined) !== (of === undefined)) {
      return this.#wrong(field, 'must have exactly one of `all`, `any`, `not`, `at_least` with `of`, and `field`');
    }
    const parts = (of: readonly WrittenCondition[], name: string): Expr[] =>
      of.map((part, index) => this.#expr(part, `${field}.${name}[${index}]`, level + 1));
    if (written.all !== undefined) return all(parts(written.all, 'all'));
    if (written.any !== undefined) return any(parts(written.any, 'any'));
    if (written.not !== undefined) return not(this.#expr(written.not, `${field}.not`, level + 1));
    if (least === undefined || of === undefined) return this.#comparison(written, field);
    const chosen = atLeast(
      least,
      parts(of, 'of').map((part) => condOf(part)),
    );
    if (chosen === null) return this.#wrong(`${field}.at_least`, `must be a number from 1 to ${of.length}`);
    return chosen.issues.length > 0
      ? this.#wrong(`${field}.of`, 'has too many conditions to choose from')
      : chosen.expr;
  }

  #comparison(written: WrittenCondition, field: string): Expr {
    const { operator, value, value_from: from } = written;
    const place = this.#place(written.field ?? '', `${field}.field`);
    if (place === null) return NOTHING;
    if (operator === undefined) return this.#wrong(field, 'must have an `operator`');
    const given = [value, from].filter((each) => each !== undefined).length;
    const takes = operatorOf(operator).takesValue;
    if (given !== (takes ? 1 : 0)) {
      return this.#wrong(
        field,
        takes ? 'must have one of `value` and `value_from`' : `must have no value: ${operator}`,
      );
    }
    const wrong = wrongIn(place, operator, value);
    if (wrong !== null) return this.#wrong(field, wrong);
    if (from === undefined) return test({ ...place, operator, ...(value === undefined ? {} : { value }) });
    const other = this.#place(from.field, `${field}.value_from.field`);
    if (other === null) return NOTHING;
    if (![place, other].every(isNumber)) return this.#wrong(`${field}.value_from`, 'compares with a number only');
    return test({ ...place, operator, from: { ...other, times: from.times ?? 1 } });
  }

  #place(name: string, field: string): Place | null {
    if (!DRAFT_FIELDS.includes(name)) {
      const others = didYouMean(name, DRAFT_FIELDS);
      this.#wrong(field, `${JSON.stringify(name)} is no field that there is${others}`);
      return null;
    }
    const code = PRODUCT_CODES.find((each) => name.startsWith(`${each}.`));
    return code === undefined
      ? { source: 'context', field: name }
      : { source: code, field: name.slice(code.length + 1) };
  }

  #wrong(field: string, message: string): Expr {
    this.errors.push({ field, message });
    return NOTHING;
  }
}

const NOTHING: Expr = any([]);

function actionOf({ wait, mail, notify }: NonNullable<WrittenRule['before']>[number]): PolicyAction[] {
  if (wait !== undefined) return [{ kind: 'wait', ...wait }];
  if (mail !== undefined) return [{ kind: 'mail', to: mail }];
  return notify === undefined ? [] : [{ kind: 'notify', to: notify }];
}

type Place = Pick<Test, 'source' | 'field'>;

function isNumber({ source, field }: Place): boolean {
  const kind = source === 'context' ? 'string' : kindOfField(PRODUCTS[source], field);
  return kind === 'number' || kind === 'integer';
}

type Value = WrittenCondition['value'];

/** Why the field can have no such value, or cannot be asked so; null if it can. */
function wrongIn({ source, field }: Place, operator: ConditionOperator, value: Value): string | null {
  if (source === 'context') return isOfState(field, operator, value) ? null : OF_STATES;
  const kind = kindOfField(PRODUCTS[source], field) ?? 'string';
  const named = `${source}.${field}`;
  if (!operatorsFor(kind).includes(operator)) return `${named} is ${KIND_WORDS[kind]}: ${operator} does not fit it`;
  if (value === undefined) return null;
  if (!isOfKind(kind, value)) return `${named} is ${KIND_WORDS[kind]}, and ${JSON.stringify(value)} is none`;
  const schema = fieldSchema(PRODUCTS[source], field) ?? {};
  const { enum: choices, minimum = 'any', maximum = 'any' } = schema;
  if (Array.isArray(choices) && asks(operator, 'equality') && !choices.includes(value))
    return `${named} is one of ${choices.filter((each) => each !== null).join(', ')}`;
  return isWithin({ schema }, value) ? null : `${named} is a number from ${String(minimum)} to ${String(maximum)}`;
}

const OF_STATES = `${STATE_FIELD} equals, or does not equal, the two letters of a state`;

function isOfState(field: string, operator: ConditionOperator, value: Value): boolean {
  if (field !== STATE_FIELD) return false;
  return asks(operator, 'absence') || (asks(operator, 'equality') && STATES.some(([, code]) => code === value));
}

function isOfKind(kind: NonNullable<ReturnType<typeof kindOfField>>, value: NonNullable<Value>): boolean {
  switch (kind) {
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'string':
      return typeof value === 'string' && value !== '';
    default:
      return false;
  }
}
