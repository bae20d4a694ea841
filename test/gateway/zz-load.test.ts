import { afterAll, beforeAll, expect, test } from '../support/jest.ts';
import { SHAPES } from '../../bench/worst/largest.ts';
import { connect } from 'node:net';
import { SIMPLE } from './fixtures.ts';
import { startGateway, type Caller, type TestGateway } from './support.ts';
let gateway: TestGateway; const out: string[] = [];
beforeAll(async () => { gateway = await startGateway(); });
afterAll(async () => { await gateway?.stop(); process.stderr.write(out.join('\n') + '\n'); });
const p = (a: number[], q: number) => Math.round(a.toSorted((x, y) => x - y)[Math.min(a.length - 1, Math.floor(a.length * q))] ?? -1);
test('load', async () => {
  const heavy: Caller[] = []; const ids: number[][] = [];
  for (let i = 0; i < 2; i += 1) { const c = await gateway.caller(); heavy.push(c); const own: number[] = []; for (const { name, definition } of SHAPES) { const r = await c.api.post('/workflows', { name, definition }); if (r.status !== 201) out.push(name + ' ' + r.status + JSON.stringify(r.error)); else own.push(r.data.id); } ids.push(own); }
  const third = await gateway.caller(); const w = (await third.api.post('/workflows', { name: 's', definition: SIMPLE })).data.id;
  const sim = async () => { const t = performance.now(); const r = await third.api.post(`/workflows/${w}/simulate`, { payload: { applicant: { first_name: 'A', last_name: 'B', email: 'a@b.co' } } }); return [performance.now() - t, r.status] as const; };
  for (let i = 0; i < 3; i += 1) await sim();
  const base: number[] = []; for (let i = 0; i < 10; i += 1) base.push((await sim())[0]);
  let stop = false; const counts = new Map<string, number>();
  const hammer = heavy.flatMap((c, i) => Array.from({ length: 3 }, async (_x, k) => {
    let n = k;
    while (!stop) {
      n += 1; const id = ids[i]?.[n % (ids[i]?.length ?? 1)] ?? 0; const def = SHAPES[n % SHAPES.length]?.definition;
      const kind = ['reading', 'simulate', 'validate', 'compare', 'patch', 'hang'][n % 6] ?? '';
      const t = performance.now();
      let status = 0;
      if (kind === 'reading') status = (await c.api.get(`/workflows/${id}/reading`)).status;
      else if (kind === 'simulate') status = (await c.api.post(`/workflows/${id}/simulate`, { payload: { applicant: Object.fromEntries(Array.from({ length: 2000 }, (_, m) => [`f${m}`, 1e9])) } })).status;
      else if (kind === 'validate') status = (await c.api.post('/workflows/validate', { definition: def })).status;
      else if (kind === 'compare') status = (await c.api.get(`/workflows/${id}/reading?compare_to=1`)).status;
      else if (kind === 'patch') status = (await c.api.patch(`/workflows/${id}`, { definition: def })).status;
      else { const { hostname, port } = new URL(gateway.baseUrl); await new Promise<void>((r) => { const s = connect(Number(port), hostname, () => { s.write(`GET /api/v1/workflows/${id}/reading HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${c.token}\r\n\r\n`); setTimeout(() => { s.destroy(); r(); }, 50); }); s.on('error', () => r()); }); }
      const key = `${kind} ${status}`; counts.set(key, (counts.get(key) ?? 0) + 1); counts.set(key + ' maxms', Math.max(counts.get(key + ' maxms') ?? 0, Math.round(performance.now() - t)));
    }
  }));
  let last = performance.now(); const lag: number[] = []; const timer = setInterval(() => { const now = performance.now(); lag.push(now - last - 10); last = now; }, 10);
  const took: number[] = []; const statuses = new Map<number, number>(); const until = performance.now() + 60_000;
  const me: number[] = [];
  while (performance.now() < until) { const [ms, status] = await sim(); took.push(ms); statuses.set(status, (statuses.get(status) ?? 0) + 1); const t = performance.now(); await third.api.get('/me'); me.push(performance.now() - t); await new Promise((r) => setTimeout(r, 100)); }
  stop = true; clearInterval(timer); await Promise.all(hammer);
  out.push(`base p50 ${p(base, 0.5)} p95 ${p(base, 0.95)}; load n=${took.length} p50 ${p(took, 0.5)} p95 ${p(took, 0.95)} max ${p(took, 1)} ${JSON.stringify([...statuses])}; /me p50 ${p(me, 0.5)} p95 ${p(me, 0.95)} max ${p(me, 1)}; loop lag p99 ${p(lag, 0.99)} max ${p(lag, 1)}`);
  out.push(JSON.stringify([...counts])); expect(1).toBe(1);
}, 200_000);
