import { buildGraph } from '../cascade/graph.ts';
import { quote } from '../cascade/checks.ts';
import { valuesOf, type CascadeCondition } from '../cascade/definition.ts';
import { comparesList } from '../cascade/lint-conditions.ts';
import { factorsOf, fieldSchema, type Product } from '../products/index.ts';
import { disclosedScores } from '../products/scores.ts';
import { conditionsOf } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition, type NodeOfKind } from '../cascade/registry.ts';
import type { NoticePurpose } from '../cascade/notice-request.ts';
import { rootsWith } from '../cascade/scope.ts';
import type { Dictionary } from '../fields/dictionary.ts';
import { declaredLabel, declaredReason } from '../fields/labels.ts';
import type { ReasonWords } from '../fields/spec.ts';
import { oneLetterNotices } from './employment.ts';
import type { Agency, NoticeAccount } from './parties.ts';
import { isPurposeUnknown, purposeOfUseCase } from './purpose.ts';
import { unexplainedBases } from './warnings/prohibited-bases.ts';

/** The settings of an account that live notices need. */
export interface LiveAccount extends NoticeAccount {
  readonly id: number;
  readonly default_purpose: NoticePurpose | null;
  readonly ecoa_agency: string | null;
}

/**
 * Items missing for live mode: a setting of the account, the declaration of a field, words in a product, or a change of
 * the definition. Settings for letters are the sender, the federal agency, and the agency behind a report.
 */
export const LACKS = [
  'legal_name',
  'address',
  'ecoa_agency',
  'agency',
  'declaration',
  'product',
  'definition',
] as const;
export type Lacks = (typeof LACKS)[number];

/** One item that a cascade needs before it can go live. */
export interface MissingForLive {
  readonly nodeId: string;
  readonly lacks: Lacks;
  /** The product without an agency, its field without words, or the undeclared path. */
  readonly what?: string;
  /** The missing item, and how to set it. */
  readonly message: string;
}

type Missing = Omit<MissingForLive, 'nodeId'>;
const ofDefinition = (message: string): Missing => ({ lacks: 'definition', message });

/**
 * Everything missing before the notices of a cascade can be issued live; empty if nothing is. Each message names the
 * command or the key that sets it. Source: semantics 10.3.1.
 */
export function missingForLive(
  cascade: {
    readonly definition: CascadeDefinition;
    readonly useCase: string | null;
    /** The declarations that apply to its fields. */
    readonly dictionary: Dictionary;
  },
  account: LiveAccount,
  agencies: ReadonlyMap<string, Agency>,
): readonly MissingForLive[] {
  const { definition, useCase, dictionary } = cascade;
  const graph = buildGraph(definition, NODES);
  const products = productsByNode(definition);
  const faults = faultsOfChoices(definition, dictionary, products);
  const wordless = wordlessFields(definition, products, agencies);
  const oneLetter = new Map(oneLetterNotices(cascade, account.default_purpose).map((each) => [each.nodeId, each]));
  return definition
    .filter((node) => isKind(node, 'AdverseAction'))
    .flatMap((node) => {
      const before = definition.filter((other) => graph.reaches(other.id, node.id));
      // A reviewer sees the reports of all branches, and a denial is then based on each of them.
      const isReviewed = before.some((other) => isKind(other, 'IfElse') && other.branches?.human_review !== undefined);
      const codes = productCodesOf(isReviewed ? definition : before);
      const settings = missingOf(node, useCase, codes, account, agencies);
      const twoLetters = oneLetter.has(node.id) ? [TWO_LETTERS] : [];
      const conditions = before.flatMap(({ id }) => faults.get(id) ?? []);
      const words = [
        ...before.flatMap(({ id }) => wordless.get(id) ?? []),
        ...(isReviewed ? scoresSeen(products, agencies) : []),
      ];
      return [...settings, ...[...twoLetters, ...conditions].map(ofDefinition), ...unique(words)].map((missing) => ({
        nodeId: node.id,
        ...missing,
      }));
    });
}

const TWO_LETTERS =
  'the two notices of employment (`adverse_action.action_taken` must be `adverse_employment`: the purpose is ' +
  'employment, and the cascade pulls reports)';

