import type { JsonObject } from '../json.ts';
import type { Product } from '../products/contract.ts';
import { fieldLabel } from '../products/index.ts';
import type { NoticeAccount } from './parties.ts';

/**
 * What is attached to a pre-adverse letter beside it (15 USC 1681b(b)(3)(A)), as plain JSON on an artifact row of its
 * own. Enclosures are rendered with their notice and stand in no list of the API.
 */
export type EnclosureDocument =
  | {
      readonly version: 1;
      readonly enclosure: 'report';
      readonly product_code: string;
      /** The name of an account's own product, and the titles of its fields. */
      readonly own?: OwnCopy;
      readonly test_mode: boolean;
      readonly execution_id: number;
      readonly account: NoticeAccount;
      readonly applicant: JsonObject;
      /** The report as it was used. */
      readonly output: JsonObject;
      /** ISO date of the pull. */
      readonly pulled_on: string;
    }
  /** Left out if an operator has installed a PDF of it, which is attached then. */
  | { readonly version: 1; readonly enclosure: 'summary_of_rights'; readonly test_mode: boolean };

export interface OwnCopy {
  readonly name: string;
  readonly titles: Readonly<Record<string, string>>;
}

export function ownCopy({ name, schema }: Product): OwnCopy {
  const titled = Object.entries(schema.properties ?? {}).map(([key, { title }]) => [
    key,
    typeof title === 'string' ? title : fieldLabel(key),
  ]);
  return { name, titles: Object.fromEntries(titled) };
}
