import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { personName } from '../../../core/person-name.ts';

export function applicantOf(payload: JsonObject): { applicant_name: string | null; applicant_email: string | null } {
  const applicant = isJsonObject(payload.applicant) ? payload.applicant : {};
  const { email } = applicant;
  return {
    applicant_name: personName(applicant),
    applicant_email: typeof email === 'string' && email.trim() !== '' ? email : null,
  };
}
