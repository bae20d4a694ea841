import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { InternalConnectionOptionsSymbol, type InternalConnectionOptions } from '@temporalio/client/lib/connection.js';
import { cacheFolder } from '../../dev/servers/cache.ts';
import { withLock } from '../../dev/servers/lock.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launch, waitUntilReady } from '../../dev/servers/process.ts';
import { run } from '../../dev/servers/run.ts';
import { findOnPath } from '../../dev/servers/tools.ts';

const VERSION = '1.38.0';
const MAVEN_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

/** Temporal's test server: the clock of its workflows is moved by the test. */
export interface TimeSkippingTemporal {
  readonly address: string;
  /** In milliseconds since the epoch. */
  now(): Promise<number>;
  /** Moves the clock to that time. Timers fire in order, and the clock stops while their workflows work. */
  moveTo(time: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The missing tool for the server on this machine, in words for the person who runs the tests; null if nothing is
 * missing.
 */
export async function missingForTimeSkipping(): Promise<string | null> {
  const needed = existsSync(libraryFolder()) ? ['java'] : ['java', 'mvn'];
  for (const program of needed) {
    if ((await findOnPath(program)) === undefined) {
      return `Temporal's time-skipping test server needs Java 17 and Maven: "${program}" is not on PATH`;
    }
  }
  return null;
}

/**
 * Starts the server; its first start on a machine fetches it from Maven's repository. Its clock runs at the usual speed
 * and only `moveTo` moves it. Otherwise it would run to the execution timeout while a run waits for a poke.
 */
export async function startTimeSkippingTemporal(): Promise<TimeSkippingTemporal> {
  const library = await fetchServer();
  const folder = await mkdtemp(join(tmpdir(), 'cascade-time-skipping-'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const server = await launch({
    name: "Temporal's test server",
    command: 'java',
    args: [
      ...['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx256m'],
      ...['-cp', join(library, '*'), 'io.temporal.testserver.TestServer', String(port)],
    ],
    logFile: join(folder, 'server.log'),
  });
  await waitUntilReady(server, () => answers(address), 120_000);
  const options: InternalConnectionOptions = {
    address,
    [InternalConnectionOptionsSymbol]: { supportsTestService: true },
  };
  const connection = await Connection.connect(options);
  const { testService } = connection;
  if (testService === undefined) throw new Error('the connection has no test service');
  const now = async () => {
    const { time } = await testService.getCurrentTime({});
    return Number(time?.seconds) * 1_000 + Math.floor((time?.nanos ?? 0) / 1_000_000);
  };
  return {
    address,
    now,
    moveTo: async (time) => {
      const duration = time - (await now());
      if (duration <= 0) return;
      const seconds = Math.floor(duration / 1_000);
      const nanos = (duration % 1_000) * 1_000_000;
      // `seconds` is a 64-bit integer, for which the client accepts a number.
      await testService.unlockTimeSkippingWithSleep({ duration: { seconds: seconds as never, nanos } });
    },
    stop: async () => {
      await connection.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(address: string): Promise<boolean> {
  try {
    const connection = await Connection.connect({ address, connectTimeout: 2_000 });
    await connection.close();
    return true;
  } catch {
    return false;
  }
}

function libraryFolder(): string {
  return join(cacheFolder(), `temporal-test-server-${VERSION}`);
}

/** The folder of the server's jar files. One process at a time fetches them, and a rename puts them into the cache. */
async function fetchServer(): Promise<string> {
  const place = libraryFolder();
  if (existsSync(place)) return place;
  await mkdir(cacheFolder(), { recursive: true });
  return withLock(
    `${place}.lock`,
    () => undefined,
    async () => {
      if (existsSync(place)) return place;
      const draft = await mkdtemp(join(cacheFolder(), '.temporal-test-server-'));
      try {
        await writeFile(join(draft, 'pom.xml'), POM);
        const jars = join(draft, 'lib');
        const goal = [`${MAVEN_PLUGIN}:copy-dependencies`, '-DincludeScope=runtime', `-DoutputDirectory=${jars}`];
        await run('mvn', ['-q', '-B', ...goal], { cwd: draft, timeoutMs: 300_000 });
        if ((await readdir(jars)).length === 0) throw new Error('Maven has fetched no files of the test server');
        await rename(jars, place);
        return place;
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  );
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>cascade</groupId>
  <artifactId>test-server</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;
