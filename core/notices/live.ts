import { buildGraph } from '../cascade/graph.ts';
import { quote } from '../cascade/checks.ts';
import { valuesOf } from '../cascade/definition.ts';
import { comparesList } from '../cascade/lint-conditions.ts';
import { conditionsOf } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition, type NodeOfKind } from '../cascade/registry.ts';
import type { NoticePurpose } from '../cascade/contract.ts';
import { rootsWith } from '../cascade/scope.ts';
import { oneLetterNotices } from './employment.ts';
import type { Agency, NoticeAccount } from './parties.ts';
import { purposeOfUseCase } from './purpose.ts';
import { unexplainedBases } from './warnings/prohibited-bases.ts';

/** What live notices of an account rest on. */
export interface LiveAccount extends NoticeAccount {
  readonly id: number;
  readonly default_purpose: NoticePurpose | null;
  readonly ecoa_agency: string | null;
}

/** One thing that a live notice of a cascade lacks. */
export interface MissingForLive {
  readonly nodeId: string;
  /** What is missing, and what sets it. */
  readonly message: string;
}

/**
 * All that is missing before the notices of a cascade can be issued live; empty if nothing is. Each message names the
 * command or the key that sets it. Source: semantics 10.
 */
export function missingForLive(
  cascade: { readonly definition: CascadeDefinition; readonly useCase: string | null },
  account: LiveAccount,
  agencies: ReadonlyMap<string, Agency>,
): readonly MissingForLive[] {
  const { definition, useCase } = cascade;
  const graph = buildGraph(definition, NODES);
  const oneLetter = new Map(oneLetterNotices(cascade, account.default_purpose).map((each) => [each.nodeId, each]));
  return definition
    .filter((node) => isKind(node, 'AdverseAction'))
    .flatMap((node) => {
      const before = definition.filter((other) => graph.reaches(other.id, node.id));
      // Whoever reviews sees the reports of all branches, and a denial then rests on each of them.
      const isReviewed = before.some((other) => isKind(other, 'IfElse') && other.branches?.human_review !== undefined);
      const codes = productCodesOf(isReviewed ? definition : before);
      const messages = missingOf(node, useCase, codes, account, agencies);
      const twoLetters = oneLetter.has(node.id) ? [TWO_LETTERS] : [];
      const conditions = [
        ...incomparable(before, definition),
        ...readingNothing(before, definition),
        ...unexplained(before, definition),
      ];
      return [...messages, ...twoLetters, ...conditions].map((message) => ({ nodeId: node.id, message }));
    });
}

const TWO_LETTERS =
  'the two notices of employment (`adverse_action.action_taken` must be `adverse_employment`: the purpose is ' +
  'employment, and the cascade pulls reports)';

/** A letter can state no list as a figure, and a comparison of one with a number never holds. */
function incomparable(before: CascadeDefinition, definition: CascadeDefinition): readonly string[] {
  return before.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    return conditionsOf(node).flatMap((condition) => {
      const source = definition.find(({ id }) => id === condition.source_node_id);
      const read = source === undefined ? undefined : NODES.sourceOf(source);
      if (read?.kind !== 'report' || !comparesList(condition, read.productCode)) return [];
      return [
        `a comparison that can be told: \`${condition.field}\` in ${quote(node.id)} is a list, and \`${condition.operator}\` ` +
          `compares one value (use \`contains\`, \`is_empty\`, or \`any\`, \`all\`, \`count\`, \`sum\`, \`max\` or \`min\`: ` +
          `\`${condition.field}.count\`)`,
      ];
    });
  });
}

/** The letter would say "not provided" of what was sent, only under another path. */
function readingNothing(before: CascadeDefinition, definition: CascadeDefinition): readonly string[] {
  const stored = definition.map(({ config }) => config?.store_result_as).filter((name) => typeof name === 'string');
  const roots = new Set(rootsWith(stored));
  const reports = new Set(definition.filter((node) => NODES.sourceOf(node)?.kind === 'report').map(({ id }) => id));
  return before.flatMap((node) => {
    if (!isKind(node, 'IfElse')) return [];
    const fields = conditionsOf(node)
      .flatMap((condition) => valuesOf(condition))
      .filter((from) => !reports.has(from.source_node_id) && !roots.has(from.field.split('.')[0] ?? ''))
      .map(({ field }) => field);
    return [...new Set(fields)].map(
      (field) =>
        `a value: nothing is ever at \`${field}\`, which ${quote(node.id)} reads (what the payload has there is at ` +
        `\`context.${field}\`)`,
    );
  });
}

function unexplained(before: CascadeDefinition, definition: CascadeDefinition): readonly string[] {
  const ids = new Set(before.map(({ id }) => id));
  return unexplainedBases(definition)
    .filter(({ nodeId }) => ids.has(nodeId))
    .map(
      ({ nodeId, field, basis }) =>
        `the \`prohibited_basis_note\` of ${quote(nodeId)}, which reads ${quote(field)} (${basis ?? ''}): which law allows it, and why`,
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
): string[] {
  const missing: string[] = [];
  const update = `cascade accounts update ${account.id}`;
  if (account.legal_name.trim() === '') missing.push(`the account's legal name (${update} --legal-name NAME)`);
  if (account.address.trim() === '') missing.push(`the account's address (${update} --address ADDRESS)`);

  const action = node.adverse_action?.action_taken ?? 'denied';
  const isTwoStep = action === 'adverse_employment';
  const named = node.adverse_action?.purpose ?? purposeOfUseCase(useCase) ?? account.default_purpose;
  const purpose = isTwoStep ? 'employment' : named;
  if (purpose === null) {
    missing.push(
      `the purpose of the notice (\`adverse_action.purpose\`, or ${update} --default-purpose tenant|credit|employment)`,
    );
  }
  if (purpose === 'credit' && account.ecoa_agency === null) {
    missing.push(`the federal agency of the ECOA notice (${update} --ecoa-agency KEY)`);
  }
  for (const code of productCodes) {
    if (agencies.has(code)) continue;
    missing.push(
      `the agency behind ${code} (cascade agencies set --account ${account.id} --product ${code} --name NAME ` +
        '--address ADDRESS --phone PHONE [--toll-free] [--nationwide])',
    );
  }
  return missing;
}
