import type { Parser } from './parsers.ts';

/** One environment variable. `T` is what it is read as. */
export interface Variable<T> {
  readonly group: string;
  readonly description: string;
  /** Parses the text, or throws a ParseError. */
  readonly parse: Parser<T>;
  /** If the variable is not set: a text for `parse`, undefined, or an error at start. */
  readonly unset: { readonly is: 'default'; readonly text: string } | { readonly is: 'optional' | 'required' };
  /** A value for `.env.example` if there is no default. */
  readonly example?: string;
  readonly unit?: string;
  /** A secret's value is never printed. */
  readonly secret: boolean;
}

interface Notes {
  readonly unit?: string;
  readonly example?: string;
  readonly secret?: boolean;
}

/** Variables that stand together under a heading in `.env.example`. */
export function group(name: string) {
  const make = <T>(parse: Parser<T>, unset: Variable<T>['unset'], description: string, notes: Notes): Variable<T> => ({
    group: name,
    description,
    parse,
    unset,
    secret: false,
    ...notes,
  });
  return {
    required: <T>(parse: Parser<T>, description: string, notes: Notes = {}): Variable<T> =>
      make(parse, { is: 'required' }, description, notes),
    optional: <T>(parse: Parser<T>, description: string, notes: Notes = {}): Variable<T | undefined> =>
      make<T | undefined>(parse, { is: 'optional' }, description, notes),
    byDefault: <T>(value: string, parse: Parser<T>, description: string, notes: Notes = {}): Variable<T> =>
      make(parse, { is: 'default', text: value }, description, notes),
  };
}
