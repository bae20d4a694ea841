/**
 * jest-light-runner (0.8.2), without two faults of it.
 *
 * Its workers ask the main process for their configuration. It responds to the first request by sending the
 * configuration to every worker, and forgets all of them. A worker that has not begun to listen by then misses it, and
 * its own request gets no response. Here each worker has a channel of its own, which responds to it alone.
 */
import LightRunner from 'jest-light-runner';
import Tinypool from 'tinypool';

/** Name of the project of files that need the machine for themselves. */
export const ALONE = 'slow alone';

const run = Tinypool.prototype.run;

Tinypool.prototype.run = function (task, options) {
  const shared = options?.channel;
  return run.call(this, task, shared === undefined ? options : { ...options, channel: channelOfOneWorker(shared) });
};

/** The shared channel knows a listener only while it responds to it. */
function channelOfOneWorker(shared) {
  let listener = () => undefined;
  return {
    onMessage: (added) => (listener = added),
    postMessage: (message) => {
      shared.onMessage(listener);
      shared.postMessage(message);
    },
  };
}

/**
 * One group of test files after the other: with one worker those of a project, since all projects run in this process and
 * share one module's state, which the end of the first project throws away while another one still has it (jest failed
 * although every test had passed). Else all files, and then each of those that need the machine for themselves.
 */
export default class GroupsInTurn extends LightRunner {
  #hasOneWorker;

  constructor(globalConfig, ...more) {
    super(globalConfig, ...more);
    this.#hasOneWorker = globalConfig.maxWorkers === 1;
  }

  async runTests(tests, ...more) {
    const isAlone = ({ context }) => context.config.displayName?.name === ALONE;
    const groups = this.#hasOneWorker
      ? Map.groupBy(tests, ({ context }) => context.config).values()
      : [tests.filter((test) => !isAlone(test)), ...tests.filter(isAlone).map((test) => [test])];
    for (const group of groups) await super.runTests(group, ...more);
  }
}
