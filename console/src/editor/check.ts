import { lintDefinition } from '../../../core/cascade/lint.ts';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import { withoutNullKeys } from '../../../core/cascade/absent.ts';
import type { Json } from '../../../core/json.ts';
import { noticeRules } from '../../../core/notices/warnings/index.ts';
import { MAX_WORK_OF_LINT, Work } from '../../../core/work.ts';
import type { Warning } from '../workflows/records.ts';
import { readJsonText, type Part, type Span } from './json-text.ts';
import { placeOf, placeOfWarning } from './places.ts';

/*
 * Problems of a definition while it is written. The service's checks run here at every pause; the service's own verdict
 * replaces them when it arrives.
 */

/** The response of `POST /workflows/validate`. */
export interface Verdict {
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  readonly error_count: number;
  readonly warnings: readonly Warning[];
}

export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The node concerned; null if none. */
  readonly nodeId: string | null;
  readonly at: Span;
}

export interface Written {
  readonly text: string;
  readonly root: Part | null;
  /** Undefined if the text is not JSON or has a duplicate key. */
  readonly value: Json | undefined;
  readonly problems: readonly Finding[];
}

export function written(text: string): Written {
  const { root, problems } = readJsonText(text);
  return {
    text,
    root,
    // The service treats null as a missing member.
    value: problems.length === 0 ? withoutNullKeys(JSON.parse(text) as Json) : undefined,
    problems: problems.map(({ message, from, to, isJson }) => ({
      severity: 'error',
      message: isJson ? message : `This is no JSON: ${message}.`,
      nodeId: null,
      at: { from, to },
    })),
  };
}

/** The checks that need only the definition. */
export function checkHere({ value }: Written, useCase: string | null): Verdict {
  const { details, total, definition } = validateDefinition(value);
  const warnings =
    definition === null ? [] : lintDefinition(definition, new Work(MAX_WORK_OF_LINT), noticeRules(useCase));
  return { errors: details, error_count: total, warnings };
}

/** Findings with their places in the text, in text order. */
export function findingsOf({ root, value, problems, text }: Written, verdict: Verdict | null): readonly Finding[] {
  const nowhere: Span = { from: 0, to: Math.min(1, text.length) };
  const errors = (verdict?.errors ?? []).map(({ field, message }): Finding => {
    const index = Number(/^definition\[(\d+)\]/.exec(field)?.[1] ?? -1);
    return {
      severity: 'error',
      message: `${field.replace(/^definition\[\d+\]\.?/, '')} ${message}`.trim(),
      nodeId: idOf(Array.isArray(value) ? value[index] : undefined),
      at: placeOf(root, field) ?? nowhere,
    };
  });
  const warnings = (verdict?.warnings ?? []).map((warning): Finding => {
    const { node_id: nodeId, message } = warning;
    return { severity: 'warning', message, nodeId, at: placeOfWarning(root, warning) ?? nowhere };
  });
  return [...problems, ...errors, ...warnings].toSorted((one, other) => one.at.from - other.at.from);
}

function idOf(node: Json | undefined): string | null {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return null;
  return typeof node.id === 'string' ? node.id : null;
}
