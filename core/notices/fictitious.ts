import type { NoticeAccount } from './parties.ts';

/**
 * Who stands on notices of test mode where the account has no legal name, address or phone. Nobody could take it for
 * real: the street is Sample Street, the ZIP code does not exist, and the number is from the range kept for fiction.
 */
export const FICTITIOUS_ACCOUNT: NoticeAccount = {
  legal_name: 'Example Company (fictitious)',
  address: '1 Sample Street\nTestville, TX 00000',
  phone: '(555) 555-0100',
};
