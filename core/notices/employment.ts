import { quote } from '../cascade/checks.ts';
import type { NoticePurpose } from '../cascade/notice-request.ts';
import { isKind, NODES, type CascadeDefinition } from '../cascade/registry.ts';
import { purposeOfUseCase } from './purpose.ts';

/** A notice of employment that would be one letter although the cascade pulls reports. */
export interface OneLetterNotice {
  readonly nodeId: string;
  /** The place of the member to change within the definition: `[3].adverse_action.action_taken`. */
  readonly member: string;
  /** The mistake and how to fix it. */
  readonly message: string;
}

/**
 * Finds notices that should be `adverse_employment`: their purpose is employment (by node, use case or account), and
 * the cascade pulls reports. The law requires two letters, with the reports and a waiting period in between (15 USC
 * 1681b(b)(3)). Any report of the cascade counts, because a person who denies may see any of them. Source: semantics
 * 10.2.7.
 */
export function oneLetterNotices(
  cascade: { readonly definition: CascadeDefinition; readonly useCase: string | null },
  defaultPurpose: NoticePurpose | null,
): readonly OneLetterNotice[] {
  const { definition, useCase } = cascade;
  if (!definition.some((node) => NODES.sourceOf(node)?.kind === 'report')) return [];
  return definition.flatMap((node, index) => {
    if (!isKind(node, 'AdverseAction') || node.adverse_action === undefined) return [];
    const { action_taken: action = 'denied', purpose } = node.adverse_action;
    const by = employmentBy(purpose, useCase, defaultPurpose);
    if (by === null || action === 'adverse_employment') return [];
    const message =
      `in node ${quote(node.id)}: must be \`adverse_employment\`: the purpose is employment by ${by}, the cascade pulls ` +
      'reports, and the law then asks for two notices (15 USC 1681b(b)(3)). A notice that is not about employment says ' +
      'so in its `adverse_action.purpose`';
    return [{ nodeId: node.id, member: `[${index}].adverse_action.action_taken`, message }];
  });
}

/** The source of the purpose employment; null if the purpose is another one or unknown. */
function employmentBy(
  purpose: NoticePurpose | undefined,
  useCase: string | null,
  defaultPurpose: NoticePurpose | null,
): string | null {
  if (purpose !== undefined) return purpose === 'employment' ? 'its `adverse_action.purpose`' : null;
  const ofUseCase = purposeOfUseCase(useCase);
  if (ofUseCase !== null) return ofUseCase === 'employment' ? `the use case ${quote(useCase ?? '')}` : null;
  return defaultPurpose === 'employment' ? "the account's default purpose" : null;
}