/** Faults in the conditions of each choice, by node: values that a letter could not state, and questions of law. */
function faultsOfChoices(
  definition: CascadeDefinition,
  dictionary: Dictionary,
  products: ProductsByNode,
): ReadonlyMap<string, readonly string[]> {
  const stored = definition.map(({ config }) => config?.store_result_as).filter((name) => typeof name === 'string');
  const roots = new Set(rootsWith(stored));
  const unexplained = Map.groupBy(unexplainedBases(definition, dictionary), ({ nodeId }) => nodeId);
  return new Map(
    definition
      .filter((node) => isKind(node, 'IfElse'))
      .map((node) => {
        const name = quote(node.id);
        const faults = conditionsOf(node).flatMap((condition) => [
          ...incomparable(condition, name, products.get(condition.source_node_id)),
          ...valuesOf(condition).flatMap(({ source_node_id: id, field }) =>
            products.has(id) || roots.has(field.split('.')[0] ?? '') ? [] : [readsNothing(field, name)],
          ),
        ]);
        const bases = (unexplained.get(node.id) ?? []).map(
          ({ field, basis }) =>
            `the \`prohibited_basis_note\` of ${name}, which reads ${quote(field)} (${basis ?? ''}): which law allows it, and why`,
        );
        return [node.id, [...new Set(faults), ...bases]];
      }),
  );
}

type ProductsByNode = ReadonlyMap<string, Product | undefined>;

function productsByNode(definition: CascadeDefinition): ProductsByNode {
  return new Map(
    definition.flatMap((node) => {
      const source = NODES.sourceOf(node);
      return source?.kind === 'report' ? [[node.id, source.product]] : [];
    }),
  );
}

/** Fields of the account's own products for which a letter would lack a name or a reason, by choice. */
function wordlessFields(
  definition: CascadeDefinition,
  products: ProductsByNode,
  agencies: ReadonlyMap<string, Agency>,
): ReadonlyMap<string, readonly Missing[]> {
  return new Map(
    definition
      .filter((node) => isKind(node, 'IfElse'))
      .map((node) => {
        const missing = conditionsOf(node)
          .flatMap(valuesOf)
          .flatMap(({ source_node_id: id, field }) => wordsMissing(products.get(id), field, agencies));
        return [node.id, unique(missing)];
      }),
  );
}

function wordsMissing(
  product: Product | undefined,
  field: string,
  agencies: ReadonlyMap<string, Agency>,
): readonly Missing[] {
  const { declared, code = '' } = product ?? {};
  if (product === undefined || declared === undefined) return [];
  const isScore = fieldSchema(product, field)?.['x-kind'] === 'score';
  const hasReason = REASONS.some((is) => declaredReason(declared, field, is) !== undefined);
  const lacking = [
    ...(declaredLabel(declared, field) === undefined ? ['a label (`title`)'] : []),
    ...(isScore ? scoreMissing(product, field, agencies.get(code)?.consumer_report !== false) : []),
    ...(isScore || hasReason ? [] : ['the words of a reason (`x-reason-above`, `-below`, `-is` or `-missing`)']),
  ];
  return ofProduct(code, field, lacking);
}

function ofProduct(code: string, field: string, lacking: readonly string[]): readonly Missing[] {
  if (lacking.length === 0) return [];
  const how = `PATCH /products/${code}, then save the cascade again`;
  return [
    {
      ...{ lacks: 'product', what: `${code}.${field}` },
      message: `${lacking.join(' and ')} of \`${field}\` in the product ${code} (${how})`,
    },
  ];
}

/** Reviewers see the scores of all reports, so the letter after a denial discloses them. */
function scoresSeen(products: ProductsByNode, agencies: ReadonlyMap<string, Agency>): readonly Missing[] {
  return [...products.values()].flatMap((product) => {
    if (product?.declared === undefined || agencies.get(product.code)?.consumer_report === false) return [];
    return disclosedScores(product).flatMap((field) =>
      ofProduct(product.code, field, scoreMissing(product, field, true)),
    );
  });
}

const unique = (missing: readonly Missing[]) => [
  ...new Map(missing.map((each) => [each.what ?? each.message, each])).values(),
];

