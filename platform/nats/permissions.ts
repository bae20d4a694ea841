import { SUBJECTS } from './subjects.ts';

/**
 * Who of NATS may say and hear what: a user for each service that is connected. A subject on no list is refused. A
 * service that is taken over can therefore neither read prompts, nor pose as the generator, nor ask for anything that
 * it does not need.
 *
 * `npm run nats:config` prints it as a configuration of the server; docs/runbook/deploy.md says what to do with it.
 */
interface Permissions {
  readonly publish: readonly string[];
  /** A queue after a blank: it may subscribe in this queue alone, so that it takes no copy of everything. */
  readonly subscribe: readonly string[];
  /** May publish to the reply subjects of messages that it gets, and only to those. */
  readonly responds?: boolean;
}

export const BUS_USERS = ['gateway', 'executor', 'webhooks', 'artifacts', 'generator'] as const;
export type BusUser = (typeof BUS_USERS)[number];

/** Below the installation's prefix, as SUBJECTS are. */
const PERMISSIONS: Readonly<Record<BusUser, Permissions>> = {
  gateway: {
    publish: [
      SUBJECTS.commandsReady,
      SUBJECTS.deliveriesReady,
      SUBJECTS.artifactsReady,
      SUBJECTS.executionsSettled,
      SUBJECTS.vendorsCalled,
      SUBJECTS.generate,
    ],
    // The replies of the generator.
    subscribe: [SUBJECTS.executionsSettled, `${SUBJECTS.inbox}.>`],
  },
  executor: {
    publish: [SUBJECTS.commandsReady, SUBJECTS.deliveriesReady, SUBJECTS.artifactsReady, SUBJECTS.executionsSettled],
    subscribe: [`${SUBJECTS.commandsReady} executor`, `${SUBJECTS.vendorsCalled} executor`],
  },
  webhooks: { publish: [], subscribe: [`${SUBJECTS.deliveriesReady} webhooks`] },
  artifacts: {
    publish: [SUBJECTS.artifactDone('*'), SUBJECTS.commandsReady],
    subscribe: [`${SUBJECTS.artifactsReady} artifacts`],
  },
  generator: {
    publish: [],
    subscribe: [`${SUBJECTS.generate} generator`, `${SUBJECTS.validate} generator`],
    responds: true,
  },
};

/** A reply, and before it a heartbeat each second for as long as GENERATE_TIMEOUT_SECONDS may be. */
const MOST_RESPONSES = 1_000;
const RESPONSES_EXPIRE = '15m';

/**
 * The part `authorization` of a server's configuration file. `passwordOf` returns a quoted string or a `$VARIABLE` of the
 * server's environment; `prefix` is NATS_SUBJECT_PREFIX. `others` are users without limits.
 */
export function natsAuthorization(
  prefix: string,
  passwordOf: (user: BusUser) => string,
  others: readonly string[] = [],
): string {
  const users = BUS_USERS.map((user) => {
    const { publish, subscribe, responds = false } = PERMISSIONS[user];
    const response = responds
      ? `\n        allow_responses: { max: ${MOST_RESPONSES}, expires: "${RESPONSES_EXPIRE}" }`
      : '';
    return `    {
      user: ${user}
      password: ${passwordOf(user)}
      permissions: {
        publish: ${listOf(prefix, publish)}
        subscribe: ${listOf(prefix, subscribe)}${response}
      }
    }`;
  });
  return `authorization {\n  users: [\n${[...users, ...others.map((user) => `    ${user}`)].join('\n')}\n  ]\n}\n`;
}

/** An empty list of allowed subjects would allow all. */
function listOf(prefix: string, subjects: readonly string[]): string {
  if (subjects.length === 0) return '{ deny: ">" }';
  const quoted = subjects.map((subject) => `          "${prefix}.${subject}"`);
  return `{\n        allow: [\n${quoted.join('\n')}\n        ]\n        }`;
}
