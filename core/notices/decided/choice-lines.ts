import { isOfRun } from '../../cascade/scope.ts';
import { isRequested } from './compared.ts';
import type { DecidingField } from './predicates.ts';
import { reasonsOf, type ConditionReasons, type Reports, type Wording } from './reasons.ts';
import type { Decided, DecidedReason } from './types.ts';

/** The reasons that one choice gives. */
export interface ChoiceLines {
  readonly first: readonly DecidedReason[];
  readonly further: readonly DecidedReason[];
  readonly missingFactors: Decided['missingFactors'];
  readonly lastResort: ReadonlySet<DecidedReason>;
}

export function withoutLastResort(lines: ChoiceLines): ChoiceLines {
  return { ...lines, first: lines.first.filter((line) => !lines.lastResort.has(line)) };
}

/** `fields`: those of the choice that contribute, as they are worded. */
export function linesOf(
  fields: readonly DecidingField[],
  situation: Omit<Wording, 'isBesideRequest'> & { readonly isReport: (nodeId: string) => boolean },
): ChoiceLines {
  const isBesideRequest = fields.some(
    ({ trace }) => !situation.isReport(trace.source_node_id) && isRequested(trace.field),
  );
  const wording = { ...situation, isBesideRequest };
  const given = onceEach(
    fields
      .filter((field) => situation.isReport(field.trace.source_node_id) || !isOfRun(field.trace.field))
      .map((field) => [field, reasonsOf(field, wording)] as const),
  );
  return {
    first: given.flatMap(([, { first }]) => first ?? []),
    further: given.flatMap(([, { further }]) => further),
    missingFactors: given.flatMap((each) => missingFactorsOf(each, situation.reports)),
    lastResort: new Set(given.flatMap(([, { first, isLastResort }]) => (isLastResort === true ? (first ?? []) : []))),
  };
}

type Told = readonly [DecidingField, ConditionReasons];

/**
 * A comparison of two values is one fact. The condition's own field speaks, unless the other one is a score, which is
 * never given itself, or has words of its own beside what the caller sent.
 */
function onceEach(given: readonly Told[]): readonly Told[] {
  return given.filter((told) => {
    const isOther = told[0].comparedIn !== undefined;
    const partner = given.find(
      ([field]) => field.condition === told[0].condition && (field.comparedIn !== undefined) !== isOther,
    );
    if (partner === undefined) return true;
    const [own, other] = isOther ? [partner, told] : [told, partner];
    // That one of them was not there is a fact of its own.
    if (own[0].trace.missing || other[0].trace.missing) return true;
    return told === (otherSpeaks(own, other) ? other : own);
  });
}

function otherSpeaks([, own]: Told, [, other]: Told): boolean {
  const [first, second] = [own.first, other.first];
  if (own.lacksFactors || first?.kind === 'factor') return false;
  if (other.lacksFactors || second?.kind === 'factor') return true;
  return first?.kind === 'statement' && first.of === 'application' && second?.kind === 'field';
}

function missingFactorsOf([{ trace }, { lacksFactors }]: Told, reports: Reports): Decided['missingFactors'][number][] {
  if (!lacksFactors || trace.read === null) return [];
  return [{ product_code: reports(trace.read)?.productCode ?? '', ...trace.read, field: trace.field }];
}
