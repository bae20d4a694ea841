import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { Masks, type ApplicantView, type MaskRules } from '../../../core/masks/index.ts';
import { personName } from '../../../core/person-name.ts';

export function applicantOf(payload: JsonObject): { applicant_name: string | null; applicant_email: string | null } {
  const applicant = isJsonObject(payload.applicant) ? payload.applicant : {};
  const { email } = applicant;
  return {
    applicant_name: personName(applicant),
    applicant_email: typeof email === 'string' && email.trim() !== '' ? email : null,
  };
}

/** A list has as much of both as its view shows: a name may be anything that was sent. */
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
