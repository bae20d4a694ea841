/**
 * jest-light-runner (0.8.2), without two faults of it.
 *
 * Its workers ask the main process for their configuration. It responds to the first request by sending the
 * configuration to every worker, and forgets all of them. A worker that has not begun to listen by then misses it, and
 * its own request gets no response. Here each worker has a channel of its own, which responds to it alone.
 */
import LightRunner from 'jest-light-runner';
import Tinypool from 'tinypool';

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
 * With one worker all projects run in this process and share one module's state, which the end of the first project
 * throws away while another one still has it: jest failed although every test had passed. So one project after another.
 */
export default class OneProjectAtATime extends LightRunner {
  #isAlone;

  constructor(globalConfig, ...more) {
    super(globalConfig, ...more);
    this.#isAlone = globalConfig.maxWorkers === 1;
  }

  async runTests(tests, ...more) {
    if (!this.#isAlone) return super.runTests(tests, ...more);
    for (const ofProject of Map.groupBy(tests, ({ context }) => context.config).values()) {
      await super.runTests(ofProject, ...more);
    }
  }
}
