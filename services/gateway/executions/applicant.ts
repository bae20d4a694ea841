import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';

/** `name`, or first and last name. */
export function applicantOf(payload: JsonObject): { applicant_name: string | null; applicant_email: string | null } {
  const applicant = isJsonObject(payload.applicant) ? payload.applicant : {};
  const parts = [applicant.first_name, applicant.last_name].flatMap((part) => textOf(part) ?? []);
  return {
    applicant_name: textOf(applicant.name) ?? (parts.length > 0 ? parts.join(' ') : null),
    applicant_email: textOf(applicant.email),
  };
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
