import { unpack, type PinnedJson } from '../../../core/sources/pinned.ts';
import { fieldsOfCascade } from '../../../core/cascade/nodes/applicant-source.ts';
import { reportsIn } from '../../../core/cascade/pulled-reports.ts';
import { NODES, type CascadeDefinition } from '../../../core/cascade/registry.ts';
import type { Dictionary } from '../../../core/fields/dictionary.ts';
import { dictionaryIn, STANDARD } from '../../../core/fields/standard.ts';
import type { FieldSpecsJson } from '../../../core/fields/spec.ts';
import type { ApplicantView, MaskRules } from '../../../core/masks/index.ts';
import type { ExecutionMode } from '../../../core/states.ts';

/** The data that decides how an execution is masked, as the database holds it. */
export interface MaskBasis {
  readonly mode: ExecutionMode;
  /** The account's declarations when the execution was accepted, and at present. */
  readonly fieldsThen: FieldSpecsJson | null;
  readonly fieldsNow: FieldSpecsJson | null;
  /** Definition of its version, as JSON; null if no output and no path of a report is shown. */
  readonly definition: string | null;
  readonly products: PinnedJson | null;
}

/** The caller, and the basis of the masks: null for a view that masks nothing. */
export interface ShownTo {
  readonly view: ApplicantView;
  readonly basis: MaskBasis | null;
}

export function maskRules({ mode, fieldsThen, fieldsNow, definition, products }: MaskBasis): MaskRules {
  const cascade =
    definition === null ? [] : unpack({ definition: JSON.parse(definition) as CascadeDefinition, products });
  const own = fieldsOfCascade(cascade);
  return {
    // The two are usually the same.
    dictionaries: [
      ...new Set(
        [fieldsThen, fieldsNow].map((fields) =>
          own === null ? compiled(fields) : dictionaryIn(fields, own).dictionary,
        ),
      ),
    ],
    undeclared: mode === 'live' ? 'hidden' : 'shown',
    reports: reportsIn(cascade, NODES),
  };
}

/** Cached, because rows of a list share few dictionaries. */
const dictionaries = new WeakMap<FieldSpecsJson, Dictionary>();

function compiled(fields: FieldSpecsJson | null): Dictionary {
  if (fields === null) return STANDARD;
  const known = dictionaries.get(fields) ?? dictionaryIn(fields).dictionary;
  dictionaries.set(fields, known);
  return known;
}

/** Rules for data with values of both: the stricter rule applies. */
export function rulesOfBoth(one: MaskRules, other: MaskRules): MaskRules {
  const isOneThing = ({ nodeId, product }: MaskRules['reports'][number]) =>
    [...one.reports, ...other.reports].every((each) => each.nodeId !== nodeId || each.product === product);
  return {
    dictionaries: [...one.dictionaries, ...other.dictionaries],
    undeclared: one.undeclared === 'hidden' ? 'hidden' : other.undeclared,
    reports: [...one.reports, ...other.reports].map((pulled) =>
      isOneThing(pulled) ? pulled : { ...pulled, product: undefined },
    ),
  };
}
