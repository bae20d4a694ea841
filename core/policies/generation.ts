import { isKind, type CascadeDefinition } from '../cascade/registry.ts';
import { PRODUCTS } from '../products/index.ts';
import type { Phrases } from './language/phrases.ts';
import type { Reading } from './reading.ts';
import { turnedIn } from '../rules/better.ts';
import { nameOf, type Built } from '../rules/build.ts';
import { isSomebodyApproved } from '../rules/examples.ts';
import {
  generationOf,
  sentencesOf,
  type Generation,
  type GenerationRequest,
  type SentenceRead,
  type Unread,
} from '../rules/generation.ts';
import type { Quote, Rule } from '../rules/model.ts';
import { subjectsOf } from '../rules/say.ts';
import type { GenerationWarning } from '../rules/warnings.ts';
import { isoTime } from '../time.ts';
import { compilePolicy } from './compile.ts';
import { unreadOf, type Nearest } from './suggest.ts';

/** The name of the built-in grammar among models. */
export const BUILTIN_MODEL = 'builtin-1';

/**
 * The built-in compiler's answer to a prompt. `nearest` offers sentences for those that are not read, and `nouns` are
 * what the account calls its fields. Pure.
 */
export function generate(request: GenerationRequest, nearest: Nearest = () => [], nouns?: Phrases): Generation {
  const asOf = isoTime(request.now).slice(0, 10);
  const options = {
    useCase: request.useCase,
    defaultPurpose: request.defaultPurpose ?? null,
    asOf,
    ...(request.name === undefined ? {} : { name: request.name }),
    ...(request.products === undefined ? {} : { products: request.products }),
  };
  const compiled = compilePolicy(request.prompt, options, nouns);
  const common = { model: BUILTIN_MODEL, repaired: false, unrecognized: [] };
  if (!compiled.ok) {
    const { details: errors, refused, reading } = compiled;
    const unread = unreadOf(refused, reading, { nearest, nouns, products: request.products });
    const explanation = { ...NOTHING_BUILT, sentences: readBeside(reading, unread, request) };
    return { ...common, ok: false, name: request.name ?? nameOf(request.useCase), errors, unread, explanation };
  }
  const made = generationOf(compiled, compiled.reading, request);
  const { explanation } = made;
  return {
    ...common,
    ...made,
    explanation: {
      ...explanation,
      sentences: [...explanation.sentences, ...pulled(compiled)].toSorted((a, b) => a.offset - b.offset),
    },
    unrecognized: compiled.reading.titles,
    warnings: [...nobody(compiled, asOf), ...turned(compiled, asOf, request), ...made.warnings],
  };
}

const NOTHING_BUILT = { branches: [], branches_without_example: [], assumptions: [] };

/** The sentences of a refused policy that were read, so that its author keeps them: no node was made of them. */
function readBeside(
  reading: Reading,
  unread: readonly Unread[],
  request: Pick<GenerationRequest, 'dictionary' | 'products'>,
): SentenceRead[] {
  const sentences = [...sentencesOf(reading.rules, request), ...pulled({ reading, definition: [] })];
  const isIn = ({ offset }: Quote, of: Quote): boolean => offset >= of.offset && offset < of.offset + of.text.length;
  return sentences.filter((one) => !unread.some((other) => isIn(one, other))).toSorted((a, b) => a.offset - b.offset);
}

/** Sentences that say which reports are pulled. */
const pulled = ({
  reading,
  definition,
}: {
  readonly reading: Reading;
  readonly definition: CascadeDefinition;
}): SentenceRead[] =>
  reading.sentences.flatMap(({ quote, pulls }) => {
    if (pulls.length === 0) return [];
    const nodes = definition.filter(
      (node) => isKind(node, 'BillingProduct') && pulls.some((code) => code === node.billing_product_code),
    );
    const names = pulls.map((code) => PRODUCTS[code].name.toLowerCase());
    return [
      {
        ...quote,
        decision: 'pull',
        node_ids: nodes.map(({ id }) => id),
        read_as: `Pull ${names.join(' and ')}, before the rules that read it.`,
      },
    ];
  });

/**
 * Warns if all applicants get the same outcome, or none is approved: often a figure has the wrong unit, or a bound the
 * wrong direction.
 */
function nobody({ plan, definition }: Built, asOf: string): GenerationWarning[] {
  const [only, other] = new Set([...plan.rules, plan.rest].map(({ decision }) => decision));
  const isOne = other === undefined && plan.rules.length > 0 && only !== 'approve';
  if (!isOne && isSomebodyApproved(plan, asOf)) return [];
  const message = isOne
    ? 'Everybody is decided alike, whatever the reports say.'
    : 'Of 240 made-up applicants with ordinary reports nobody is approved. Look at the figures.';
  return [{ node_id: definition[0]?.id ?? '', code: 'decides_everybody', message }];
}

/**
 * A comparison may have been written the other way round than it was meant; of rules in order the review was said
 * first.
 */
function turned(
  { plan, nodesOf }: Built,
  asOf: string,
  { products }: Pick<GenerationRequest, 'products'>,
): GenerationWarning[] {
  const isOfOrder = (better: Rule, worse: Rule): boolean =>
    plan.isWritten && worse.decision === 'review' && better.when !== null;
  return turnedIn(plan, asOf, isOfOrder, subjectsOf(undefined, products)).map(({ rule, message, applicant }) => ({
    node_id: nodesOf.get(rule)?.[0] ?? '',
    code: 'better_is_worse',
    message,
    applicant,
  }));
}
