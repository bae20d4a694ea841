import type { ConnectionLike } from '@temporalio/client';
import { pino } from 'pino';
import { CurrentVersion } from '../../../services/executor/dispatch/current-version.ts';
import { expect, test } from '../../support/jest.ts';

const VERSION = { deploymentName: 'cascade', buildId: 'two' };

/** `asked(build)`: Temporal is asked once, and says that this build is current, that none is, or (`Error`) nothing. */
function watched() {
  let response: string | null | Error = null;
  let stopping = new AbortController();
  const messages: string[] = [];
  const connection = {
    withDeadline: (_deadline: number, ask: () => Promise<unknown>) => ask(),
    workflowService: {
      describeWorkerDeployment: () => {
        // The watch ends with this question.
        stopping.abort();
        if (response instanceof Error) return Promise.reject(response);
        const currentDeploymentVersion = response === null ? null : { buildId: response };
        return Promise.resolve({ workerDeploymentInfo: { routingConfig: { currentDeploymentVersion } } });
      },
    },
  } as unknown as ConnectionLike;
  const log = pino({ level: 'info' }, { write: (line: string) => void messages.push(JSON.parse(line).msg) });
  const version = new CurrentVersion({ connection, namespace: 'default', version: VERSION, log });
  let becameCurrent = 0;
  const asked = async (build: string | null | Error): Promise<boolean> => {
    response = build;
    stopping = new AbortController();
    await version.watch(stopping.signal, () => (becameCurrent += 1));
    return version.isCurrent;
  };
  return { version, asked, messages, becameCurrent: () => becameCurrent };
}

test('a build is current only while Temporal says so', async () => {
  const { version, asked } = watched();
  expect(version.isCurrent).toBe(false);
  expect(await asked(null)).toBe(false);
  expect(await asked('one')).toBe(false);
  expect(await asked('two')).toBe(true);
  expect(await asked('three')).toBe(false);
});

test('while Temporal does not respond, the last that it said holds', async () => {
  const { asked } = watched();
  expect(await asked(new Error('unreachable'))).toBe(false);
  expect(await asked('two')).toBe(true);
  expect(await asked(new Error('unreachable'))).toBe(true);
  expect(await asked('one')).toBe(false);
  expect(await asked(new Error('unreachable'))).toBe(false);
});

test('commands that were left are looked for each time that the build becomes current, and not while it is', async () => {
  const { asked, becameCurrent } = watched();
  for (const build of ['one', 'two', 'two', new Error('unreachable'), 'two']) await asked(build);
  expect(becameCurrent()).toBe(1);
  for (const build of ['three', 'two']) await asked(build);
  expect(becameCurrent()).toBe(2);
});

test('each change is logged once', async () => {
  const { asked, messages } = watched();
  for (const build of ['one', 'one', 'two', 'two', new Error('unreachable'), new Error('unreachable')])
    await asked(build);
  expect(messages).toEqual([
    'this build is not the current version: its dispatcher claims nothing',
    'this build is the current version: its dispatcher claims commands',
    'the current version of the deployment is not known',
  ]);
});
