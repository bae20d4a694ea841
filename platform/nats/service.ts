import type { Service } from '../lifecycle.ts';
import { connectBus, type Bus } from './index.ts';

/** The settings that `connectServiceBus` reads. */
export const BUS_VARIABLES = ['NATS_URL', 'NATS_SUBJECT_PREFIX', 'NATS_CREDENTIALS_PATH', 'TLS_CA_PATH'] as const;

/** The bus of a service, drained at its shutdown. */
export function connectServiceBus(
  name: string,
  { config, log, onShutdown }: Pick<Service<(typeof BUS_VARIABLES)[number]>, 'config' | 'log' | 'onShutdown'>,
): Bus {
  const bus = connectBus({
    urls: config.NATS_URL,
    credentials: config.NATS_CREDENTIALS_PATH,
    ca: config.TLS_CA_PATH,
    subjectPrefix: config.NATS_SUBJECT_PREFIX,
    name,
    log,
  });
  onShutdown('nats', () => bus.drain());
  return bus;
}
