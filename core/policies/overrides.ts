import { fieldsOf } from './comparison.ts';
import type { Lexeme } from './lexer.ts';
import { all, not, testsOf, type Rule } from './model.ts';

/** "regardless of the score" up to the next comma: it names what does not count. */
export function withoutOverride(words: readonly Lexeme[]): Lexeme[] {
  let isInside = false;
  return words.filter(({ meaning }) => {
    if (meaning.is === 'override') isInside = true;
    else if (meaning.is === 'comma' || meaning.is === 'semicolon') isInside = false;
    return !isInside;
  });
}

/** What stands between "regardless of" and the next comma. */
export function fieldsDespite(words: readonly Lexeme[]): ReadonlySet<string> | null {
  const outside = new Set(withoutOverride(words));
  const named = words.flatMap((each) =>
    !outside.has(each) && each.meaning.is === 'concept' ? [each.meaning.concept] : [],
  );
  return named.length === 0 ? null : new Set(named.flatMap(fieldsOf));
}

/** An approval "even with an eviction" is none for whom another rule denies or reviews for something else. */
export function limited(rule: Rule, rules: readonly Rule[]): Rule {
  const { when, despite } = rule;
  if (!rule.isOverride || when === null || despite === null) return rule;
  const stronger = rules.flatMap((other) =>
    other.when !== null && (other.decision === 'deny' || other.decision === 'review') ? [other.when] : [],
  );
  const grounds = stronger.flatMap((expr) => (expr.kind === 'any' ? expr.of : [expr]));
  const others = grounds.filter((expr) => !testsOf(expr).some(({ field }) => despite.has(field)));
  return { ...rule, when: all([when, ...others.map(not)]) };
}
