import type { Production, Span } from '../../earley.ts';
import type { Kinds } from './kinds.ts';

/**
 * How productions are written: `rule('Cond', 'Measure Be? Range', (measure, range) => …)`. A name with a capital is a
 * symbol, anything else a word as it stands; `?` says that it may be left out, ` | ` that the one or the other will do.
 * Only symbols of `Kinds` have a meaning; `make` takes those, in their order, and the types say so.
 */
type Alternatives<S extends string> = S extends `${infer A} | ${infer B}` ? A | Alternatives<B> : S;
type Split<S extends string> = S extends `${infer A} ${infer B}` ? [A, ...Split<B>] : [S];
type Meaning<W> = W extends `${infer N}?`
  ? N extends keyof Kinds
    ? [Kinds[N] | undefined]
    : []
  : W extends keyof Kinds
    ? [Kinds[W]]
    : [];
type Meanings<W> = W extends [infer A, ...infer B] ? [...Meaning<A>, ...Meanings<B>] : [];
type Parts<S extends string> = Meanings<Split<Alternatives<S>>>;

/** More than one meaning of the same words. */
export class Several<T> {
  readonly of: readonly T[];
  constructor(of: readonly T[]) {
    this.of = of;
  }
}

export interface RuleText {
  readonly lhs: keyof Kinds;
  readonly text: string;
  readonly make: Production['make'];
}

export function rule<L extends keyof Kinds, S extends string>(
  lhs: L,
  text: S,
  make: (...parts: [...Parts<S>, span: Span]) => Kinds[L] | Several<Kinds[L]> | null,
): RuleText {
  return {
    lhs,
    text,
    make: (kids, span) => {
      // The parts are those of the text, in its order: `Parts` says of which kinds they are.
      const value = make(...([...kids, span] as unknown as [...Parts<S>, span: Span]));
      return value === null ? [] : value instanceof Several ? value.of : [value];
    },
  };
}

/** The productions of rules: one for each alternative, and for each way to leave out what may be left out. */
export function productionsOf(rules: readonly RuleText[], isMeaningful: (symbol: string) => boolean): Production[] {
  return rules.flatMap(({ lhs, text, make }) =>
    text.split(' | ').flatMap((alternative) => {
      const words = alternative.split(' ');
      return choices(words).map((rhs): Production => {
        const kids: number[] = [];
        let at = 0;
        for (const [index, word] of words.entries()) {
          const isHere = rhs[index] !== null;
          if (isMeaningful(word.replace('?', ''))) kids.push(isHere ? at : -1);
          if (isHere) at += 1;
        }
        return { lhs, rhs: rhs.filter((word) => word !== null), kids, make };
      });
    }),
  );
}

function choices(words: readonly string[]): (string | null)[][] {
  return words.reduce<(string | null)[][]>(
    (made, word) =>
      word.endsWith('?')
        ? made.flatMap((before) => [
            [...before, word.slice(0, -1)],
            [...before, null],
          ])
        : made.map((before) => [...before, word]),
    [[]],
  );
}
