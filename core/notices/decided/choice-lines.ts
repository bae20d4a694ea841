import { figureKey, type ConditionTrace } from '../../cascade/conditions.ts';
import { isOfRun } from '../../cascade/scope.ts';
import { listPathIn, pathOf } from '../../quantifiers.ts';
import { isRequested } from './compared.ts';
import { visitKey } from './notice-path.ts';
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

/** `fields`: the choice's contributing fields, in the version to be worded. */
export function linesOf(
  fields: readonly DecidingField[],
  situation: Omit<Wording, 'isBesideRequest'> & { readonly isReport: (nodeId: string) => boolean },
): ChoiceLines {
  const isBesideRequest = fields.some(
    ({ trace }) => !situation.isReport(trace.source_node_id) && isRequested(trace.field),
  );
  const wording = { ...situation, isBesideRequest };
  const given = withoutFiguresOfNone(
    onceEach(
      fields
        .filter((field) => situation.isReport(field.trace.source_node_id) || !isOfRun(field.trace.field))
        .map((field) => [field, reasonsOf(field, wording)] as const),
    ),
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
 * Keeps one line per comparison of two values, because it is one fact. The condition's own field gives the line. The
 * other field gives it if it is a score, which is never a line itself. It also does if it has words and the own field
 * is the caller's.
 */
function onceEach(given: readonly Told[]): readonly Told[] {
  return given.filter((told) => {
    const isOther = told[0].comparedIn !== undefined;
    const partner = given.find(
      ([field]) => field.condition === told[0].condition && (field.comparedIn !== undefined) !== isOther,
    );
    if (partner === undefined) return true;
    const [own, other] = isOther ? [partner, told] : [told, partner];
    // If one of the values is missing, that is a separate fact.
    if (own[0].trace.missing || other[0].trace.missing) return true;
    return told === (otherSpeaks(own, other) ? other : own);
  });
}

/**
 * A missing list is one fact, whatever conditions asked about it. If a list has no items of a kind, their number says
 * so, and a missing highest value of them is not said as well.
 */
function withoutFiguresOfNone(given: readonly Told[]): readonly Told[] {
  const isPlain = ([{ trace }, { first }]: Told) => first?.kind === 'statement' && trace.value_from === undefined;
  return given.filter((told, index) => {
    const { trace } = told[0];
    if (!trace.missing || !isPlain(told)) return true;
    if (trace.items === null) {
      return !given.slice(0, index).some((other) => {
        const { items, missing } = other[0].trace;
        return items === null && missing && isPlain(other) && listKey(other[0].trace) === listKey(trace);
      });
    }
    const counted = trace.items === 0 ? keyOfCount(trace) : undefined;
    return !given.some(
      ([{ trace: other }]) => other.actual === 0 && counted !== undefined && keyOfFigure(other) === counted,
    );
  });
}

function listKey({ source_node_id: id, read, field }: ConditionTrace): string {
  return `${read === null ? id : visitKey(read)} ${listPathIn(field, () => true)?.list ?? field}`;
}

function keyOfCount(trace: ConditionTrace): string | undefined {
  const path = listPathIn(trace.field, () => true);
  return path === undefined || path.quantifier === 'count'
    ? undefined
    : keyOfFigure({ ...trace, field: pathOf({ ...path, quantifier: 'count', item: '' }) });
}

function keyOfFigure(trace: ConditionTrace): string {
  return `${trace.read === null ? trace.source_node_id : visitKey(trace.read)} ${figureKey(trace)}`;
}

function otherSpeaks([, own]: Told, [, other]: Told): boolean {
  const [first, second] = [own.first, other.first];
  if (own.lacksFactors || first?.kind === 'factor') return false;
  if (other.lacksFactors || second?.kind === 'factor') return true;
  return (
    first?.kind === 'statement' &&
    first.source.product_code === null &&
    second?.kind === 'field' &&
    second.source.product_code !== null
  );
}

function missingFactorsOf([{ trace }, { lacksFactors }]: Told, reports: Reports): Decided['missingFactors'][number][] {
  if (!lacksFactors || trace.read === null) return [];
  return [{ product_code: reports(trace.read)?.productCode ?? '', ...trace.read, field: trace.field }];
}
