import { isWord, type Lexeme } from './lexer.ts';
import type { Concept } from './meaning.ts';
import { all, any, not, test, type Expr, type Test } from './model.ts';
import { STATE_FIELDS } from './synonyms.ts';
import { unclear } from './unclear.ts';

/** What earlier words leave for later ones: "600 to 699" is about the score that was named before. */
export interface Topic {
  concept: Concept | null;
  /** Every figure that was compared so far: a bare figure is about whatever has had a figure of its size. */
  readonly figures: { readonly concept: Concept; readonly value: number }[];
  readonly assumptions: string[];
}

/** What a figure without a name is compared with. Throws NotUnderstood if that could be several things. */
export function conceptOfFigures(topic: Topic, found: Facts, lexemes: readonly Lexeme[]): Concept | null {
  const { concept, figures } = topic;
  const others = figures.filter((each) => each.concept.field !== concept?.field);
  if (concept === null || others.length === 0 || found.numbers.length === 0) return concept;
  const isNear = ({ value }: { readonly value: number }): boolean =>
    found.numbers.some(
      (number) => number.value === value || (value > 0 && Math.abs(Math.log(number.value / value)) < 0.5),
    );
  const own = figures.filter((each) => each.concept.field === concept.field);
  if (own.some(isNear)) return concept;
  const near = new Map(others.filter(isNear).map((each) => [each.concept.field, each.concept]));
  const [only] = near.values();
  if (near.size === 0 && own.length === 0) return concept;
  if (near.size !== 1 || only === undefined)
    throw unclear('It does not say which of several things is compared.', lexemes);
  return only;
}

/** What the words of one comparison name. */
export interface Facts {
  readonly concepts: readonly Concept[];
  readonly numbers: readonly {
    readonly value: number;
    readonly isMoney: boolean;
  }[];
  readonly operator: Test['operator'] | null;
  readonly isRange: boolean;
  readonly negations: number;
  readonly value: string | null;
  readonly state: string | undefined;
  /** Months. */
  readonly within: number | null;
  readonly older: number | null;
  /** Months: a duration that is no window, such as "12 months of employment". */
  readonly duration: number | null;
  readonly has: (is: string) => boolean;
}

const MONTHS: Readonly<Record<string, number>> = {
  months: 1,
  years: 12,
  weeks: 0.25,
  days: 1 / 30,
};

export function factsOf(lexemes: readonly Lexeme[]): Facts {
  const is = lexemes.map(({ meaning }) => meaning.is);
  const numbers: { value: number; isMoney: boolean }[] = [];
  let within: number | null = null;
  let older: number | null = null;
  let duration: number | null = null;
  let operator: Test['operator'] | null = null;
  let value: string | null = null;
  let state: string | undefined;
  const concepts: Concept[] = [];
  for (const [index, { meaning }] of lexemes.entries()) {
    switch (meaning.is) {
      case 'concept':
        concepts.push(meaning.concept);
        break;
      case 'product':
        if (meaning.concept !== null) concepts.push(meaning.concept);
        break;
      case 'compare':
        operator ??= meaning.operator;
        break;
      case 'value':
        value ??= meaning.value;
        break;
      case 'state':
        state ??= meaning.code;
        break;
      case 'number': {
        const next = lexemes.slice(index + 1, index + 3).map((each) => each.meaning);
        const [unit] = next;
        const months = unit?.is === 'unit' ? MONTHS[unit.unit] : undefined;
        if (months === undefined) {
          numbers.push({ value: meaning.value, isMoney: meaning.isMoney });
          break;
        }
        const span = meaning.value * months;
        const back = is.slice(0, index).findLast((word) => word === 'within' || word === 'older' || word === 'compare');
        const before = lexemes[index - 1];
        if (back === 'within' || (before !== undefined && isWord(before, 'in'))) within = span;
        else if (back === 'older' || next[1]?.is === 'ago') older = span;
        else duration = span;
        break;
      }
      case 'half':
        numbers.push({ value: 50, isMoney: false });
        break;
      case 'plus':
        if (is[index - 1] === 'number') operator ??= 'greater_than_or_equal';
        break;
      default:
        break;
    }
  }
  return {
    concepts,
    numbers,
    operator,
    isRange: is.includes('between') || (is.includes('to') && numbers.length === 2),
    negations: is.filter((word) => word === 'not').length,
    value,
    state,
    within,
    older,
    duration,
    has: (word) => is.some((each) => each === word),
  };
}

export function negated(expr: Expr, isNegated: boolean): Expr {
  return isNegated ? not(expr) : expr;
}

export function stateOfResidence(code: string, isNegated: boolean): Expr {
  return negated(
    test({
      source: 'context',
      field: 'applicant.address.state',
      operator: 'equals',
      value: code,
    }),
    isNegated,
  );
}

