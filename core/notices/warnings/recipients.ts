import { quote } from '../../cascade/checks.ts';
import type { LintRule } from '../../cascade/lint.ts';
import { RESERVED_ROOTS } from '../../path.ts';
import { isKind } from '../../cascade/registry.ts';

/**
 * Warns of a notice that goes to another address than that of the person it is about. The letter names one person and
 * describes that person's reports. Source: semantics 2.9.15.
 */
export const warnOfOtherRecipients: LintRule = (definition) =>
  definition.flatMap((node) => {
    if (!isKind(node, 'AdverseAction')) return [];
    const { recipient = '', applicant = 'applicant' } = node.adverse_action ?? {};
    if (recipient.trim() === '' || isOwnAddress(recipient, applicant)) return [];
    return [
      {
        code: 'recipient_not_applicant' as const,
        node_id: node.id,
        message:
          `\`adverse_action.recipient\` ${quote(recipient)} is not an address of ${quote(applicant)}, about whom the ` +
          'letter is. If it is about another person of the payload, name that person in `adverse_action.applicant`, such ' +
          'as "applicant.co_applicant".',
      },
    ];
  });

/**
 * True for a variable of the person, not of another person inside it: `{{applicant.email}}`,
 * `{{applicant.contact_email}}`.
 */
function isOwnAddress(recipient: string, applicant: string): boolean {
  const path = /^\s*\{\{\s*(?:context\.)?([^{}\s]+)\s*\}\}\s*$/.exec(recipient)?.[1] ?? '';
  // Misspelt variables have their own warning.
  const root = path.split('.')[0] ?? '';
  if (path !== '' && !RESERVED_ROOTS.some((name) => name === root)) return true;
  if (!path.startsWith(`${applicant}.`)) return false;
  const own = path.slice(applicant.length + 1).split('.');
  return own.length === 1 || (own.length === 2 && own[0] === 'contact');
}
