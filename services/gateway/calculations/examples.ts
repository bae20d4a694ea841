import type { OnNotComparable } from '../../../core/cascade/on-not-comparable.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { AppError } from '../../../core/errors.ts';
import type { Example, Tried } from '../../../core/examples/example.ts';
import { timeOf, tryExample, type TryOptions } from '../../../core/examples/try.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { unpack, type PackedDefinition } from '../../../core/sources/pinned.ts';
import { isoTime } from '../../../core/time.ts';
import { within, type Work } from '../../../core/work.ts';
import { requireOwnReports } from './own-reports.ts';
import { rowIdsWithin } from './rules.ts';

/** A definition whose examples are tried, with the account's declarations and settings. */
export interface AskedDefinition {
  readonly definition: PackedDefinition;
  readonly workflow: TryOptions['workflow'];
  readonly fields: FieldSpecsJson;
  readonly onNotComparable: OnNotComparable;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface AskExamples extends AskedDefinition {
  readonly examples: readonly Example[];
}

export interface AskedPart {
  /** Results, in order, of as many examples as the budget allowed. A text is the reason why one cannot be tried. */
  readonly tried: readonly (Tried | string)[];
  readonly spent: number;
}

/** Tries examples until the budget is spent: at least one, or it throws TooMuchWork. */
export function askExamples({ examples, ...asked }: AskExamples, sandbox: SandboxRegistry, work: Work): AskedPart {
  const definition = unpack(asked.definition);
  const { dictionary } = dictionaryIn(asked.fields, fieldsOfCascade(definition));
  // If a cascade takes too much work, its rules are named by node and branch only, at every save.
  const rowIds = rowIdsWithin(definition, dictionary, work);
  const { workflow, onNotComparable, now } = asked;
  const options = { workflow, onNotComparable, now, sandbox, dictionary, rowIds };
  const tried: (Tried | string)[] = [];
  const tryOne = (example: Example, own: Work): Tried | string => {
    own.spendOnText(JSON.stringify([example.payload, example.reports]).length);
    const at = example.as_of === undefined ? now : timeOf(example.as_of);
    try {
      requireOwnReports(definition, example.reports, isoTime(at).slice(0, 10));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.details.map(({ field, message }) => `${field}: ${message}`).join('; ');
    }
    return tryExample(definition, example, options, own);
  };
  for (const example of examples) {
    // An example that takes more than the rest of the budget begins the next part, which has a whole budget.
    const isFirst = tried.length === 0;
    const made = isFirst ? tryOne(example, work) : within(work, work.left, (own) => tryOne(example, own));
    if (made === undefined) break;
    tried.push(made);
  }
  return { tried, spent: work.spent };
}
