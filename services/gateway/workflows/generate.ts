import { productsNow, readProducts, type StoredProduct } from '../../../platform/database/products.ts';
import { AppError, type ErrorDetail } from '../../../core/errors.ts';
import type { CascadeDefinition } from '../../../core/cascade/registry.ts';
import { validateDefinition, type Validation } from '../../../core/cascade/validate.ts';
import { asJsonObject, isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { readDictionary, type StoredDictionary } from '../../../platform/database/fields.ts';
import { readNoticeSettings } from '../../../platform/database/notice-parties.ts';
import { BusError, SUBJECTS, type Bus } from '../../../platform/nats/index.ts';
import { bodySchema, defineRoute, type Accepted } from '../http/route.ts';
import { warningsOf } from './definition.ts';
import { requireReadableIdentifiers } from './identifiers.ts';
import { readUnlawful } from './live-notices.ts';
import { auditedWorkflow, insertWorkflow, presentWorkflowDetail } from './records.ts';
import { GENERATED, GENERATION_EXAMPLE, PREVIEW } from './generation-schemas.ts';
import { DEFINITION_EXAMPLE, WORKFLOW_DETAIL_EXAMPLE } from './schemas.ts';

const GENERATED_DRAFT =
  'Saved as a draft: a generated cascade decides nobody in live mode until a person has read and activated it.';
const DEFAULT_USE_CASE = 'tenant_screening';
/** Time to save the generated cascade. */
const LEASE_MARGIN_MS = 30_000;
/**
 * A generator sends a heartbeat every second. One that sends none for this long is presumed dead, and another replica
 * is asked. Compiling a prompt twice does no harm, because only this service saves anything.
 */
const WATCH = { silenceMs: 5_000, attempts: 3 };

const GENERATE_BODY = bodySchema({
  type: 'object',
  properties: {
    prompt: {
      type: 'string',
      minLength: 1,
      maxLength: 5_000,
      pattern: '\\S',
      description: 'The policy, in plain language.',
    },
    name: {
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 200,
      description: 'In place of the generated name.',
    },
    use_case: { type: ['string', 'null'], maxLength: 100, default: DEFAULT_USE_CASE, description: 'A label.' },
    create: { type: ['boolean', 'null'], default: true, description: 'False: a preview, and nothing is saved.' },
  },
  required: ['prompt'],
});

/** Makes a cascade from a policy in plain language. Source: semantics 2.6. */
export const generateWorkflow = defineRoute({
  method: 'POST',
  path: '/workflows/generate',
  operationId: 'generateWorkflow',
  tag: 'Workflows',
  scope: 'workflows:write',
  summary: 'Generate a cascade',
  description:
    'Makes a cascade from a policy in plain language. It is saved as a draft until a user activates it; with ' +
    '`create: false` nothing is saved and the reply is a preview. Words in a rule that are not understood are an error ' +
    'that quotes them; words elsewhere are listed in `unrecognized`.',
  body: {
    schema: GENERATE_BODY,
    example: { prompt: 'Approve if the credit score is at least 680, review from 600 to 679, otherwise deny.' },
  },
  reply: {
    kind: 'item',
    status: 201,
    description: 'The cascade that was saved.',
    schema: GENERATED,
    example: { ...WORKFLOW_DETAIL_EXAMPLE, active: false, note: GENERATED_DRAFT, generation: GENERATION_EXAMPLE },
    preview: {
      description: 'The preview, with `create: false`.',
      schema: PREVIEW,
      example: {
        object: 'cascade_generation',
        definition: DEFINITION_EXAMPLE,
        valid: true,
        ...GENERATION_EXAMPLE,
        definition_warnings: [],
      },
    },
  },
  errors: ['generation_failed', 'service_unavailable'],
  audit: { action: 'workflow.created', subject: 'workflow' },
  handler: async ({ audit, auth, body, bus, idempotency, db, generateTimeoutMs, requestId, answerPreview }) => {
    const useCase = body.use_case ?? DEFAULT_USE_CASE;
    const generated = async () => {
      const { default_purpose: defaultPurpose } = await readNoticeSettings(db.kysely, auth.accountId);
      const dictionary = await readDictionary(db.kysely, auth.accountId);
      const products = await readProducts(db.kysely, auth.accountId);
      return ask(
        bus,
        { ...body, use_case: useCase },
        { accountId: auth.accountId, dictionary, products, defaultPurpose, timeoutMs: generateTimeoutMs, requestId },
      );
    };
    // The reply came over the bus, so it is checked again.
    const check = async (sent: Json | undefined): Promise<Validation> => {
      const products = await productsNow(db.kysely, auth.accountId, sent);
      const validation = validateDefinition(sent ?? null, 'definition', { products });
      const { definition } = validation;
      if (definition === null) return validation;
      const details = await readUnlawful(db.kysely, auth, { definition, useCase });
      return { details, total: details.length, definition: details.length === 0 ? definition : null };
    };
    if (body.create === false) {
      answerPreview();
      return preview(await generated(), {
        check,
        warn: (definition) => warningsOf(db.kysely, auth, definition, useCase),
      });
    }
    const prepare = async () => {
      const { definition: sent, ok, errors, ...generation } = await generated();
      const { definition, ...findings } = await check(sent);
      if (ok !== true || definition === null) {
        throw new AppError('generation_failed', ok === true ? findings : { details: detailsOf(errors) });
      }
      return { definition, generation };
    };
    return idempotency.prepared(
      prepare,
      async (trx, { definition, generation }) => {
        await requireReadableIdentifiers(trx, auth, definition);
        const workflow = await insertWorkflow(trx, auth, {
          name: typeof generation.name === 'string' ? generation.name : 'Generated policy',
          definition,
          useCase,
          triggerType: 'manual',
          active: false,
          note: null,
        });
        await audit(trx, { id: workflow.id, detail: { new: auditedWorkflow(workflow), generated: true } });
        return { ...(await presentWorkflowDetail(trx, workflow, GENERATED_DRAFT)), generation };
      },
      { leaseMs: generateTimeoutMs + LEASE_MARGIN_MS },
    );
  },
});

async function preview(
  { definition, ok, errors, ...generation }: JsonObject,
  {
    check,
    warn,
  }: {
    readonly check: (definition: Json | undefined) => Promise<Validation>;
    readonly warn: (definition: CascadeDefinition) => Promise<JsonObject[]>;
  },
): Promise<JsonObject> {
  const findings = await check(ok === true ? definition : []);
  const accepted = ok === true ? findings.definition : null;
  const failures = ok === true ? findings.details : detailsOf(errors);
  return {
    object: 'cascade_generation',
    definition: definition ?? [],
    valid: accepted !== null,
    warnings: [],
    unrecognized: [],
    ...generation,
    definition_warnings: accepted === null ? [] : await warn(accepted),
    ...(accepted !== null ? {} : { errors: failures.map(({ field, message }) => ({ field, message })) }),
  };
}

/**
 * Asks the generator. Throws `service_unavailable` if no generator replies in time, and the BusError of one that
 * failed.
 */
async function ask(
  bus: Pick<Bus, 'request'>,
  body: Accepted<typeof GENERATE_BODY>,
  {
    accountId,
    dictionary,
    products,
    defaultPurpose,
    timeoutMs,
    requestId,
  }: {
    accountId: number;
    dictionary: StoredDictionary;
    products: readonly StoredProduct[];
    defaultPurpose: string | null;
    timeoutMs: number;
    requestId: string;
  },
): Promise<JsonObject> {
  const payload: JsonObject = {
    prompt: body.prompt,
    use_case: body.use_case ?? DEFAULT_USE_CASE,
    default_purpose: defaultPurpose,
    timeout_ms: timeoutMs,
    account_id: accountId,
    dictionary: { version: dictionary.version, fields: asJsonObject(dictionary.fields) },
    products: named(products),
    ...(typeof body.name === 'string' ? { name: body.name } : {}),
  };
  let reply: Json;
  try {
    reply = await bus.request(SUBJECTS.generate, payload, timeoutMs, { requestId, watch: WATCH });
  } catch (error) {
    // A prompt that made one generator fail would make others fail, too: a 500, and no retry.
    if (!(error instanceof BusError) || error.code === 'failed') throw error;
    throw new AppError('service_unavailable', {
      message: 'The generator cannot be reached. Nothing was saved.',
      cause: error,
    });
  }
  if (!isJsonObject(reply)) throw new Error('the generator replied with no object');
  if (reply.ok === true && isJsonObject(reply.generation)) return reply.generation;
  if (reply.code === 'validation_failed')
    throw new AppError('validation_failed', { details: detailsOf(reply.details) });
  const message = typeof reply.message === 'string' ? `${reply.message} Nothing was saved.` : undefined;
  throw new AppError('service_unavailable', message === undefined ? {} : { message });
}

/** A message of NATS holds 1 MiB, so the largest descriptions are left out and policies cannot name their fields. */
const MOST_PRODUCT_BYTES = 524_288;

/** The parts of products that a policy may name. The generator does not need to know how vendors are called. */
function named(products: readonly StoredProduct[]): JsonObject[] {
  const described = products.map(({ version, product: { code, name, schema, test_values } }) => {
    const values = test_values === undefined ? {} : { test_values };
    return asJsonObject({ version, product: { code, name, schema, request: { kind: 'cascade' }, ...values } });
  });
  let left = MOST_PRODUCT_BYTES;
  return described
    .map((product) => ({ product, bytes: Buffer.byteLength(JSON.stringify(product)) }))
    .toSorted((one, other) => one.bytes - other.bytes)
    .flatMap(({ product, bytes }) => {
      left -= bytes;
      return left < 0 ? [] : [product];
    });
}

function detailsOf(details: Json | undefined): ErrorDetail[] {
  return (Array.isArray(details) ? details : []).flatMap((detail) =>
    isJsonObject(detail) && typeof detail.field === 'string' && typeof detail.message === 'string'
      ? [{ field: detail.field, message: detail.message }]
      : [],
  );
}
