import type { ErrorDetail } from '../errors.ts';
import { atLeast, condOf } from '../policies/language/meaning.ts';
import {
  actionsOf,
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
} from '../rules/model.ts';
import { areDisjoint } from '../rules/plan.ts';
import { comparisonOf } from './comparisons.ts';
import { sentFields, type DraftAnswer, type SentFields, type WrittenCondition, type WrittenRule } from './form.ts';

/** A rule, with its source. */
export interface DraftRule {
  readonly rule: Rule;
  /** All spans that the rule was made from, its quote first. */
  readonly spans: readonly Quote[];
  readonly written: WrittenRule;
  /** The payload fields. */
  readonly sent: SentFields;
}

/** The content of a model's answer. It is not yet compared with the policy's words. */
export interface Draft {
  readonly name: string | null;
  /** The first rule that holds decides. */
  readonly rules: readonly DraftRule[];
  /** True if the order matters and is not the order of the decisions. */
  readonly isWritten: boolean;
  readonly notExpressed: readonly { readonly quote: Quote; readonly why: string }[];
  readonly ambiguous: readonly { readonly quote: Quote; readonly readings: readonly string[] }[];
  /** Text that decides nothing, according to the model. */
  readonly remarks: readonly Quote[];
  /** Faults by member of the answer. A draft with errors is not used. */
  readonly errors: readonly ErrorDetail[];
}

/** The draft in an answer that satisfies the schema. */
export function draftOf(answer: DraftAnswer, prompt: string, sent = sentFields()): Draft {
  const reader = new Reader(prompt, sent);
  const rules = answer.rules.map((rule, index) => reader.rule(rule, `rules[${index}]`));
  const notExpressed = answer.not_expressed.map(({ quote, why }, index) => ({
    quote: reader.quote(quote, `not_expressed[${index}].quote`),
    why,
  }));
  const ambiguous = answer.ambiguous.map(({ quote, readings }, index) => ({
    quote: reader.quote(quote, `ambiguous[${index}].quote`),
    readings,
  }));
  const remarks = (answer.remarks ?? []).map((text, index) => reader.quote(text, `remarks[${index}]`));
  if (rules.length + notExpressed.length + ambiguous.length === 0) {
    reader.errors.push({ field: 'rules', message: 'is empty: no policy was found in the prompt' });
  }
  const rest = rules.findIndex(({ rule }) => rule.when === null);
  if (rest >= 0 && rest < rules.length - 1) {
    reader.errors.push({ field: `rules[${rest}].when`, message: 'is null, so no rule after it would ever be tried' });
  }
  return { name: answer.name ?? null, ...ordered(rules), notExpressed, ambiguous, remarks, errors: reader.errors };
}

/** Sorted by decision if the order makes no difference, that is if rules that would change places never both hold. */
function ordered(rules: readonly DraftRule[]): Pick<Draft, 'rules' | 'isWritten'> {
  const isFree = rules.every(({ rule }, index) =>
    rules
      .slice(0, index)
      .every(
        ({ rule: before }) =>
          RANK[before.decision] <= RANK[rule.decision] ||
          rule.when === null ||
          (before.when !== null && areDisjoint(before.when, rule.when)),
      ),
  );
  return isFree
    ? { rules: rules.toSorted((a, b) => rankOf(a) - rankOf(b)), isWritten: false }
    : { rules, isWritten: true };
}

/** Everyone else comes last. */
const LAST = 9;
const rankOf = ({ rule }: DraftRule): number => (rule.when === null ? LAST : RANK[rule.decision]);

/** No policy nests its conditions deeper. */
const MOST_LEVELS = 8;

class Reader {
  readonly errors: ErrorDetail[] = [];
  readonly #prompt: string;
  readonly #sent: SentFields;
  /** The position of the last quote with these words: two rules may quote two places with equal text. */
  readonly #last = new Map<string, number>();

  constructor(prompt: string, sent: SentFields) {
    this.#prompt = prompt;
    this.#sent = sent;
  }

  rule(written: WrittenRule, field: string): DraftRule {
    const { decision, when, before = [], after = [], reason } = written;
    const quote = this.quote(written.quote, `${field}.quote`);
    const also = (written.also ?? []).map((text, index) => this.quote(text, `${field}.also[${index}]`));
    if (reason !== undefined && !quote.text.includes(reason)) {
      this.#wrong(`${field}.reason`, 'must be words of the quote');
    }
    const rule: Rule = {
      decision,
      when: when === null ? null : this.#expr(when, `${field}.when`, 1),
      isRequirement: false,
      ...actionsOf({ decision, before: before.flatMap(actionOf), after: after.flatMap(actionOf) }),
      terms: { ...PLAIN_TERMS, reason: reason ?? null },
      quote,
    };
    for (const { notify } of [...before, ...after]) {
      if (notify !== undefined && !this.#prompt.includes(notify)) {
        this.#wrong(field, `notifies ${JSON.stringify(notify)}, which is not in the policy`);
      }
    }
    return { rule, spans: [quote, ...also], written, sent: this.#sent };
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
    const { test: made, wrong } = comparisonOf(written, this.#sent);
    for (const { at, message } of wrong) this.#wrong(`${field}${at}`, message);
    return made === null ? NOTHING : test(made);
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
