import { explainNotice } from '../../../core/explanation/index.ts';
import { asJsonList, type JsonObject } from '../../../core/json.ts';
import { Subjects } from '../../../core/readback/subject.ts';
import { decidingRules } from '../../../core/rows/decided.ts';
import type { Work } from '../../../core/work.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import { openNotices, openRun, type StoredNotice, type StoredRun } from './stored-run.ts';

export interface Explained {
  readonly run: StoredRun;
  readonly notices: readonly StoredNotice[];
}

/** Explains a run from its records. Runs the interpreter again, many times if a notice depends on many values. */
export function explain({ run: stored, notices }: Explained, work: Work): JsonObject {
  const { run, definition } = openRun(stored, NOBODY);
  return {
    object: 'execution_explanation',
    execution_id: stored.execution.id,
    dictionary_version: stored.dictionaryVersion,
    rules: asJsonList(decidingRules(definition, run.history, new Subjects(definition, run.context.dictionary), work)),
    notices: openNotices(notices).map((notice) => explainNotice(run, notice, work, stored.settings.hides_thresholds)),
  };
}

/** An explanation pulls nothing. */
const NOBODY: SandboxRegistry = { find: () => undefined };
