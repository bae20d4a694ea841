import { isJsonObject, type JsonObject } from '../../../core/json.ts';
import { isPerson, type SubjectRegistry } from '../../../core/products/sandbox.ts';
import type { Connection } from './connection.ts';

/** Who is pulled; empty if the payload says nobody. */
function applicantOf({ applicant }: JsonObject): JsonObject {
  return isJsonObject(applicant) ? applicant : {};
}

/** True if a connection may be asked about this applicant: a sandbox about made-up people, any other about real ones. */
export function isAskedAbout(
  { sandbox }: Pick<Connection, 'sandbox'>,
  payload: JsonObject,
  subjects: Pick<SubjectRegistry, 'has'>,
): boolean {
  const person = applicantOf(payload);
  if (sandbox === undefined) return !subjects.has(person);
  return subjects.has(person) || sandbox.people?.some((one) => isPerson(person, one)) === true;
}
