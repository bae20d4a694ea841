import type { CascadeDefinition } from '../cascade/registry.ts';
import { isKind } from '../cascade/registry.ts';
import { productCodeOf } from '../cascade/own-products.ts';
import type { Phrases } from '../policies/language/phrases.ts';
import { implausible } from '../policies/plausible.ts';
import { readPrompt } from '../policies/read.ts';
import { PRODUCTS, productByCode } from '../products/index.ts';
import { fieldsReadBy, not, NoOpposite, testsOf, toBranch, toGroups, type Expr, type Rule } from '../rules/model.ts';
import type { RowDecision, RowGroup } from './row.ts';

/** Reads a sentence that is given in place of conditions. */
export type ReadWhen = (
  sentence: string,
  /** Null if the sentence must state the decision. */
  decision: RowDecision | null,
) =>
  | {
      readonly ok: true;
      readonly decision: RowDecision;
      readonly logic: 'and' | 'or';
      readonly groups: readonly RowGroup[];
      readonly isRequirement: boolean;
    }
  | {
      readonly ok: false;
      readonly message: string;
      /** The decision about everyone else, if the sentence states it. */
      readonly everyone?: RowDecision;
      /** True if it is a rule that this cascade cannot have in one row. */
      readonly isOther?: boolean;
    };

/** Prefix that turns a sentence with only a condition into a rule. */
const BEGINS: Partial<Record<RowDecision, string>> = {
  approve: 'Approve if ',
  deny: 'Deny if ',
  review: 'Review if ',
};

type Found = ReturnType<ReadWhen>;

/**
 * Reads a row's sentence like a policy, or only its condition ("the score is below 600"). `nouns`: the account's names
 * of fields. Reports that the cascade does not pull are not read.
 */
export const readerOf =
  (definition: CascadeDefinition, nouns?: Phrases): ReadWhen =>
  (sentence, decision) => {
    const begin = BEGINS[decision ?? 'deny'] ?? 'Deny if ';
    const whole = ruleOf(sentence, nouns, 0);
    const part = whole.ok || decision === null ? whole : ruleOf(`${begin}${sentence.trim()}`, nouns, begin.length);
    if (!whole.ok && whole.everyone !== undefined) return { ...fault(ABOUT_NOBODY), everyone: whole.everyone };
    if (!part.ok) return fault(whole.ok || part.understood >= whole.understood ? part.message : whole.message);
    const { rule } = part;
    const isDecided = whole.ok && decision !== null && rule.decision !== decision;
    if (isDecided)
      return fault(`says ${JSON.stringify(rule.decision)}, and \`then.decision\` is ${JSON.stringify(decision)}`);
    if (rule.when === null) return { ...fault(ABOUT_NOBODY), everyone: rule.decision };
    return conditionsOf(rule, rule.when, definition);
  };

const ABOUT_NOBODY = 'says nothing about whom: `everyone_else` is for everybody whom no rule decides';

type Read =
  | { readonly ok: true; readonly rule: Rule }
  | {
      readonly ok: false;
      readonly message: string;
      readonly understood: number;
      readonly everyone?: RowDecision;
    };

function ruleOf(text: string, nouns: Phrases | undefined, skipped: number): Read {
  const reading = readPrompt(text, nouns);
  const [only, ...more] = reading.rules;
  const everyone =
    more.length === 0 && only?.when === null && reading.refusals.length === 1 ? only.decision : undefined;
  // Other rows say what happens to everyone else.
  const [refused] = [...reading.refusals.filter(({ isGap }) => isGap !== true), ...implausible(reading)];
  if (refused !== undefined) {
    const { quote, message } = refused;
    const at = Math.max(0, quote.offset - skipped);
    // Reports the reading that got further.
    const understood = (/after "([^"]*)"/i.exec(message)?.[1]?.length ?? 0) - skipped;
    const words = JSON.stringify(quote.text.slice(Math.max(0, skipped - quote.offset), 200));
    const said = `cannot be read at ${at}, ${words}: ${message}`;
    return { ok: false, message: said, understood, ...(everyone === undefined ? {} : { everyone }) };
  }
  const [rule, ...others] = reading.rules;
  if (rule !== undefined && others.length === 0) return { ok: true, rule };
  const message = rule === undefined ? 'says no rule' : 'says more than one rule: write a row for each';
  return { ok: false, message, understood: rule === undefined ? 0 : text.length };
}

function conditionsOf({ decision, isRequirement }: Rule, when: Expr, definition: CascadeDefinition): Found {
  const pulled = new Map(
    definition.flatMap((node) => (isKind(node, 'BillingProduct') ? [[productCodeOf(node), node.id] as const] : [])),
  );
  const sources = testsOf(when)
    .flatMap(fieldsReadBy)
    .map(({ source }) => source);
  const missing = sources.find((source) => source !== 'context' && !pulled.has(source));
  if (missing !== undefined && missing !== 'context') {
    const name = (productByCode(missing) ?? PRODUCTS[missing]).name.toLowerCase();
    return { ...fault(`reads a report that this cascade does not pull: the ${name}`), isOther: true };
  }
  const nodeOf = (source: string): string => (source === 'context' ? source : (pulled.get(source) ?? source));
  const logic = isRequirement ? 'and' : 'or';
  try {
    const asked = isRequirement ? not(when) : when;
    const groups = toGroups(asked, logic, nodeOf);
    if (groups !== undefined) return { ok: true, decision, logic, groups, isRequirement };
    const { group_logic: own = 'and', condition_groups: parts } = toBranch(asked, nodeOf) ?? {};
    if (parts !== undefined) return { ok: true, decision, logic: own, groups: parts, isRequirement };
  } catch (error) {
    if (!(error instanceof NoOpposite)) throw error;
  }
  return fault('is too complicated for one rule: write several');
}

const fault = (message: string) => ({ ok: false, message }) as const;
