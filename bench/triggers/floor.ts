/**
 * The floor: a bare Koa that writes one row for each POST, durable, and returns its id. A process of its own.
 * Environment: DATABASE_URL. Sends `{port}` to its parent.
 */
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => undefined);
await pool.query('create table if not exists floor (id bigserial primary key, body text not null)');

const app = new Koa();
app.use(async (ctx) => {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  const { rows } = await pool.query<{ id: string }>({
    name: 'insert',
    text: 'insert into floor (body) values ($1) returning id',
    values: [Buffer.concat(chunks).toString()],
  });
  ctx.status = 202;
  ctx.body = { data: { id: Number(rows[0]?.id) } };
});
const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit(0));
