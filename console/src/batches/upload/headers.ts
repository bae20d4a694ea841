import { headerPath, NOTE_HEADER } from '../../../../core/batches/columns.ts';
import { candidatesOf, proposedFor, proposedForm } from '../../../../core/batches/matches.ts';
import { headersOf, type FileTable } from '../../../../core/batches/table.ts';
import { checkPayloadsOf } from '../../../../core/cascade/payload-faults.ts';
import { areKnown } from '../../../../core/cascade/registry.ts';
import { dictionaryOf, placeOf } from '../../../../core/fields/dictionary.ts';
import type { FieldSpecs } from '../../../../core/fields/spec.ts';
import { STANDARD_SPECS } from '../../../../core/fields/standard.ts';
import type { FileHeader, Headers } from './checked.ts';

/** Only this many lines are read to detect how cells are written. Later cells are read in that form, or are faults. */
const MOST_LINES = 2_000;
const MOST_SAMPLES = 3;
const MOST_ASKED = 200;

/**
 * The headers that a person has to match; null if each is the API's name of its field. A spreadsheet program saves
 * dates in the order of its locale, so the order of days is asked for such a column too.
 */
export function askedHeaders(
  table: FileTable,
  definition: readonly object[] | null,
  specs: FieldSpecs,
): Headers | null {
  const lines = table.lines.slice(0, MOST_LINES);
  const dictionary = dictionaryOf(STANDARD_SPECS, specs);
  const headers = headersOf(table).map((header, index) => {
    const cells = lines.map((line) => (line.cells[index] ?? '').trim()).filter((cell) => cell !== '');
    return { header, cells: [...new Set(cells)], path: headerPath(header, dictionary) };
  });
  const isOfDays = (path: string) =>
    ['date', 'date_time'].includes(dictionary.at(placeOf(dictionary, path).path)?.type ?? '');
  const own = headers.filter(
    ({ header, cells, path }) =>
      !['', NOTE_HEADER].includes(header) &&
      (path === undefined || (isOfDays(path) && proposedForm(cells, 'date') !== undefined)),
  );
  // A file without commas, or of another type, gets a different fault.
  if (own.length === 0 || headers.length < 2 || own.length > MOST_ASKED) return null;
  const isRead = definition !== null && areKnown(definition) ? checkPayloadsOf(definition).isRead : () => false;
  const proposed = proposedFor(
    own.flatMap(({ header, path }) => (path === undefined ? [header] : [])),
    dictionary,
    isRead,
  );
  return {
    headers: own.map(({ header: name, cells, path }): FileHeader => {
      const form = (type: 'date' | 'number') => {
        const found = proposedForm(cells, type);
        return found === undefined ? 'as_is' : found;
      };
      return {
        ...{ header: name, samples: cells.slice(0, MOST_SAMPLES) },
        proposed: path ?? proposed.get(name)?.path ?? null,
        forms: { date: form('date'), number: form('number') },
      };
    }),
    candidates: candidatesOf(dictionary).map((each) => ({ ...each, isRead: isRead(each.path.split('.')) })),
  };
}
