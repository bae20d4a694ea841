import { ROLES, type Role } from '../../../core/access.ts';

/** The acts that each role allows, in everyday words. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'sees workflows and executions, and no applicant',
  reviewer: 'sees applicants with their numbers masked, and decides',
  author: 'writes workflows',
  publisher: 'puts workflows live',
  admin: 'everything: people, tokens, settings, and numbers in full',
};

/** With four-eyes approval, nobody may appoint a second approver alone. */
export function rolesToGive(fourEyes: boolean): readonly Role[] {
  return fourEyes ? ROLES.filter((role) => role !== 'publisher' && role !== 'admin') : ROLES;
}
