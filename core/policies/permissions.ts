import { holds } from '../cascade/operators/index.ts';
import { Work } from '../work.ts';
import { fieldsOf, type Topic } from './comparison.ts';
import { readCondition } from './conditions.ts';
import type { Lexeme } from './lexer.ts';
import { testsOf, type Rule, type Test } from './model.ts';

/** "One misdemeanor is fine": decides nothing, but the rules must agree with it. */
export interface Permission {
  readonly test: Test;
  /** Fields of the same thing. */
  readonly fields: ReadonlySet<string>;
  readonly lexemes: readonly Lexeme[];
}

/** The permission that a sentence gives; undefined if it gives none, or one that cannot be checked. */
export function permissionIn(lexemes: readonly Lexeme[], topic: Topic): Permission | undefined {
  const values = lexemes.filter(({ meaning }) => meaning.is === 'value');
  const concepts = lexemes.flatMap(({ meaning }) => (meaning.is === 'concept' ? [meaning.concept] : []));
  const [value] = values;
  const [concept] = concepts;
  const isFine = value?.meaning.is === 'value' && value.meaning.value === 'positive' && lexemes.at(-1) === value;
  if (!isFine || values.length > 1 || concept?.shape !== 'count' || concepts.length > 1) return undefined;
  if (lexemes.some(({ meaning }) => ['unknown', 'not', 'if', 'unless', 'rest'].includes(meaning.is))) return undefined;
  const expr = readCondition(lexemes.slice(0, -1), topic, 'and');
  const isCount =
    expr.kind === 'test' && (expr.test.operator === 'equals' || expr.test.operator === 'less_than_or_equal');
  return isCount ? { test: expr.test, fields: new Set(fieldsOf(concept)), lexemes } : undefined;
}

/** Whether no rule holds against somebody what is permitted. */
export function isRespected({ test, fields }: Permission, rules: readonly Rule[]): boolean {
  return rules.every(({ decision, when }) =>
    testsOf(when)
      .filter(({ field }) => fields.has(field))
      .every(({ source, field, operator, value = null }) => {
        if (source !== test.source || field !== test.field) return false;
        const doesHold = holds(operator, test.value ?? null, value, new Work());
        return decision === 'deny' || decision === 'review' ? !doesHold : doesHold;
      }),
  );
}
