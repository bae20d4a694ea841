import { runService } from '../../platform/lifecycle.ts';
import { SUBJECTS } from '../../platform/nats/index.ts';
import { BUS_VARIABLES, connectServiceBus } from '../../platform/nats/service.ts';
import { askModel, type Model } from './model.ts';
import { answerGenerate, answerValidate, promptSlots } from './requests.ts';

const QUEUE = 'generator';

const VARIABLES = [
  ...BUS_VARIABLES,
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  'LLM_SECOND_MODEL',
  'LLM_TIMEOUT_SECONDS',
  'LLM_MAX_TOKENS',
  'GENERATOR_CONCURRENCY',
  'GENERATOR_QUEUE_LIMIT',
] as const;

runService('generator', VARIABLES, async (service) => {
  const { config, log } = service;
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: name, LLM_SECOND_MODEL: secondName = name } = config;
  if (baseUrl !== undefined && name === undefined) throw new Error('LLM_BASE_URL is set: set LLM_MODEL, too');
  const model = (url: string, called: string): Model => ({
    name: called,
    ask: askModel({
      baseUrl: url,
      apiKey: config.LLM_API_KEY ?? 'none',
      model: called,
      timeoutMs: config.LLM_TIMEOUT_SECONDS * 1_000,
      maxTokens: config.LLM_MAX_TOKENS,
    }),
  });
  const models =
    baseUrl === undefined || name === undefined
      ? null
      : { first: model(baseUrl, name), second: model(baseUrl, secondName ?? name) };
  const services = {
    log,
    slots: promptSlots({ concurrency: config.GENERATOR_CONCURRENCY, limit: config.GENERATOR_QUEUE_LIMIT }),
    models,
  };
  const bus = connectServiceBus('cascade-generator', service);
  service.addReadinessCheck('nats', () => {
    if (!bus.isUp()) throw new Error('NATS is not connected');
  });
  bus.subscribe(SUBJECTS.generate, QUEUE, async (message) =>
    message.respond(await answerGenerate(message.payload, services)),
  );
  bus.subscribe(SUBJECTS.validate, QUEUE, (message) => message.respond(answerValidate(message.payload)));
});
