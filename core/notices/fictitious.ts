import type { Agency, NoticeAccount } from './parties.ts';

/**
 * The sender on notices of test mode if the account has no legal name, address or phone. It cannot be mistaken for a
 * real one. The street is Sample Street, the ZIP code does not exist, and the number is in the range reserved for
 * fiction.
 */
export const FICTITIOUS_ACCOUNT: NoticeAccount = {
  legal_name: 'Example Company (fictitious)',
  address: '1 Sample Street\nTestville, TX 00000',
  phone: '(555) 555-0100',
};

/** The agency on notices of test mode for reports of an account's own product. */
export const FICTITIOUS_AGENCY: Agency = {
  name: 'Example Reporting Agency (fictitious)',
  address: ['2 Sample Street', 'Testville, TX 00000'],
  phone: '+1 800 555 0100',
  toll_free: true,
  nationwide: true,
  consumer_report: true,
};
