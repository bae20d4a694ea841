import type { ProductCode } from '../products/contract.ts';
import type { Agency, NoticeAccount } from './parties.ts';

/**
 * Who stands on notices of test mode where nothing was configured. Nobody could take them for real: the street is
 * Sample Street, the ZIP code does not exist, and the numbers are from the ranges that are kept for fiction.
 */
export const FICTITIOUS_ACCOUNT: NoticeAccount = {
  legal_name: 'Example Company (fictitious)',
  address: '1 Sample Street\nTestville, TX 00000',
  phone: '(555) 555-0100',
};

export const FICTITIOUS_AGENCIES: Readonly<Record<ProductCode, Agency>> = {
  credit_report: {
    name: 'Sample Credit Bureau (fictitious)',
    address: '100 Sample Street\nTestville, TX 00000',
    phone: '(800) 555-0100',
    nationwide: true,
  },
  criminal_background: {
    name: 'Sample Records Search (fictitious)',
    address: '200 Sample Street\nTestville, TX 00000',
    phone: '(555) 555-0120',
    nationwide: false,
  },
  eviction_history: {
    name: 'Sample Tenancy Records (fictitious)',
    address: '300 Sample Street\nTestville, TX 00000',
    phone: '(555) 555-0130',
    nationwide: false,
  },
  identity_verification: {
    name: 'Sample Identity Check (fictitious)',
    address: '400 Sample Street\nTestville, TX 00000',
    phone: '(555) 555-0140',
    nationwide: false,
  },
  income_verification: {
    name: 'Sample Income Verification (fictitious)',
    address: '500 Sample Street\nTestville, TX 00000',
    phone: '(555) 555-0150',
    nationwide: false,
  },
};
