import { sql } from 'kysely';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { Masks, type ApplicantView, type MaskRules } from '../../../core/masks/index.ts';
import { personName } from '../../../core/person-name.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Auth } from '../services.ts';
import { readMaskRules } from './mask-basis.ts';

/* The applicant's name and address for lists. */

export function applicantOf(payload: JsonObject): { applicant_name: string | null; applicant_email: string | null } {
  const applicant = isJsonObject(payload.applicant) ? payload.applicant : {};
  const { email } = applicant;
  return {
    applicant_name: personName(applicant),
    applicant_email: typeof email === 'string' && email.trim() !== '' ? email : null,
  };
}

/** Masked as the list's view demands, because a name may be any text that was sent. */
export function shownApplicant(
  payload: JsonObject,
  view: ApplicantView,
  rules: MaskRules,
): ReturnType<typeof applicantOf> {
  if (view !== 'masked') return applicantOf(payload);
  const masks = new Masks(rules, { payload });
  const applicant = masks.member('applicant', payload.applicant ?? null);
  const { applicant_name: name, applicant_email: email } = applicantOf({ applicant });
  return {
    applicant_name: name === null ? null : masks.text(name),
    applicant_email: email === null ? null : masks.filled(email),
  };
}

/** The part of the payload of `execution as e` that holds the name; null if it is too large for a name. */
const MOST_CHARACTERS = 16_384;
export const APPLICANT = sql<Json>`
  case when length((e.payload -> 'applicant')::text) <= ${sql.lit(MOST_CHARACTERS)} then e.payload -> 'applicant' end`;

/** Callers who may read the case may read the name. */
export const seesApplicants = ({ scopes }: Auth): boolean => scopes.has('executions:read:full');

const MOST_NAME = 200;

export function nameOf(applicant: Json, { view }: Auth, rules: MaskRules): string | null {
  if (view === 'whole') return applicantOf({ applicant }).applicant_name?.slice(0, MOST_NAME) ?? null;
  const masks = new Masks(rules, { payload: { applicant } });
  const { applicant_name: name } = applicantOf({ applicant: masks.member('applicant', applicant) });
  return name === null ? null : masks.text(name.slice(0, MOST_NAME));
}

/** The rules by which names in rows are masked. */
export function rulesOfRows(db: Queryable, auth: Auth, rows: readonly { readonly execution_id: number }[]) {
  const isMasked = seesApplicants(auth) && auth.view !== 'whole';
  return readMaskRules(db, auth, isMasked ? rows.map(({ execution_id: id }) => id) : []);
}
