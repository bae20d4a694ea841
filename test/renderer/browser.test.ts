import { afterAll, afterEach, beforeAll, describe, expect, test } from '../support/jest.ts';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeError } from '../../platform/log/errors.ts';
import type { Renderer } from '../../services/renderer/browser.ts';
import { until } from '../support/until.ts';
import { childrenOf, isAlive, pagesOf, startRenderer } from '../artifacts/support.ts';

let renderer: Renderer | undefined;
let server: Server | undefined;
afterEach(async () => {
  await renderer?.close();
  server?.close();
});

const page = (body: string, head = ''): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

async function trap(): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('x');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe('a renderer', () => {
  let renderer: Renderer;
  beforeAll(async () => {
    renderer = await startRenderer({ concurrency: 2 });
  });
  afterAll(() => renderer?.close());

  test('makes no request, whatever a page refers to', async () => {
    const { url, requests } = await trap();
    const head = `<link rel="stylesheet" href="${url}/css"><style>@import "${url}/import"; body { background: url(${url}/bg) }</style>
      <script src="${url}/js"></script><meta http-equiv="refresh" content="0;url=${url}/refresh">`;
    const body = `<p>Still here</p><img src="${url}/img"><iframe src="${url}/frame"></iframe><object data="${url}/object"></object>
      <embed src="${url}/embed"><video src="${url}/video"></video><svg><image href="${url}/svg" /></svg>`;
    await renderer.render(page(body, head)).catch(() => undefined);
    expect(await pagesOf(await renderer.render(page('<p>Next</p>')))).toEqual(['Next']);
    expect(requests).toEqual([]);
  });

  test('runs no script', async () => {
    const pdf = await renderer.render(page('<p id="a">before</p><script>a.textContent = "after"</script>'));
    expect((await pagesOf(pdf)).join()).toBe('before');
  });

  test('leaves nothing of one document in the next', async () => {
    await renderer.render(page('<p>first</p>', '<style>p { display: none }</style>'));
    expect(await pagesOf(await renderer.render(page('<p>second</p>')))).toEqual(['second']);
  });

  test('makes tagged PDFs with a title and a language', async () => {
    const pdf = await renderer.render('<!doctype html><html lang="en-US"><title>My title</title><h1>Head</h1></html>');
    const text = Buffer.from(pdf).toString('latin1');
    expect(text).toMatch(/\/MarkInfo\s*<<[^>]*\/Marked true/);
    expect(text).toMatch(/\/Lang \(en-US\)/);
    expect(text).toContain('My title');
  });

  test('renders side by side, each its own', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const pdfs = await Promise.all(names.map((name) => renderer.render(page(`<p>${name}</p>`))));
    expect(await Promise.all(pdfs.map(async (pdf) => (await pagesOf(pdf)).join()))).toEqual(names);
  });
});

test('goes on with a fresh browser after so many renders, and ends the old one', async () => {
  renderer = await startRenderer({ rendersPerBrowser: 2 });
  const [first] = childrenOf(process.pid, 'chromium');
  for (let count = 0; count < 3; count += 1) await renderer.render(page('<p>x</p>'));
  await until(() => first !== undefined && !isAlive(first));
  expect(renderer.isUp).toBe(true);
});

test('replaces a browser that was killed, with or without renders', async () => {
  renderer = await startRenderer();
  const [first] = childrenOf(process.pid, 'chromium');
  process.kill(first!, 'SIGKILL');
  await until(() => renderer!.isUp && childrenOf(process.pid, 'chromium').some((pid) => pid !== first));
  expect(await pagesOf(await renderer.render(page('<p>again</p>')))).toEqual(['again']);
});

/** The processes of the pages: below the browser's, or below one that it starts them from. */
function pagesBelow(parent: number): readonly number[] {
  return childrenOf(parent, 'chrom').flatMap((pid) => {
    const isPage = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
    return [...(isPage ? [pid] : []), ...pagesBelow(pid)];
  });
}

describe('a page whose process dies, as one does that takes too much memory,', () => {
  const killPages = (): void => {
    const pages = pagesBelow(process.pid);
    expect(pages).not.toEqual([]);
    for (const pid of pages) process.kill(pid, 'SIGKILL');
  };
  const lost = 'The browser failed while it rendered.';
  /** A render that begins before the browser has told of the death fails, too. */
  const rendersAgain = (): Promise<void> =>
    until(async () => {
      const failure = await renderer?.render(page('<p>again</p>')).then(() => null, String);
      expect(failure ?? lost).toContain(lost);
      return failure === null;
    });

  test('fails its render at once, and the next one has another', async () => {
    renderer = await startRenderer();
    const rendering = renderer.render(page('<p>x</p>'.repeat(20_000)));
    killPages();
    await expect(rendering).rejects.toThrow(lost);
    await rendersAgain();
  });

  test('while nothing is rendered on it, is replaced', async () => {
    renderer = await startRenderer();
    killPages();
    await rendersAgain();
  });
});

test('gives a render up at its deadline and goes on', async () => {
  renderer = await startRenderer({ deadlineMs: 1 });
  await expect(renderer.render(page('<p>x</p>'))).rejects.toThrow('Rendering took longer than 0.001 seconds.');
  await expect(renderer.render(page('<p>x</p>'))).rejects.toThrow('took longer');
});

test('rejects if there is no browser to start, and a log may say why', async () => {
  const started = startRenderer({ executablePath: '/nonexistent/chromium' });
  const error = await started.then(
    () => new Error('it started'),
    (reason: Error) => reason,
  );
  expect(describeError(error).message).toMatch(
    /^Chromium \(CHROMIUM_PATH: \/nonexistent\/chromium\) does not start: Browser was not found/,
  );
});
