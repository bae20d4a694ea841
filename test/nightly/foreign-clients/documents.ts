import { isJsonObject, type Json } from '../../../core/json.ts';

/** As if no execution had had the status `completed` when the client was made. */
export function documentOfOlderRelease(document: string): string {
  return JSON.stringify(
    JSON.parse(document, (_name, value: Json) =>
      isJsonObject(value) && Array.isArray(value.enum)
        ? { ...value, enum: value.enum.filter((each) => each !== 'completed') }
        : value,
    ),
  );
}
