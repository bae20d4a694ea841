import { TERMS_SCHEMA, type ConnectionTerms } from '../../core/products/connection.ts';
import { PRODUCT_CODES } from '../../core/products/contract.ts';
import { readJson } from '../../core/read-json.ts';
import { compileValidator } from '../validation/index.ts';
import { confidentialUrl, ParseError, text, type Parser } from './parsers.ts';
import { group, type Variable } from './variable.ts';

const vendors = group('Report vendors (live mode)');

const checkTerms = compileValidator(TERMS_SCHEMA);

/** Faults name members and never what stands there. */
const connectionTerms: Parser<ConnectionTerms> = (value) => {
  let terms: unknown;
  try {
    terms = readJson(value);
  } catch {
    throw new ParseError('must be JSON, with each key once');
  }
  const [fault] = checkTerms(terms);
  if (fault !== undefined)
    throw new ParseError(`is wrong at ${fault.field === '' ? 'its top' : fault.field}: it ${fault.message}`);
  return terms as ConnectionTerms;
};

type Values = { readonly URL: string; readonly TOKEN: string; readonly CONNECTION: ConnectionTerms };
type VendorVariables = {
  readonly [End in keyof Values as `PRODUCT_${Uppercase<(typeof PRODUCT_CODES)[number]>}_${End}`]: Variable<
    Values[End] | undefined
  >;
};

/** Where the reports of each product are pulled, with which token, and what is agreed with the vendor. */
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
    [
      `PRODUCT_${code.toUpperCase()}_CONNECTION`,
      vendors.optional(
        connectionTerms,
        `The agreement with the vendor of ${code}, as JSON: what is repeated, how reports come. See docs/guides/going-live.md.`,
        { secret: true },
      ),
    ],
  ]),
) as VendorVariables;
