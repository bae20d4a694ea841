/**
 * Exports of a batch: megabytes a second of the ZIP of its notices. The floor is archiver over files in memory behind a
 * bare HTTP server, in one run, in turns. Also how far the gateway's peak memory is above its idle memory, at 50 and at
 * 500 rows, for each export and for a client that stops reading for a while.
 *
 *   npm run bench:exports [-- rounds, default 31]
 *
 * Linux only: peak memory is read from /proc.
 */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchNats } from '../../dev/servers/nats.ts';
import { freePort } from '../../dev/servers/ports.ts';
import { launchPostgres } from '../../dev/servers/postgres.ts';
import { findTool, NATS } from '../../dev/servers/tools.ts';
import { endWatchdog } from '../../dev/servers/watchdog.ts';
import { startService } from '../../dev/stack/services.ts';
import { openDatabase } from '../../platform/database/index.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { quantile } from '../support/figures.ts';
import { seed } from '../support/seed.ts';
import { DEFINITION, NOTICE_BYTES, seedBatch } from './batch.ts';

const ROUNDS = Number(process.argv[2] ?? 31);
const SIZES = [50, 500] as const;
const EXPORTS = ['exports.csv', 'exports.zip', 'adverse_action_notices.zip'] as const;
const MEGABYTE = 1024 * 1024;
const PAUSE_MS = 3_000;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Reads a response to its end and keeps nothing. With `pauseMs` it stops in the middle for so long. */
async function download(url: string, token: string, pauseMs = 0): Promise<{ bytes: number; seconds: number }> {
  const startedAt = performance.now();
  const sent = request(url, { headers: { authorization: `Bearer ${token}` } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  let bytes = 0;
  let isPaused = false;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (pauseMs === 0 || isPaused) return;
    isPaused = true;
    response.pause();
    setTimeout(() => response.resume(), pauseMs);
  });
  await once(response, 'end');
  return { bytes, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Megabytes of memory: now, and the most since the last reset. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 };
}
const resetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5');

const folder = await mkdtemp(join(tmpdir(), 'cascade-bench-'));
await chmod(folder, 0o755);
const postgres = await launchPostgres({ folder: join(folder, 'pg'), logFile: join(folder, 'pg.log'), durable: true });
const nats = await launchNats({ binary: await findTool(NATS, say), logFile: join(folder, 'nats.log') });
const url = postgres.databaseUrl('postgres');
const db = openDatabase({ url, poolMax: 2 });
await migrate(db);
const seeded = await seed(db, DEFINITION);
const batchIds = new Map<number, number>();
for (const rows of SIZES) batchIds.set(rows, await seedBatch(db, seeded, rows));
const port = await freePort();
const startGateway = async () =>
  startService({
    service: 'gateway',
    opsPort: await freePort(),
    logFile: join(folder, 'gateway.log'),
    env: {
      ...process.env,
      DATABASE_URL: url,
      NATS_URL: nats.url,
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
      RATE_LIMIT_IP_PER_MINUTE: '100000000',
      RATE_LIMIT_TOKEN_PER_HOUR: '100000000',
      RATE_LIMIT_APP_PER_5_MINUTES: '100000000',
    },
  });
const address = (rows: number, file: string) => `http://127.0.0.1:${port}/api/v1/batches/${batchIds.get(rows)}/${file}`;
const floor = fork(fileURLToPath(new URL('./floor.ts', import.meta.url)), [String(NOTICE_BYTES)]);
const [{ port: floorPort }] = (await once(floor, 'message')) as [{ port: number }];

try {
  const gateway = await startGateway();
  const [most = 500] = [...SIZES].reverse();
  const rounds: Record<'floor' | 'ours', number[]> = { floor: [], ours: [] };
  // The first round does not count: processes compile their code.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bare = await download(`http://127.0.0.1:${floorPort}/${most}`, '');
    const notices = await download(address(most, 'adverse_action_notices.zip'), seeded.token);
    if (notices.bytes < most * NOTICE_BYTES) throw new Error('notices are missing');
    if (round === 0) continue;
    rounds.floor.push(bare.bytes / MEGABYTE / bare.seconds);
    rounds.ours.push(notices.bytes / MEGABYTE / notices.seconds);
  }
  await gateway.stop();
  const [low, high] = [quantile(rounds.floor, 0.5), quantile(rounds.ours, 0.5)];
  print(`${most} files of ${NOTICE_BYTES / 1_000} KB by archiver from memory: ${low.toFixed(0)} MB/s`);
  print(
    `${most} notices of ${NOTICE_BYTES / 1_000} KB of a batch: ${high.toFixed(0)} MB/s, ratio ${(high / low).toFixed(2)}`,
  );

  for (const file of EXPORTS) {
    for (const pauseMs of [0, PAUSE_MS]) {
      const growth: string[] = [];
      for (const rows of SIZES) {
        // Memory that an earlier export took may not have been given back.
        const fresh = await startGateway();
        await download(`http://127.0.0.1:${port}/api/v1/batches`, seeded.token);
        await sleep(1_000);
        await resetPeak(fresh.pid);
        const { now: idle } = await memoryOf(fresh.pid);
        const { bytes } = await download(address(rows, file), seeded.token, pauseMs);
        const { peak } = await memoryOf(fresh.pid);
        growth.push(`${rows} rows (${(bytes / MEGABYTE).toFixed(1)} MB): ${(peak - idle).toFixed(0)} MB`);
        await fresh.stop();
      }
      print(
        `peak memory above idle, ${file}${pauseMs > 0 ? ', the client stops in the middle' : ''}: ${growth.join('; ')}`,
      );
    }
  }
} finally {
  floor.disconnect();
  await db.close();
  await Promise.all([nats.stop(), postgres.stop()]);
  await endWatchdog();
  await rm(folder, { recursive: true, force: true });
}