export function isRatio(found: Facts, concept: Concept | null): boolean {
  const isIncome = concept?.source === 'income_verification';
  const hasTimes =
    found.has('times') ||
    (found.has('rent') && found.numbers.length === 1 && !found.has('percent') && !found.has('half'));
  return (found.has('rent') && (hasTimes || found.has('percent') || found.has('half'))) || (isIncome && hasTimes);
}

/** "at least 3x rent", "40 times the rent" of a year's income, "rent is no more than 30% of income". */
export function ratio(found: Facts, lexemes: readonly Lexeme[]): Expr {
  const [figure] = found.numbers;
  if (figure === undefined) throw unclear('It does not say how many times the rent.', lexemes);
  const field = 'income_to_rent_ratio';
  const source = 'income_verification';
  const isPartOfIncome = namedAfterFigure(lexemes) === 'income';
  if (found.has('percent') || found.has('half')) {
    if (found.numbers.length > 1) throw unclear('There is more than one figure here.', lexemes);
    const share = found.has('half') ? 50 : figure.value;
    const operator = found.operator ?? 'less_than_or_equal';
    // "rent is at most 30% of income" turns round what "income is at least 300% of rent" says.
    return isPartOfIncome
      ? test({ source, field, operator: TURNED[operator] ?? 'greater_than_or_equal', value: hundredths(100 / share) })
      : test({ source, field, operator: found.operator ?? 'greater_than_or_equal', value: hundredths(share / 100) });
  }
  if (isPartOfIncome && found.has('rent')) throw unclear('It does not say how many times the rent.', lexemes);
  const isOpen = found.numbers.length > 1;
  if (isOpen && !(found.isRange && found.numbers.length === 2))
    throw unclear('There is more than one figure here.', lexemes);
  const isYear = found.has('annual') || found.concepts.some((each) => each.field === 'annual_income_usd');
  const times = found.numbers
    .map(({ value }) => (isYear && value >= 12 ? hundredths(value / 12) : value))
    .toSorted((a, b) => a - b);
  const [value = figure.value, high] = times;
  if (high !== undefined) {
    return all([
      test({ source, field, operator: 'greater_than_or_equal', value }),
      test({ source, field, operator: 'less_than_or_equal', value: high }),
    ]);
  }
  return test({
    source,
    field,
    operator: found.operator ?? 'greater_than_or_equal',
    value,
  });
}

const TURNED: Partial<Record<Test['operator'], Test['operator']>> = {
  greater_than: 'less_than',
  greater_than_or_equal: 'less_than_or_equal',
  less_than: 'greater_than',
  less_than_or_equal: 'greater_than_or_equal',
};

