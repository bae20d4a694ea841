import type { ProductCode } from '../products/index.ts';
import { differing } from './applicants.ts';
import { dereferenced, hasElided, hasReference, isElliptic, resolved } from './elided.ts';
import type { Clause, Concept, Cond, Statement } from './grammar/kinds.ts';
import { all, not, PLAIN_TERMS, RANK, testsOf, type Expr, type Quote, type Rule } from './model.ts';
import { areDisjoint, planOf } from './plan.ts';
import { isOpen } from './pronouns.ts';
import type { Refusal, Sentence } from './reading.ts';
import { BESIDE, limited } from './beside.ts';
import { contradictions, fieldsOf } from './checks.ts';
import { sayApplicant } from './say.ts';
import { gap, issuesOf, twoWays, type Composed } from './unsettled.ts';
import { DTI, mainOf, measuresIn } from './grammar/concept-of.ts';
import { definedAs, hasDti } from './grammar/shares.ts';

/** The rules of the sentences together. Where one can be read in two ways that differ for somebody, none is chosen. */
export function compose(sentences: readonly Sentence[], isWhole: boolean): Composed {
  return composed(
    sentences.map((sentence, index) => resolvable(sentence, index, sentences)),
    isWhole,
  );
}

const firstOf = (sentences: readonly Sentence[]): Statement[] =>
  sentences.flatMap(({ statements }) => statements.slice(0, 1));

/** A reading of a sentence that speaks of nothing that is named is none where there is another. */
function resolvable(sentence: Sentence, index: number, sentences: readonly Sentence[]): Sentence {
  if (sentence.statements.length < 2 || !sentence.statements.some(isElliptic)) return sentence;
  const chosen = firstOf(sentences);
  const known = sentence.statements.filter((each) => {
    const composer = new Composer(sentences, chosen.with(index, each));
    composer.compose();
    return !composer.unnamed.has(index);
  });
  return known.length === 0 ? sentence : { ...sentence, statements: known };
}

/** "One eviction is reviewed" and "approve the rest": two of them are not approved. */
function withoutExact(sentences: readonly Sentence[]): readonly Sentence[] {
  const isExact = (statement: Statement): boolean =>
    statement.is === 'rules' && statement.clauses.some((each) => each.isExact === true);
  const least = sentences.map((sentence) => {
    const others = sentence.statements.filter((statement) => !isExact(statement));
    return others.length === 0 ? sentence : { ...sentence, statements: others };
  });
  const base = new Composer(least, firstOf(least)).compose();
  const rest = base.rules.find(({ when }) => when === null);
  const isMild = rest === undefined ? planOf(base).isListOfRequirements : rest.decision === 'approve';
  return isMild ? least : sentences;
}

function composed(of: readonly Sentence[], isWhole: boolean): Composed {
  const sentences = withoutExact(of);
  const chosen = firstOf(sentences);
  const base = new Composer(sentences, chosen).compose();
  const unsayable = sentences.flatMap(issuesOf);
  if (unsayable.length > 0) return { ...base, refusals: unsayable };
  if (base.refusals.length > 0) return base;
  const ambiguous: Refusal[] = [];
  for (const [index, sentence] of sentences.entries()) {
    // One is enough to ask; the rest is asked once it is answered.
    if (ambiguous.length > 0) break;
    for (const other of sentence.statements.slice(1)) {
      const there = new Composer(sentences, chosen.with(index, other)).compose();
      const apart = there.refusals.length > 0 ? null : differing(planOf(base), planOf(there));
      if (apart === null && there.refusals.length === 0) continue;
      ambiguous.push(twoWays(sentence, other, apart));
      break;
    }
  }
  if (ambiguous.length > 0) return { ...base, refusals: ambiguous };
  // What is not said is only known where everything that is said was read.
  return { ...base, refusals: isWhole ? [...orderIssue(sentences, chosen), ...gap(base, sentences)] : [] };
}

/** "First …, then …": in the order of the words. Where only some say so, the order may not matter. */
function orderIssue(sentences: readonly Sentence[], chosen: readonly Statement[]): Refusal[] {
  const clauses = chosen.flatMap((statement) => (statement.is === 'rules' ? statement.clauses : []));
  const isWhole = clauses.every(({ order, scope }) => order !== null || scope === 'rest');
  // "Review felonies. Then deny …": of those who are left, if it matters.
  const isNumbered = [...sentences, ...chosen].some((each) => 'isNumbered' in each && each.isNumbered === true);
  const isSaid = isNumbered || clauses.some(({ order }) => order !== null);
  const isLate = clauses.some(({ order }, index) => order === 'first' && index > 0);
  if (!isLate && (!isSaid || isWhole)) return [];
  const [written, ranked] = [true, false].map((isWritten) =>
    planOf(new Composer(sentences, chosen, isWritten).compose()),
  );
  const apart = written === undefined || ranked === undefined ? null : differing(written, ranked);
  const quote = sentences[0]?.quote ?? { text: '', offset: 0 };
  if (isLate)
    return [{ quote, message: 'A rule that is not the first one begins with "first": say it before the others.' }];
  if (apart === null) return [];
  return [
    {
      quote,
      message: `Only some of the rules say in which order they are tried, or the numbers may say so, and it matters for ${sayApplicant(apart.values)}. Say "first" and "then" of every rule, or of none.`,
    },
  ];
}

