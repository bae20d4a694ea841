import { pairOf, type Pair } from '../../../core/backtests/pair.ts';
import { recordedSide, type Recorded, type StoredExecution } from '../../../core/backtests/recorded.ts';
import { replay, type Replayed } from '../../../core/backtests/replay.ts';
import { keptSide, type Determined } from '../../../core/backtests/side.ts';
import { tallyOf, type Tally } from '../../../core/backtests/tally.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { onNotComparableOf } from '../../../core/cascade/on-not-comparable.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Dictionary } from '../../../core/fields/dictionary.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import { unpack, type PackedDefinition } from '../../../core/sources/pinned.ts';
import { unitsOfText, Work } from '../../../core/work.ts';
import { describeError, isError, type ErrorDescription } from '../../../platform/log/errors.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import type { ChangeOfExecution } from './record.ts';

/** A version with what a run of it reads as the name and the use case of the cascade. */
export interface PackedVersion {
  readonly definition: PackedDefinition;
  readonly workflow: Replayed['workflow'];
}

/** The versions and dictionaries with which the executions of a chunk are compared. */
export interface ChunkHead {
  readonly version: PackedVersion;
  /** Null: what was recorded. */
  readonly against: PackedVersion | null;
  /** The versions that ran, by number. */
  readonly ran: Readonly<Record<string, PackedVersion>>;
  /** The account's declarations of fields, by the version of its dictionary. */
  readonly dictionaries: Readonly<Record<string, FieldSpecsJson | null>>;
}

/** An execution as one statement reads it. */
export type StoredJson = Omit<StoredExecution, 'onNotComparable' | 'noticeClock'> & {
  readonly workflowVersion: number;
  readonly dictionaryVersion: number | null;
  readonly reviewsNotComparable: boolean;
  readonly noticeClock: StoredExecution['noticeClock'];
};

interface Chunk {
  /** ChunkHead, as JSON. */
  readonly head: string;
  /** Each a StoredJson. */
  readonly executions: readonly string[];
}

export interface Compared {
  readonly tally: Tally;
  readonly changes: readonly ChangeOfExecution[];
  /** Units of work that it took. */
  readonly work: number;
  /** The first error of ours in it, as a log may say it; null if there was none. */
  readonly fault: ErrorDescription | null;
}

/** Units of work of one side of one execution: about a tenth of a second. */
const WORK_OF_SIDE = 150_000;

/** Read once: reading and checking the files takes longer than a hundred executions. */
const SANDBOX = loadReferenceData().sandbox;

export const BACKTEST_TASKS = {
  compareChunk: ({ head, executions }: Chunk, work: Work): Compared => {
    work.spendOnText(head.length);
    const versions = versionsOf(head);
    versions.fault = null;
    const pairs: Pair[] = [];
    const changes: ChangeOfExecution[] = [];
    for (const text of executions) {
      const stored = JSON.parse(text) as StoredJson;
      const pair = versions.pair(stored, unitsOfText(text.length), work);
      pairs.push(pair);
      if (pair.is === 'compared' && pair.changes.length > 0) {
        const { changes: kinds, rule, old, new: fresh } = pair;
        changes.push({ execution_id: stored.id, kinds, rule, old: keptSide(old), new: keptSide(fresh) });
      }
    }
    return { tally: tallyOf(pairs), changes, work: work.spent, fault: versions.fault };
  },
} satisfies Readonly<Record<string, (input: never, work: Work) => unknown>>;

/** Chunks of one backtest follow each other, and most have the same head: its graphs and dictionaries are made once. */
let opened: { readonly head: string; readonly versions: Versions } | undefined;

function versionsOf(head: string): Versions {
  if (opened?.head !== head) opened = { head, versions: new Versions(JSON.parse(head) as ChunkHead) };
  return opened.versions;
}

/** The definitions of chunks with the same head, each opened once. */
class Versions {
  readonly #head: ChunkHead;
  readonly #opened = new Map<PackedVersion, CascadeDefinition>();
  readonly #dictionaries = new Map<string, Dictionary>();
  /** The first error of ours in the chunk. */
  fault: ErrorDescription | null = null;

  constructor(head: ChunkHead) {
    this.#head = head;
  }

  /** One execution that cannot be read, as of another release, keeps nobody from the result of the others. */
  pair(stored: StoredJson, unitsOfReading: number, work: Work): Pair {
    try {
      return this.#compared(stored, unitsOfReading, work);
    } catch (error) {
      this.#note(error);
      return { is: 'undetermined', cause: 'error', side: 'old', old: null };
    }
  }

  #compared(stored: StoredJson, unitsOfReading: number, whole: Work): Pair {
    const { version, against, ran } = this.#head;
    const ranAs = ran[stored.workflowVersion];
    if (ranAs === undefined) return { is: 'undetermined', cause: 'error', side: 'old', old: null };
    const { reviewsNotComparable, ...execution } = stored;
    const recorded: Recorded = {
      execution: { ...execution, onNotComparable: onNotComparableOf(reviewsNotComparable) },
      definition: this.#definition(ranAs),
      dictionary: this.#dictionary(ranAs, stored),
    };
    const replayed = (asked: PackedVersion): Determined => {
      const work = new Work(WORK_OF_SIDE, whole);
      work.note(unitsOfReading);
      return replay(
        recorded,
        {
          definition: this.#definition(asked),
          workflow: asked.workflow,
          dictionary: this.#dictionary(asked, stored),
          sandbox: SANDBOX,
          onFault: (error) => this.#note(error),
        },
        work,
      );
    };
    return pairOf(against === null ? recordedSide(recorded) : replayed(against), replayed(version));
  }

  #note(error: unknown): void {
    this.fault ??= isError(error) ? describeError(error) : { name: typeof error };
  }

  #definition(version: PackedVersion): CascadeDefinition {
    const known = this.#opened.get(version);
    if (known !== undefined) return known;
    const definition = unpack(version.definition);
    this.#opened.set(version, definition);
    return definition;
  }

  /** The declarations of the account when the execution was accepted, with those of the version. */
  #dictionary(version: PackedVersion, { dictionaryVersion, workflowVersion }: StoredJson): Dictionary {
    const of = version === this.#head.version ? 'new' : version === this.#head.against ? 'old' : workflowVersion;
    const key = `${of}:${dictionaryVersion}`;
    const known = this.#dictionaries.get(key);
    if (known !== undefined) return known;
    const fields = this.#head.dictionaries[String(dictionaryVersion)] ?? null;
    const { dictionary } = dictionaryIn(fields, fieldsOfCascade(this.#definition(version)));
    this.#dictionaries.set(key, dictionary);
    return dictionary;
  }
}