/** What the figure is a part or a multiple of: what is named next, or, if nothing is, what is not named before. */
function namedAfterFigure(lexemes: readonly Lexeme[]): 'rent' | 'income' {
  const at = lexemes.findLastIndex(({ meaning }) => meaning.is === 'number' || meaning.is === 'half');
  const next = lexemes.slice(at + 1).find(({ meaning }) => meaning.is === 'rent' || meaning.is === 'concept');
  if (next !== undefined) return next.meaning.is === 'rent' ? 'rent' : 'income';
  return lexemes.some(({ meaning }) => meaning.is === 'rent') && lexemes[at + 1]?.meaning.is === 'percent'
    ? 'income'
    : 'rent';
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

export function compare(concept: Concept, found: Facts, lexemes: readonly Lexeme[], topic: Topic): Expr {
  const { source, more } = concept;
  if (found.value !== null && concept.shape !== 'flag') return state(concept, found.value, lexemes);
  if (found.has('none_left')) return test({ source, field: concept.field, operator: 'equals', value: 0 });
  if (concept.shape === 'flag') return test({ source, field: concept.field, operator: 'is_true' });
  if (concept.shape === 'states') return state(concept, 'positive', lexemes);
  if (found.within !== null || found.older !== null) return inTime(concept, found, lexemes);
  if (more.isDuration === true) {
    const months = found.duration;
    if (months === null) throw unclear('It does not say how many months or years.', lexemes);
    return test({
      source,
      field: concept.field,
      operator: found.operator ?? 'greater_than_or_equal',
      value: Math.round(months),
    });
  }
  if (found.duration !== null) throw unclear('What this time is about is not clear.', lexemes);
  const field = fieldFor(concept, found, topic);
  return figures(concept, field, found, lexemes, topic);
}

function fieldFor(concept: Concept, found: Facts, topic: Topic): string {
  const { more, field } = concept;
  const [figure] = found.numbers;
  if (figure?.isMoney === true && more.dollars !== undefined) return more.dollars;
  if (more.annual !== undefined && figure !== undefined) {
    if (found.has('annual')) return more.annual;
    if (!found.has('monthly') && field !== more.annual && figure.value >= 15_000) {
      topic.assumptions.push(`An income of ${figure.value} is taken as income a year.`);
      return more.annual;
    }
  }
  const [window] = Object.entries(more.windows ?? {}).filter(([, counted]) => counted === field);
  if (window !== undefined) topic.assumptions.push(`${field} counts the last ${window[0]} months.`);
  return field;
}

function figures(concept: Concept, field: string, found: Facts, lexemes: readonly Lexeme[], topic: Topic): Expr {
  const { source } = concept;
  const [first, second] = found.numbers;
  topic.figures.push(...found.numbers.map(({ value }) => ({ concept, value })));
  if (first === undefined) {
    if (concept.shape !== 'count' && concept.unit !== 'USD') {
      if (found.negations > 0) return test({ source, field, operator: 'is_not_empty' });
      throw unclear('It does not say which value.', lexemes);
    }
    return test({ source, field, operator: 'greater_than', value: 0 });
  }
  if (second !== undefined) {
    if (!found.isRange || found.numbers.length > 2) throw unclear('There is more than one figure here.', lexemes);
    const [low, high] = [Math.min(first.value, second.value), Math.max(first.value, second.value)];
    return all([
      test({ source, field, operator: 'greater_than_or_equal', value: low }),
      test({ source, field, operator: 'less_than_or_equal', value: high }),
    ]);
  }
  if (found.operator !== null)
    return test({
      source,
      field,
      operator: found.operator,
      value: first.value,
    });
  if (found.has('must'))
    return test({
      source,
      field,
      operator: 'greater_than_or_equal',
      value: first.value,
    });
  if (concept.shape === 'count') return test({ source, field, operator: 'equals', value: first.value });
  topic.assumptions.push(
    `A figure of ${first.value} without "at least" or "below" is taken as the least that is enough.`,
  );
  return test({
    source,
    field,
    operator: 'greater_than_or_equal',
    value: first.value,
  });
}

/** "in the last 24 months" by the field that counts them, or by how long ago the most recent one was. */
function inTime(concept: Concept, found: Facts, lexemes: readonly Lexeme[]): Expr {
  const { source, more, field } = concept;
  const months = Math.round(found.within ?? found.older ?? 0);
  const [figure] = found.numbers;
  const counted = found.within === null ? undefined : more.windows?.[months];
  if (counted !== undefined) {
    if (figure === undefined)
      return test({
        source,
        field: counted,
        operator: 'greater_than',
        value: 0,
      });
    return test({
      source,
      field: counted,
      operator: found.operator ?? 'equals',
      value: figure.value,
    });
  }
  if (more.since === undefined || figure !== undefined) {
    throw unclear(`No report counts this for that time (${field}).`, lexemes);
  }
  const value = more.since.unit === 'years' ? months / 12 : months;
  if (!Number.isInteger(value)) throw unclear('The report counts whole years here.', lexemes);
  const { field: since } = more.since;
  if (found.within !== null) return test({ source, field: since, operator: 'less_than', value });
  const older = test({ source, field: since, operator: 'greater_than_or_equal', value });
  // "Evictions must be older than 3 years" asks nothing of whoever has none.
  return found.has('must') ? any([older, test({ source, field: since, operator: 'is_empty' })]) : older;
}

function state(concept: Concept, value: string, lexemes: readonly Lexeme[]): Expr {
  const { source } = concept;
  if (value === 'missing') return test({ source, field: concept.field, operator: 'is_empty' });
  if (value === 'unemployed' || value === 'self_employed') {
    return test({
      source: 'income_verification',
      field: 'employer.status',
      operator: 'equals',
      value,
    });
  }
  const instead = concept.more.states === undefined ? STATE_FIELDS[concept.field] : undefined;
  const states = instead?.states ?? concept.more.states;
  const field = instead?.field ?? concept.field;
  const positive = states?.positive;
  const isBad = value === 'unverified' || value === 'negative' || value === 'mismatched';
  if (isBad && positive !== undefined) return test({ source, field, operator: 'not_equals', value: positive });
  const wanted = states?.[value];
  if (wanted === undefined) throw unclear('This value is none that the report gives.', lexemes);
  return test({ source, field, operator: 'equals', value: wanted });
}

/** Every field that the words for a concept may be read as. */
export function fieldsOf({ field, source, more }: Concept): string[] {
  const instead = STATE_FIELDS[field]?.field;
  return [
    field,
    ...Object.values(more.windows ?? {}),
    ...[more.since?.field, more.dollars, more.annual, instead].filter((each) => each !== undefined),
    ...(source === 'income_verification' && more.annual !== undefined
      ? ['monthly_income_usd', 'income_to_rent_ratio']
      : []),
  ];
}
