import { runService } from '../../platform/lifecycle.ts';
import { connectBus, SUBJECTS } from '../../platform/nats.ts';
import { answerGenerate, answerValidate } from './requests.ts';

const QUEUE = 'generator';

runService('generator', ['NATS_URL', 'NATS_SUBJECT_PREFIX'], async ({ config, log, addReadinessCheck, onShutdown }) => {
  const bus = connectBus({
    urls: config.NATS_URL,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    name: 'cascade-generator',
    log,
  });
  onShutdown('nats', () => bus.drain());
  addReadinessCheck('nats', () => {
    if (!bus.isUp()) throw new Error('NATS is not connected');
  });
  bus.subscribe(SUBJECTS.generate, QUEUE, (message) => message.respond(answerGenerate(message.payload)));
  bus.subscribe(SUBJECTS.validate, QUEUE, (message) => message.respond(answerValidate(message.payload)));
});
