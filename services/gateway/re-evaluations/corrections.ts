import {
  correctRun,
  MOST_CORRECTION_WORDS,
  MOST_CORRECTIONS,
  readCorrections,
  withoutMarks,
  type CorrectableRun,
  type CorrectedRun,
  type Correction,
  type CorrectionFault,
  type WantedCorrection,
} from '../../../core/corrections.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from '../../../core/json.ts';
import { checkPayload } from '../../../core/notices/payload-check.ts';
import { PRODUCT_CODES, PRODUCTS } from '../../../core/products/index.ts';
import type { ExecutionMode } from '../../../core/states.ts';
import { compileValidator } from '../../../platform/validation/index.ts';

export const CORRECTIONS_SCHEMA = {
  corrections: {
    type: 'object',
    maxProperties: MOST_CORRECTIONS,
    additionalProperties: true,
    description:
      'Other values for what was sent or reported, by path: `{"applicant.monthly_income": 4200}`. A value of a report is ' +
      '`steps.<node>.<field>` and takes `{"value": 640, "note": "…"}`, where the note says where the value comes from; of ' +
      'the payload the note may be left out. A correction replaces a value that is there, or adds the mail address that the recipient ' +
      'of a notice reads (`applicant.email`) where the payload has none; a report still has to match the schema of its ' +
      'product. Asks for the scope `executions:read:full`.',
  },
  reason: {
    type: 'string',
    maxLength: MOST_CORRECTION_WORDS,
    description: 'Why the values are corrected. Required with `corrections`.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Checks that the body's schema cannot express. */
export function checkCorrections(body: JsonObject): ErrorDetail[] {
  const { corrections, reason } = body;
  if (!isJsonObject(corrections)) return [];
  const isAsked = Object.keys(corrections).length > 0;
  const isReasonless = isAsked && (typeof reason !== 'string' || reason.trim() === '');
  return [
    ...(isReasonless ? [{ field: 'reason', message: 'is required: say why the values are corrected' }] : []),
    ...readCorrections(corrections).faults.map(detailOf),
  ];
}

export function wantedCorrections(corrections: Readonly<Record<string, Json>>): readonly WantedCorrection[] {
  return readCorrections(corrections).wanted;
}

const detailOf = ({ path, message }: CorrectionFault): ErrorDetail => ({ field: `corrections.${path}`, message });

const validators = new Map<string, ReturnType<typeof compileValidator>>(
  PRODUCT_CODES.map((code) => [code, compileValidator(PRODUCTS[code].schema)]),
);

/** The run with corrected values. Throws `validation_failed` with every correction that is impossible. */
export function corrected(
  run: CorrectableRun & { readonly mode: ExecutionMode },
  wanted: readonly WantedCorrection[],
  as: Pick<Correction, 'reason' | 'corrected_by_user_id' | 'corrected_at'>,
): CorrectedRun {
  const plain = { ...run, reports: new Map([...run.reports].map(([code, report]) => [code, withoutMarks(report)])) };
  const made = correctRun(plain, wanted, as);
  const { corrected: result } = made;
  const broken = wanted.length === 0 ? [] : [...brokenSchemas(plain, result), ...unreadableDates(result, as, run.mode)];
  const details = [...made.faults.map(detailOf), ...broken];
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return result;
}

/**
 * A date that the law reads is refused as a trigger refuses it. Dates that were accepted with the old execution stay.
 */
function unreadableDates(
  { payload, corrections }: CorrectedRun,
  { corrected_at: at }: Pick<Correction, 'corrected_at'>,
  mode: ExecutionMode,
): ErrorDetail[] {
  const made = corrections.filter((each) => each.product_code === null && each.corrected_at === at);
  return checkPayload(payload, { mode, now: Date.parse(at), at: '' }).faults.flatMap(({ field, message }) => {
    // The path of a correction writes the index of a list as a name.
    const path = field.replaceAll(/\[(\d+)\]/g, '.$1');
    return made.some((each) => each.field === path) ? [{ field: `corrections.${path}`, message }] : [];
  });
}

const OF_ACCOUNT = 'is of a product that the account describes: its vendor corrects it';

/** Faults that the corrections caused: a report may break its schema elsewhere by itself. */
function brokenSchemas(
  { products, reports: before }: CorrectableRun,
  { reports: after, corrections }: CorrectedRun,
): ErrorDetail[] {
  return [...products].flatMap(([nodeId, code]) => {
    const validate = validators.get(code);
    if (validate === undefined) {
      const own = corrections.filter(({ product_code: corrected }) => corrected === code);
      return own.map(({ field }) => ({ field: `corrections.steps.${nodeId}.${field}`, message: OF_ACCOUNT }));
    }
    const known = new Set(validate(before.get(code)).map(({ field }) => field));
    const own = corrections.filter(({ product_code }) => product_code === code).map(({ field }) => `${field}.`);
    const isOwn = (field: string) => own.some((path) => `${field.replaceAll(/\[(\d+)\]/g, '.$1')}.`.startsWith(path));
    return validate(withoutMarks(after.get(code) ?? null))
      .filter(({ field }) => isOwn(field) || !known.has(field))
      .map(({ field, message }) => ({ field: `corrections.steps.${nodeId}.${field}`, message }));
  });
}
