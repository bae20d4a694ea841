import type { CascadeDefinition } from '../cascade/registry.ts';
import { BRANCH_KEYS } from '../cascade/definition.ts';
import { isKind } from '../cascade/registry.ts';
import { ON_MISSING, type OnMissing } from '../cascade/on-missing.ts';
import { validateDefinition } from '../cascade/validate.ts';
import type { OwnProducts } from '../cascade/own-products.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { typesOf } from '../readback/predicate.ts';
import {
  combinations,
  domainsOfRules,
  exprHolds,
  fieldOfKey,
  isConsistent,
  keysOf,
  lackingIn,
  plainest,
  ruleFor,
  settle,
  withoutValue,
  type Values,
} from './applicants.ts';
import type { Built } from './build.ts';
import { exampleOf, type Example } from './examples.ts';
import { canBeMissing, isNoneOnRecord, testsOf, testsOfRules, type Rule } from './model.ts';
import type { Plan } from './plan.ts';
import { IS } from './read-as.ts';
import { sentencesOf } from './rows.ts';
import { subjectsOf } from './say.ts';

/** An applicant who is approved because a value is missing, with the available choices of the row. */
export interface ApprovedWithout {
  readonly text: string;
  readonly outcome: 'approved' | 'conditional';
  /** The value's name in the row. */
  readonly field: string;
  /** The row that would decide otherwise: the `id` of its groups. */
  readonly rule_id: string;
  readonly node_ids: readonly string[];
  /** The possible values of `on_missing` of its groups. */
  readonly choices: readonly OnMissing[];
  readonly applicant: Example;
}

interface Asked {
  readonly asOf: string;
  readonly dictionary?: Dictionary;
  readonly products?: OwnProducts;
}

/**
 * Finds rows for which a missing value approves. With the value, the row denies or sends to review; without it, the
 * same applicant is approved. The author should know that before anything else. Source: semantics 2.6.27.
 */
export function approvedWithout(
  { plan, definition }: Pick<Built, 'plan' | 'definition'>,
  { asOf, dictionary, products }: Asked,
): readonly ApprovedWithout[] {
  const subjectIn = subjectsOf(dictionary, products);
  const sentences = sentencesOf(plan);
  const plain = plainest(domainsOfRules(plan.rules), plan.rules);
  const approving = [plan.rest, ...plan.rules].filter((rule) => !isStopping(rule));
  return plan.rules.filter(isStopping).flatMap((rule) => {
    const { id = '', text = '' } = sentences.get(rule) ?? {};
    const found = keysMissing(rule, plain).flatMap((key) => {
      const person = personWithout(plan, plain, { rule, approving, key });
      return person === null ? [] : [{ key, person }];
    });
    if (found.length === 0) return [];
    // Each choice costs a validation of the definition.
    const choices = choicesAt(definition, id);
    return found.map(({ key, person }): ApprovedWithout => {
      const { decision } = ruleFor(plan, person);
      const { source, field } = fieldOfKey(key);
      const { phrase, schema } = subjectIn(source, field);
      const isList = typesOf(schema).includes('array');
      return {
        text:
          `An applicant whose ${phrase.replace(/^the /, '')} ${isList ? 'are' : 'is'} not known is ${IS[decision]}, ` +
          `because “${text}” does not hold without ${isList ? 'them' : 'it'}.`,
        outcome: decision === 'conditional' ? 'conditional' : 'approved',
        field: phrase,
        rule_id: id,
        ...choices,
        applicant: exampleOf(person, asOf, products),
      };
    });
  });
}

const isStopping = ({ decision }: Rule): boolean => decision === 'deny' || decision === 'review';

/** Keys of the values that the rule reads and that need not be there. */
function keysMissing({ when }: Rule, values: Values): readonly string[] {
  const fields = testsOf(when).flatMap((test) => [test, ...(test.from === undefined ? [] : [test.from])]);
  const keys = fields
    .filter((field) => canBeMissing(field) && !isNoneOnRecord(field))
    .flatMap((field) => keysOf(field).find((key) => values.has(key)) ?? []);
  return [...new Set(keys)];
}