/** A score of a consumer report is disclosed with its range and its day, too (15 USC 1681g(f)(1)). */
function scoreMissing(product: Product, field: string, isConsumerReport: boolean): readonly string[] {
  const { minimum, maximum, 'x-scored-on': scoredOn } = fieldSchema(product, field) ?? {};
  const lacking = [
    ...(factorsOf(product, field) === undefined
      ? ['the list of its factors (`x-factors`: the path of a list of texts in the report)']
      : []),
  ];
  if (!isConsumerReport) return lacking;
  return [
    ...lacking,
    ...(typeof minimum === 'number' && typeof maximum === 'number' ? [] : ['its range (`minimum` and `maximum`)']),
    ...(scoredOn === undefined
      ? ['the day on which it was made (`x-scored-on`: the path of a date in the report)']
      : []),
  ];
}

const REASONS = ['above', 'below', 'is', 'missing'] as const satisfies readonly (keyof ReasonWords)[];

/** A letter cannot state a list as a figure, and comparing a list with a number never holds. */
function incomparable(condition: CascadeCondition, node: string, product: Product | undefined): readonly string[] {
  const { field, operator } = condition;
  if (!comparesList(condition, product)) return [];
  return [
    `a comparison that can be told: \`${field}\` in ${node} is a list, and \`${operator}\` compares one value (use ` +
      `\`contains\`, \`is_empty\`, or \`any\`, \`all\`, \`count\`, \`sum\`, \`max\` or \`min\`: \`${field}.count\`)`,
  ];
}

/** The letter would say "not provided" about a value that was sent under another path. */
function readsNothing(field: string, node: string): string {
  return (
    `a value: nothing is ever at \`${field}\`, which ${node} reads (what the payload has there is at ` +
    `\`context.${field}\`)`
  );
}

function productCodesOf(nodes: CascadeDefinition): readonly string[] {
  const codes = nodes.flatMap((node) => {
    const source = NODES.sourceOf(node);
    return source?.kind === 'report' && source.productCode !== undefined ? [source.productCode] : [];
  });
  return [...new Set(codes)];
}

function missingOf(
  node: NodeOfKind<'AdverseAction'>,
  useCase: string | null,
  productCodes: readonly string[],
  account: LiveAccount,
  agencies: ReadonlyMap<string, Agency>,
): Missing[] {
  const missing: Missing[] = [];
  const update = `cascade accounts update ${account.id}`;
  if (account.legal_name.trim() === '') {
    missing.push({ lacks: 'legal_name', message: `the account's legal name (${update} --legal-name NAME)` });
  }
  if (account.address.trim() === '') {
    missing.push({ lacks: 'address', message: `the account's address (${update} --address ADDRESS)` });
  }

  const action = node.adverse_action?.action_taken ?? 'denied';
  const isTwoStep = action === 'adverse_employment';
  const isUnknown = isPurposeUnknown(node.adverse_action ?? {}, useCase);
  const ofAccount = isUnknown ? null : account.default_purpose;
  const named = node.adverse_action?.purpose ?? purposeOfUseCase(useCase) ?? ofAccount;
  const purpose = isTwoStep ? 'employment' : named;
  if (isUnknown) {
    missing.push(
      ofDefinition(
        `the purpose of the notice (\`adverse_action.purpose\`: the use case ${quote(useCase ?? '')} names none, and the ` +
          "account's default is not taken for it)",
      ),
    );
  } else if (purpose === null) {
    missing.push(
      ofDefinition(
        `the purpose of the notice (\`adverse_action.purpose\`, or ${update} --default-purpose tenant|credit|employment)`,
      ),
    );
  }
  if (purpose === 'credit' && account.ecoa_agency === null) {
    missing.push({
      lacks: 'ecoa_agency',
      message: `the federal agency of the ECOA notice (${update} --ecoa-agency KEY)`,
    });
  }
  for (const code of productCodes) {
    if (agencies.has(code)) continue;
    missing.push({
      ...{ lacks: 'agency', what: code },
      message:
        `the agency behind ${code} (cascade agencies set --account ${account.id} --product ${code} --name NAME ` +
        '--address ADDRESS --phone PHONE [--toll-free] [--nationwide])',
    });
  }
  return missing;
}
