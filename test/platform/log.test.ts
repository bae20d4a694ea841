import { describe, expect, test } from '../support/jest.ts';
import { connect } from 'node:net';
import { once } from 'node:events';
import { createLogger } from '../../platform/log/index.ts';
import type { Logger } from '../../platform/log/index.ts';

/** The output of one call of the logger. */
function written(call: (log: Logger) => void, level = 'trace'): Record<string, unknown> {
  const lines: string[] = [];
  call(createLogger('gateway', level, { write: (line) => void lines.push(line) }));
  return lines.length === 0 ? {} : (JSON.parse(lines.join('')) as Record<string, unknown>);
}

describe('log lines', () => {
  test('carry service, level by name, time and message', () => {
    expect(written((log) => log.info('started'))).toEqual({
      service: 'gateway',
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/),
      msg: 'started',
    });
  });

  test('less severe ones than the level are not written', () => {
    expect(written((log) => log.info('started'), 'warn')).toEqual({});
  });

  // Rules: 15.5.2
  test('of a child carry its request and execution', () => {
    const line = written((log) => log.child({ request_id: 'req-12345', execution_id: 7 }).info('done'));
    expect(line).toMatchObject({ request_id: 'req-12345', execution_id: 7 });
  });
});

describe('redaction', () => {
  test.each([
    'authorization',
    'Authorization',
    'token',
    'api_token',
    'secret',
    'signing_secret',
    'previousSecret',
    'password',
    'ssn',
    'applicant',
    'applicant_name',
    'payload',
    'email',
    'applicantEmail',
    'external_reference',
    'input_context',
    'step_outputs',
    'smtpUrl',
    'X-Service-Signature',
  ])('%s is censored at the top and deep down', (key) => {
    const line = written((log) =>
      log.info({ [key]: 'Planted', deep: { list: [{ [key]: { inner: 'Planted' } }] } }, 'm'),
    );
    expect(JSON.stringify(line)).not.toContain('Planted');
    expect(line[key]).toBe('[redacted]');
  });

  test('what a child carries is censored too', () => {
    expect(written((log) => log.child({ token: 'Planted' }).info('m')).token).toBe('[redacted]');
  });

  test('ids, codes and counts stay', () => {
    const fields = { execution_id: 7, code: 'not_found', tokens_claimed: 3, duration_ms: 1.5, list: ['a'], none: null };
    expect(written((log) => log.info(fields, 'm'))).toMatchObject(fields);
  });

  test('instances show their class only', () => {
    class Request {
      body = 'Planted';
    }
    expect(written((log) => log.info({ request: new Request(), bytes: Buffer.from('Planted') }, 'm'))).toMatchObject({
      request: '[Request]',
      bytes: '[Buffer]',
    });
  });

  test('a value that contains itself does not break the line', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(written((log) => log.info({ loop }, 'm')).msg).toBe('m');
  });
});

describe('errors', () => {
  test('of our own keep name, message, code and frames', () => {
    const error = Object.assign(new Error('no lease'), { code: 'lease_lost' });
    expect(written((log) => log.error({ err: error }, 'failed'))).toMatchObject({
      msg: 'failed',
      err: { name: 'Error', message: 'no lease', code: 'lease_lost', stack: expect.stringContaining('log.test.ts') },
    });
  });

  test('of a database keep the code and neither message nor fields, and the same as a cause', () => {
    const database = Object.assign(new Error('insert into "x" values (\'Planted\') - duplicate key'), {
      name: 'UniqueConstraintViolationException',
      code: '23505',
      severity: 'ERROR',
      detail: 'Key (email)=(Planted) already exists.',
      query: "insert into x values ('Planted')",
      parameters: ['Planted'],
    });
    for (const err of [database, new Error('could not save', { cause: database })]) {
      const line = JSON.stringify(written((log) => log.error({ err }, 'failed')));
      expect(line).not.toContain('Planted');
      expect(line).toContain('"code":"23505"');
      expect(line).toContain('"stack"');
    }
  });

  test('of JSON.parse do not quote what they could not read', () => {
    let failure: unknown;
    try {
      JSON.parse('Planted applicant');
    } catch (error) {
      failure = error;
    }
    expect(String(failure)).toContain('Planted');
    expect(JSON.stringify(written((log) => log.error({ err: failure }, 'failed')))).not.toContain('Planted');
  });

  test('made by a package keep no message', () => {
    const error = new Error('Planted');
    error.stack = 'Error: Planted\n    at Client.run (file:///app/node_modules/pg/lib/client.js:1:2)';
    const line = written((log) => log.error({ err: error }, 'failed'));
    expect(JSON.stringify(line)).not.toContain('Planted');
    expect(line.err).toMatchObject({ stack: '    at Client.run (file:///app/node_modules/pg/lib/client.js:1:2)' });
  });

  test('a message of several lines does not get into the stack', () => {
    const error = Object.assign(new Error('first\n    at Planted (somewhere)\nPlanted'), { severity: 'ERROR' });
    expect(JSON.stringify(written((log) => log.error({ err: error }, 'failed')))).not.toContain('Planted');
  });

  test('a message of a package is dropped if the error has no message of its own', () => {
    const error = Object.assign(new Error('Planted'), { name: 'DatabaseError', severity: 'ERROR' });
    for (const call of [(log: Logger) => log.error(error), (log: Logger) => log.error({ err: error })]) {
      const line = written(call);
      expect(JSON.stringify(line)).not.toContain('Planted');
      expect(line.msg).toBe('DatabaseError');
    }
  });

  test('of the system say which host and port', async () => {
    const socket = connect({ host: '127.0.0.1', port: 1 });
    const [error] = await once(socket, 'error').catch((reason: unknown) => [reason]);
    expect(written((log) => log.error({ err: error }, 'failed')).err).toMatchObject({
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED 127.0.0.1:1',
    });
  });

  test('a circle of causes ends', () => {
    const error: Error = new Error('one');
    error.cause = new Error('two', { cause: error });
    expect(JSON.stringify(written((log) => log.error({ err: error }, 'failed'))).match(/"cause"/g)).toHaveLength(5);
  });
});
