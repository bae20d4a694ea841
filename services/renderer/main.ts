import { once } from 'node:events';
import { VARIABLES as ALL_VARIABLES } from '../../platform/config/variables.ts';
import { runService } from '../../platform/lifecycle.ts';
import { Renderer } from './browser.ts';
import { printableScripts } from './glyphs.ts';
import { NO_FONT, renderServer } from './server.ts';

/**
 * Runs the browser, and nothing else: whoever breaks out of a document finds no database, no NATS, no secret and no way
 * to a network. Documents come from the artifacts service (server.ts).
 */
const VARIABLES = ['CHROMIUM_PATH', 'RENDER_CONCURRENCY', 'RENDERER_HOST', 'RENDERER_PORT'] as const;

refuseSecrets();

runService('renderer', VARIABLES, async ({ config, log, addReadinessCheck, onShutdown }) => {
  const renderer = await Renderer.start({
    executablePath: config.CHROMIUM_PATH,
    concurrency: config.RENDER_CONCURRENCY,
    log,
  });
  onShutdown('browser', () => renderer.close());
  addReadinessCheck('browser', () => {
    if (!renderer.isUp) throw new Error('no browser stands by');
  });
  const scripts = await printableScripts((html) => renderer.render(html));
  addReadinessCheck('fonts', () => {
    if (scripts.length === 0) throw new Error(NO_FONT);
  });
  if (scripts.length > 0) log.info({ scripts }, 'the fonts print these scripts');

  // One document waits for each that is at work.
  const server = renderServer({ renderer, scripts, capacity: 2 * config.RENDER_CONCURRENCY, log });
  server.listen(config.RENDERER_PORT, config.RENDERER_HOST);
  await once(server, 'listening');
  // Documents at work are finished.
  onShutdown('documents', async () => {
    const closed = once(server, 'close');
    server.close();
    await closed;
  });
});

/** The isolation is worth nothing if a shared list of variables brings the secrets back. */
function refuseSecrets(): void {
  const given = Object.entries(ALL_VARIABLES)
    .filter(([name, { secret }]) => secret && (process.env[name] ?? '').trim() !== '')
    .map(([name]) => name);
  if (given.length === 0) return;
  process.stderr.write(`renderer: The browser must not run beside secrets. Unset ${given.join(', ')}.\n`);
  process.exit(1);
}
