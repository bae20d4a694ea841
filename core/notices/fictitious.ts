import type { Agency, NoticeAccount } from './parties.ts';

/**
 * Who stands on notices of test mode where the account has no legal name, address or phone. Nobody could take it for
 * real: the street is Sample Street, the ZIP code does not exist, and the number is from the range kept for fiction.
 */
export const FICTITIOUS_ACCOUNT: NoticeAccount = {
  legal_name: 'Example Company (fictitious)',
  address: '1 Sample Street\nTestville, TX 00000',
  phone: '(555) 555-0100',
};

/** The agency behind the reports of an account's own product, on notices of test mode. */
export const FICTITIOUS_AGENCY: Agency = {
  name: 'Example Reporting Agency (fictitious)',
  address: ['2 Sample Street', 'Testville, TX 00000'],
  phone: '+1 800 555 0100',
  toll_free: true,
  nationwide: true,
  consumer_report: true,
};