type Bound = Extract<Statement, { readonly is: 'bound' }>;

/** Makes rules of one reading of each sentence. */
class Composer {
  /** The sentences that compare what is not named. */
  readonly unnamed = new Set<number>();
  readonly #sentences: readonly Sentence[];
  readonly #statements: readonly Statement[];
  readonly #isWritten: boolean;
  readonly #rules: Rule[] = [];
  readonly #refusals: Refusal[] = [];
  readonly #bound: Bound[] = [];
  #isLastOfRest = false;
  /** The rule before is of some only, and of those for whom more holds. */
  #isBanded = false;
  /** The rule before is of records, and of no people. */
  #things: { readonly index: number; readonly when: Expr } | null = null;
  /** Conditions of all that stands before an "otherwise if". */
  readonly #chain: Expr[] = [];
  /** What the clauses before say, for those that refer to it. */
  readonly #said: Cond[] = [];

  constructor(sentences: readonly Sentence[], statements: readonly Statement[], isWritten?: boolean) {
    this.#sentences = sentences;
    this.#statements = statements;
    const clauses = statements.flatMap((statement) => (statement.is === 'rules' ? statement.clauses : []));
    this.#isWritten = isWritten ?? clauses.some(({ order }) => order !== null);
  }

  compose(): Composed {
    for (const [index, statement] of this.#statements.entries()) {
      const sentence = this.#sentences[index];
      if (sentence !== undefined) this.#takeStatement(statement, sentence, index);
    }
    const rules = this.#rules.map((rule) => this.#withBound(rule));
    this.#refusals.push(...contradictions(rules, this.#statements, this.#sentences));
    const products = this.#statements.flatMap((statement) => (statement.is === 'pull' ? statement.products : []));
    return {
      rules: rules.map((rule) => limited(rule, rules)),
      refusals: this.#refusals,
      products: new Set<ProductCode>(products),
      states: [
        ...new Set(
          rules
            .flatMap(({ when }) => testsOf(when))
            .flatMap(({ field, value }) => (field === 'applicant.address.state' ? [String(value)] : [])),
        ),
      ],
      assumptions: [],
      isOrdered: this.#isWritten,
      implied: (decision) => this.#withBound({ ...IMPLIED, decision }),
    };
  }

