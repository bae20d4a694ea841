import { PRODUCT_CODES } from '../../core/products/contract.ts';
import { confidentialUrl, text } from './parsers.ts';
import { group, type Variable } from './variable.ts';

const vendors = group('Report vendors (live mode)');

/** Where the reports of each product are pulled, and with which token. */
export const vendorVariables = Object.fromEntries(
  PRODUCT_CODES.flatMap((code) => [
    [
      `PRODUCT_${code.toUpperCase()}_URL`,
      vendors.optional(confidentialUrl, `Where ${code} reports are pulled. Without it live pulls of ${code} fail.`, {
        example: `https://vendor.example.com/${code}`,
      }),
    ],
    [
      `PRODUCT_${code.toUpperCase()}_TOKEN`,
      vendors.optional(text, `Bearer token for the vendor of ${code}.`, { secret: true }),
    ],
  ]),
) as Record<`PRODUCT_${Uppercase<(typeof PRODUCT_CODES)[number]>}_${'URL' | 'TOKEN'}`, Variable<string | undefined>>;