/** Combinations of the values of one rule that are tried. */
const MOST_TOGETHER = 60;

interface Wanted {
  /** Stops the applicant, as long as the value is known. */
  readonly rule: Rule;
  readonly key: string;
}

/**
 * Somebody of whom the value is not known, whom `rule` would stop, and whom one of the others approves; null if nobody
 * is found.
 */
function personWithout(
  plan: Plan,
  plain: Values,
  { approving, ...wanted }: Wanted & { readonly approving: readonly Rule[] },
): Values | null {
  for (const then of approving)
    for (const person of peopleBetween(plan, plain, { ...wanted, then })) {
      const without = withoutValue(person, wanted.key);
      const isStopped = isConsistent(person) && ruleFor(plan, person) === wanted.rule;
      if (isStopped && person.get(wanted.key) !== null && !isStopping(ruleFor(plan, without))) return without;
    }
  return null;
}

/**
 * People whom `rule` stops and whom `then` approves without the value, or nearly so. The values are chosen one by one.
 * If that is not enough, those of `rule` are tried together, and those by which other rules stop the applicant are
 * chosen again.
 */
function* peopleBetween(
  plan: Plan,
  plain: Values,
  { rule, then, key }: Wanted & { readonly then: Rule },
): Generator<Values> {
  const domains = domainsOfRules(plan.rules);
  const keysIn = (rules: readonly Rule[]): ReadonlySet<string> => new Set(testsOfRules(rules).flatMap(keysOf));
  const among = (keys: ReadonlySet<string>) => domains.filter((domain) => keys.has(domain.key));
  const at = plan.rules.indexOf(then);
  const earlier = plan.rules.slice(0, plan.rules.indexOf(rule));
  const rivals = plan.rules.slice(0, at < 0 ? plan.rules.length : at).filter(isStopping);
  const holding = (rules: readonly Rule[], of: Values): readonly Rule[] =>
    rules.filter(({ when }) => when !== null && exprHolds(when, of));
  const stopping = (values: Values): readonly Rule[] => [
    ...holding(earlier, values),
    ...holding(rivals, withoutValue(values, key)),
  ];
  const cost = (values: Values): number => {
    const isOdd = values.get(key) === null || !isConsistent(values);
    const lacking = lackingIn(rule, values) + lackingIn(then, withoutValue(values, key));
    return lacking + stopping(values).length + (isOdd ? 1 : 0);
  };
  const person = settle(new Map(plain), among(keysIn([rule, then])), cost);
  yield person;
  const own = keysIn([rule]);
  for (const values of combinations(among(own), MOST_TOGETHER)) {
    const each = new Map([...person, ...values]);
    if (lackingIn(rule, each) > 0) continue;
    const others = among(keysIn(stopping(each))).filter((domain) => !own.has(domain.key));
    yield settle(each, others, cost);
  }
}

/** The nodes of a row, and what it can say where they stand: a definition with it has to be valid. */
function choicesAt(definition: CascadeDefinition, id: string): Pick<ApprovedWithout, 'node_ids' | 'choices'> {
  const saying = (asks: OnMissing) =>
    definition.map((node) => {
      if (!isKind(node, 'IfElse')) return node;
      const branches = Object.fromEntries(
        BRANCH_KEYS.flatMap((key) => {
          const branch = node.branches[key];
          const groups = branch?.condition_groups?.map((group) =>
            group.id === id ? { ...group, on_missing: asks } : group,
          );
          return branch === undefined
            ? []
            : [[key, { ...branch, ...(groups === undefined ? {} : { condition_groups: groups }) }]];
        }),
      );
      return { ...node, branches };
    });
  const own = definition.filter(
    (node) =>
      isKind(node, 'IfElse') &&
      BRANCH_KEYS.some((key) => node.branches[key]?.condition_groups?.some((group) => group.id === id)),
  );
  return {
    node_ids: own.map((node) => node.id),
    choices: ON_MISSING.filter((asks) => validateDefinition(saying(asks)).definition !== null),
  };
}
