import type { JsonObject } from '../json.ts';
import type { Product } from '../products/contract.ts';
import { fieldLabel } from '../products/index.ts';
import type { NoticeAccount } from './parties.ts';

/**
 * An enclosure of a pre-adverse letter (15 USC 1681b(b)(3)(A)), as plain JSON on its own artifact row. Enclosures are
 * rendered with their notice and are not listed in the API.
 */
export type EnclosureDocument =
  | {
      readonly version: 1;
      readonly enclosure: 'report';
      readonly product_code: string;
      /** For an account's own product: its name and the titles of its fields. */
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
  /** Absent if an operator has installed a PDF of it, which is attached instead. */
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
