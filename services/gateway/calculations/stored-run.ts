import { unpack, type PinnedJson } from '../../../core/sources/pinned.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { onNotComparableOf } from '../../../core/cascade/on-not-comparable.ts';
import type { VisitRef } from '../../../core/cascade/conditions.ts';
import type { EffectRequest } from '../../../core/cascade/contract.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { issuedNotices, type IssuedNotice, type RecordedRun } from '../../../core/explanation/index.ts';
import { readState } from '../../../core/interpreter/advance.ts';
import type { RunState } from '../../../core/interpreter/types.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { SandboxRegistry } from '../../../core/products/sandbox.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { dictionaryIn } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { PinnedSettings } from '../../../platform/database/pinned-settings.ts';

/**
 * A run as the database holds it. Members that can be large are JSON as PostgreSQL writes it, and only a worker process
 * parses them.
 */
export interface StoredRun {
  readonly execution: {
    readonly id: number;
    readonly mode: ExecutionMode;
    readonly externalReference: string | null;
  };
  readonly workflow: { readonly name: string; readonly useCase: string | null };
  /** Version of the data dictionary when the execution was accepted. Null if nothing was declared. */
  readonly dictionaryVersion: number | null;
  /** The account's names of payload fields at that time. */
  readonly fields: FieldSpecsJson | null;
  readonly settings: PinnedSettings;
  readonly definition: string;
  /** The products that its version of the cascade pins. */
  readonly products: PinnedJson | null;
  readonly payload: string;
  /** Null until the run has begun. */
  readonly state: string | null;
  readonly steps: readonly {
    readonly nodeId: string;
    readonly visit: number;
    readonly causes: readonly VisitRef[];
    readonly output: string | null;
  }[];
  readonly reusedReports: readonly { readonly productCode: string; readonly output: string }[];
}

/** An effect of kind `notice`; `request` is JSON. */
export interface StoredNotice {
  readonly nodeId: string;
  readonly visit: number;
  readonly request: string;
}

export interface OpenedRun {
  readonly run: RecordedRun;
  readonly definition: CascadeDefinition;
  readonly state: RunState | null;
}

/** Prepares the run for another pass of the interpreter. */
export function openRun(stored: StoredRun, sandbox: SandboxRegistry): OpenedRun {
  const definition = unpack({
    definition: JSON.parse(stored.definition) as CascadeDefinition,
    products: stored.products,
  });
  const run: RecordedRun = {
    definition,
    history: stored.steps.map(({ output, ...step }) => ({ ...step, output: parsedOrNull(output) })),
    context: {
      execution: { ...stored.execution, skipWaits: true },
      workflow: stored.workflow,
      payload: JSON.parse(stored.payload) as JsonObject,
      sandbox,
      reusedReports: new Map(
        stored.reusedReports.map(({ productCode, output }) => [productCode, JSON.parse(output) as Json]),
      ),
      noticeClock: null,
      onNotComparable: onNotComparableOf(stored.settings.reviews_not_comparable),
      ...dictionaryIn(stored.fields, fieldsOfCascade(definition)),
    },
  };
  return { run, definition, state: stored.state === null ? null : readState(JSON.parse(stored.state) as RunState) };
}

export function openNotices(stored: readonly StoredNotice[]): IssuedNotice[] {
  return issuedNotices(stored.map((notice) => ({ ...notice, request: JSON.parse(notice.request) as EffectRequest })));
}

export function parsedOrNull(json: string | null): Json {
  return json === null ? null : (JSON.parse(json) as Json);
}