  /** Adds what a sentence says to the rules so far; refuses one that refers to what nothing before it has said. */
  #takeStatement(statement: Statement, sentence: Sentence, index: number): void {
    if (statement.is === 'bound') this.#bound.push(statement);
    const unsaid = this.#unsaidBefore(statement);
    if (unsaid !== null) this.#refuse(sentence.quote, unsaid);
    if (statement.is !== 'rules') return;
    const own: Rule[] = [];
    for (const each of statement.clauses) {
      const rule = this.#rule(each, sentence, index, own);
      if (rule !== null) own.push(rule);
    }
    this.#rules.push(...own);
  }

  /** What it refers to and nothing before it has said; null if there is no such thing. */
  #unsaidBefore(statement: Statement): string | null {
    const isRequired = this.#rules.some(({ isRequirement }) => isRequirement);
    switch (statement.is) {
      case 'unmet':
        return isRequired && statement.decision === 'deny'
          ? null
          : 'The requirements must be said before, and who lacks one is denied.';
      case 'met':
        return isRequired && statement.decision === 'approve' ? null : 'It is not said before what must be met.';
      default:
        return null;
    }
  }

  #rule(clause: Clause, sentence: Sentence, index: number, own: readonly Rule[]): Rule | null {
    const quote = sentence.quoteOf(clause);
    if (isAboutBefore(clause)) return this.#unlike(clause, quote, own);
    this.#isLastOfRest = clause.scope === 'rest';
    const when = clause.when === null ? null : this.#resolved(clause.when, index);
    if (when === undefined) {
      this.unnamed.add(index);
      this.#refuse(quote, 'It does not say what is compared here, or it could be more than one thing: name it.');
      return null;
    }
    const before = [...this.#rules, ...own];
    if (when === null || clause.when === null) {
      for (const message of this.#doubtsOfRest(clause, quote, index, before)) this.#refuse(quote, message);
      return ruleOf(clause, null, quote);
    }
    this.#isBanded = clause.isBanded === true;
    this.#things = clause.isOfThings === true ? { index, when: when.expr } : null;
    if (clause.scope === 'rest' && before.length === 0) this.#refuse(quote, 'Nothing before says who the others are.');
    for (const message of this.#doubtsOf(clause, when, sentence, before.at(-1))) this.#refuse(quote, message);
    const said = clause.said === null ? when : this.#resolved(clause.said, index);
    if (said !== undefined && !hasReference(clause.when)) this.#said.push(said);
    const expr = this.#scoped(clause, when.expr, before);
    this.#chain.push(when.expr);
    return ruleOf(clause, expr, quote);
  }

  /** "Dismissed evictions are reviewed, all others are denied": other evictions. Approved, they would be either way. */
  #isOfOtherThings({ decision }: Clause, { text }: Quote, index: number): boolean {
    const things = this.#things;
    if (things === null || decision === 'approve' || !OTHERS.test(text)) return false;
    return things.index === index || testsOf(things.when).some(({ where }) => where !== undefined);
  }

  /** Why it is not clear who the others are. */
  #doubtsOfRest(clause: Clause, quote: Quote, index: number, before: readonly Rule[]): string[] {
    const isLoose = clause.isElse === true && this.#isOfBand(before);
    return [
      ...(this.#isOfOtherThings(clause, quote, index)
        ? ['It could be of everybody else, or of other records: say "everyone else".']
        : []),
      ...(isLoose || (clause.isTold === true && isOfRequirement(clause, before.at(-1)))
        ? ['It could be meant of everybody else, or of those of the sentence before: say of whom.']
        : []),
    ];
  }

  /** "If there is an eviction, approve if …. Otherwise deny": nothing before it says what becomes of all others. */
  #isOfBand(before: readonly Rule[]): boolean {
    return this.#isBanded && before.slice(0, -1).every(({ decision }) => decision === 'deny');
  }

  /** Why it is not clear of whom the clause is. */
  #doubtsOf(clause: Clause, when: Cond, sentence: Sentence, last: Rule | undefined): string[] {
    const doubts = when.issues.slice(0, 1);
    if (sentence.isRestated !== true && isImpossible(clause.said?.expr ?? when.expr))
      doubts.push('Nobody can be all of this at once: say "or" of them.');
    const isOfAll = !last?.when || areDisjoint(last.when, when.expr);
    if (
      !isOfAll &&
      // "Everyone else … if they …": of those.
      clause.scope !== 'rest' &&
      isOpen({ text: sentence.spokenOf(clause), decision: clause.decision }, { ...last, text: last.quote.text })
    )
      doubts.push('This could be about all applicants, or about those of the sentence before: name them.');
    return doubts;
  }

  /** "Those who don't", "if they do": for whom what was said just before does not hold, or does. */
  #unlike(clause: Clause, quote: Quote, own: readonly Rule[]): Rule | null {
    const before = own.at(-1) ?? this.#rules.at(-1);
    const said = this.#said.at(-1);
    const whom =
      before === undefined || before.when === null || said === undefined
        ? 'It is not clear whom this is about.'
        : besideThat(clause, said);
    if (typeof whom === 'string' || before === undefined) {
      this.#refuse(quote, String(whom));
      return null;
    }
    if (this.#isOfTwo(clause, own, said))
      this.#refuse(quote, 'It could be of more than one thing that was said: name it.');
    if (before.isRequirement) {
      if (clause.decision !== 'deny')
        this.#refuse(quote, 'Who lacks what is required is denied: say "if", and not "must".');
      return null;
    }
    // "Everyone else is approved if …; those who don't are declined": of everybody else.
    return ruleOf(clause, this.#isLastOfRest ? null : whom, quote);
  }

  /** "Anything less" behind two approvals, "if not" behind "deny evictions if …". */
  #isOfTwo(clause: Clause, own: readonly Rule[], said: Cond | undefined): boolean {
    const [before, last] = [...this.#rules, ...own].slice(-2);
    if ((last ?? before)?.isRequirement === true) return false;
    return isBeside(clause)
      ? last !== undefined && before?.decision === last.decision
      : this.#isBanded || said?.endsNegated === true;
  }

  /** "Otherwise if", "everyone else with", and rules in their written order: not those whom a rule before decides. */
  #scoped({ scope, decision }: Clause, expr: Expr, before: readonly Rule[]): Expr {
    if (scope === 'else') return all([expr, ...this.#chain.map(not)]);
    if (scope === 'own' && !this.#isWritten) return expr;
    const weaker = before.filter((rule) => RANK[rule.decision] > RANK[decision] && rule.when !== null);
    return all([expr, ...weaker.flatMap(({ when }) => (when === null ? [] : [not(when)]))]);
  }

  /** Undefined: it is not clear what is measured. */
  #resolved(cond: Cond, index: number): Cond | undefined {
    if (hasReference(cond)) return dereferenced(cond, this.#said.at(-1)) ?? undefined;
    const one = hasElided(cond) ? this.#measuring(cond, index) : cond;
    if (one === undefined || !hasDti(one.expr)) return one;
    const defined = definedAs(one, this.#statements);
    return typeof defined === 'string' ? { ...one, issues: [defined] } : defined;
  }

  /** A comparison without a subject, of what is named nearest. */
  #measuring(cond: Cond, index: number): Cond | undefined {
    const nearest = [
      index,
      ...this.#statements
        .map((_, at) => at)
        .filter((at) => at < index)
        .toReversed(),
    ];
    // Of what is counted only later nothing is said yet: "applicants over 18".
    const later = this.#statements.flatMap((_, at) => this.#named(at)).filter(({ shape }) => shape !== 'count');
    const named = [...nearest.map((at) => this.#named(at)), later];
    return resolved(cond, named) ?? undefined;
  }

  #named(index: number): Concept[] {
    const statement = this.#statements[index];
    if (statement?.is === 'topic') return [...statement.concepts];
    if (statement?.is === 'defines') return [DTI];
    if (statement?.is === 'pull') return statement.products.flatMap(mainOf);
    return statement?.is === 'rules' ? statement.clauses.flatMap(({ when }) => measuresIn(when?.expr ?? null)) : [];
  }

  #withBound(rule: Rule): Rule {
    const mine = this.#bound.filter(({ decision }) => decision === rule.decision);
    const actions = mine.flatMap((each) => each.actions);
    const terms = { ...rule.terms, ...Object.assign({}, ...mine.map((each) => each.terms)) };
    if (rule.decision === 'review') return { ...rule, before: [...rule.before, ...actions], terms };
    return { ...rule, after: [...rule.after, ...actions], terms };
  }

  #refuse(quote: Quote, message: string): void {
    this.#refusals.push({ quote, message });
  }
}

/** Somewhere in it two things are asked for together that nobody is. */
const isImpossible = (expr: Expr): boolean =>
  expr.kind !== 'test' &&
  (expr.of.some(isImpossible) ||
    (expr.kind === 'all' && expr.of.some((a, at) => expr.of.slice(at + 1).some((b) => areDisjoint(a, b)))));

const OTHERS =
  /\b(?:others?|rest|remainder|remaining|otherwise)\b(?! (?:applica|candidate|tenant|borrower|renter|people|person|member))/i;

/** "Must be at least 700. Otherwise review": of who does not meet it; whoever meets all is approved anyhow. */
const isOfRequirement = ({ decision, isElse }: Clause, last: Rule | undefined): boolean =>
  last?.isRequirement === true &&
  (isElse === true ? decision !== 'deny' || last.isOfSome === true : decision === 'review');

const isBeside = ({ scope }: Clause): boolean => scope in BESIDE;
const isAboutBefore = (clause: Clause): boolean => clause.scope === 'unlike' || isBeside(clause);

/** Whom a clause is about that refers to what was said; or why that is not clear. */
function besideThat({ scope }: Clause, said: Cond): Expr | string {
  const beside = scope in BESIDE ? (BESIDE[scope]?.(said.expr) ?? null) : not(said.expr);
  return beside ?? 'It is not clear which figure is meant: name it again.';
}

function ruleOf(clause: Clause, when: Expr | null, quote: Quote): Rule {
  const { decision, despite, isRequirement, before, after, terms } = clause;
  const isReview = decision === 'review';
  return {
    decision,
    when,
    isOverride: despite !== null,
    despite: despite === null || despite.length === 0 ? null : new Set(despite.flatMap(fieldsOf)),
    isRequirement,
    ...(clause.isOfSome === true ? { isOfSome: true } : {}),
    before: isReview ? [...before, ...after] : before,
    after: isReview ? [] : after,
    terms: { ...PLAIN_TERMS, ...terms },
    quote,
  };
}

const IMPLIED: Rule = {
  decision: 'review',
  when: null,
  isOverride: false,
  despite: null,
  isRequirement: false,
  before: [],
  after: [],
  terms: PLAIN_TERMS,
  quote: { text: '', offset: 0 },
};
