import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { afterAll, beforeAll, describe, expect, test } from '../support/jest.ts';
import { ERROR_CODES } from '../../core/errors.ts';
import { MADE_PAGES, PAGES, pathOf } from '../../services/gateway/docs/site/contents.ts';
import { operationPath } from '../../services/gateway/docs/reference/paths.ts';
import { createSearch } from '../../services/gateway/docs/site/assets/search.js';
import { ROUTES } from '../../services/gateway/routes.ts';
import { startGateway, type TestGateway } from '../gateway/support.ts';
import { guideNames } from './support/blocks.ts';

const withoutColours = (html: string): string => html.replaceAll(/<\/?span[^>]*>/g, '');

let gateway: TestGateway;
const pages = new Map<string, string>();
beforeAll(async () => {
  gateway = await startGateway();
  const errors = Object.keys(ERROR_CODES).map((code) => `/docs/api/errors/${code}`);
  const operations = ROUTES.map(({ tag, operationId }) => operationPath(tag, operationId));
  for (const path of [...PAGES.map(pathOf), ...MADE_PAGES.map((page) => page.path), ...operations, ...errors]) {
    const response = await fetch(gateway.baseUrl + path);
    expect([path, response.status]).toEqual([path, 200]);
    pages.set(path, await response.text());
  }
});
afterAll(() => gateway.stop());

describe('the documentation site', () => {
  test('has a page for every guide', () => {
    const files = PAGES.map(({ file }) => file).filter((file) => file.startsWith('docs/guides/'));
    expect(files.toSorted()).toEqual(
      guideNames()
        .map((name) => `docs/guides/${name}.md`)
        .toSorted(),
    );
  });

  test('has links that all lead somewhere, down to the heading', async () => {
    const broken: string[] = [];
    const known = new Map<string, boolean>();
    for (const [path, html] of pages) {
      for (const [, target = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https:\/\/www\.standardwebhooks\.com/.test(target)) continue;
        const { pathname, hash, origin } = new URL(target, gateway.baseUrl + path);
        if (origin !== gateway.baseUrl) broken.push(`${path}: ${target} leads elsewhere`);
        if (!known.has(pathname)) known.set(pathname, (await fetch(gateway.baseUrl + pathname)).ok);
        const page = pages.get(pathname);
        const hasHeading = hash === '' || page === undefined || page.includes(`id="${decodeURI(hash.slice(1))}"`);
        if (known.get(pathname) !== true || !hasHeading) broken.push(`${path}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('has search entries that all lead somewhere', async () => {
    const entries = (await (await fetch(`${gateway.baseUrl}/docs/search.json`)).json()) as {
      readonly path: string;
      readonly heading: string;
    }[];
    expect(entries.length).toBeGreaterThan(200);
    for (const { path, heading } of entries) {
      const [page = '', hash = ''] = path.split('#');
      expect([path, heading !== '']).toEqual([path, true]);
      expect([path, pages.has(page)]).toEqual([path, true]);
      if (hash !== '') expect(pages.get(page)).toContain(`id="${hash}"`);
    }
  });

  test('runs no inline script, has no inline style and loads nothing from elsewhere', async () => {
    for (const [path, html] of pages) {
      expect([path, /<script(?![^>]*\ssrc=)/.test(html)]).toEqual([path, false]);
      expect([path, /\son\w+=|\sstyle=|<style/.test(html.replaceAll(/<code>[^]*?<\/code>/g, ''))]).toEqual([
        path,
        false,
      ]);
      const { headers } = await fetch(gateway.baseUrl + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test('shows on the page of each error how it is put right, by example', () => {
    for (const code of Object.keys(ERROR_CODES)) {
      const html = pages.get(`/docs/api/errors/${code}`) ?? '';
      expect([code, /data-language="bash"/.test(html), /It prints/.test(html)]).toEqual([code, true, true]);
    }
  });

  test('names the address under which callers reach it', () => {
    expect(withoutColours(pages.get('/docs') ?? '')).toContain('API=http://api.test/api/v1');
    expect([...pages].filter(([, html]) => html.includes('127.0.0.1:8080')).map(([path]) => path)).toEqual([]);
  });

  test('colours code when the page is made', () => {
    expect(pages.get('/docs')).toContain('<span class="hljs-attr">&quot;next_step&quot;</span>');
    expect(pages.get('/docs/webhooks')).toContain('<span class="hljs-keyword">import</span>');
    expect(pages.get('/docs/api/errors/not_found')).toContain('<span class="hljs-attr">');
  });

  test('has a page for each operation, with an example in three languages beside it and a form', () => {
    for (const { tag, operationId, method } of ROUTES) {
      const html = pages.get(operationPath(tag, operationId)) ?? '';
      const tabs = Array.from(html.matchAll(/data-tab="([^"]+)"/g), ([, title]) => title);
      expect([operationId, tabs]).toEqual([operationId, ['curl', 'TypeScript', 'Python']]);
      expect(html).toContain(`<form class="try" data-try data-method="${method}"`);
      expect(html).toContain('name="token" type="password" autocomplete="off"');
      // The menu has the operations of its group, and says where one is.
      expect(html).toContain(`<a href="${operationPath(tag, operationId)}" aria-current="page">`);
    }
  });

  test('draws no line over a label of a picture', () => {
    for (const [path, html] of pages) {
      for (const [, picture = ''] of html.matchAll(/<svg viewBox[^]*?<title>([^]*?)<\/svg>/g)) {
        const labels = picture.indexOf('class="label-ground"');
        if (labels !== -1) expect([path, picture.lastIndexOf('class="edge') < labels]).toEqual([path, true]);
      }
    }
  });

  test.each(['/', '/docs/'])('leads a browser from %s to its first page', async (path) => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const response = await fetch(gateway.baseUrl + path, { headers, redirect: 'manual' });
    expect([Math.floor(response.status / 100), response.headers.get('location')]).toEqual([3, '/docs']);
  });

  test('has nothing for a program at /', async () => {
    const response = await fetch(`${gateway.baseUrl}/`, { headers: { accept: 'application/json' } });
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'not_found',
    ]);
  });

  test.each([
    ['reviews', '/docs/reviews'],
    ['review', '/docs/reviews'],
    ['reveiw', '/docs/reviews'],
    ['reminder', '/docs/reviews#reminders'],
    ['remind', '/docs/reviews#reminders'],
    ['webhok', '/docs/webhooks'],
    ['batch', '/docs/batches'],
    ['letters', '/docs/letters'],
    ['lending', '/docs/lending'],
    ['idempotency keys', '/docs/errors#idempotency-keys'],
  ])('finds for %s %s first', async (words, path) => {
    const entries = (await (await fetch(`${gateway.baseUrl}/docs/search.json`)).json()) as object[];
    const [first] = createSearch(MiniSearch, stemmer, entries).search(words);
    expect(first?.path).toBe(path);
  });

  test('draws every cascade, in words too', () => {
    const html = pages.get('/docs/cascades') ?? '';
    expect(html).toContain('<svg viewBox=');
    expect(html).toContain('decide leads to pass: approve, review: approve, fail: decline');
  });

  test('sends nothing again that the browser has', async () => {
    const first = await fetch(`${gateway.baseUrl}/docs`);
    const tag = first.headers.get('etag') ?? '';
    const again = (ifNoneMatch: string) =>
      fetch(`${gateway.baseUrl}/docs`, { headers: { 'If-None-Match': ifNoneMatch, 'Cache-Control': 'max-age=0' } });
    const same = await again(tag);
    expect([same.status, await same.text()]).toEqual([304, '']);
    expect((await again('"another"')).status).toBe(200);
  });

  test.each(['/docs/nothing', '/docs/api/nothing', '/docs/api/errors/nothing'])(
    'has a page for a browser that is sent to %s',
    async (path) => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const response = await fetch(gateway.baseUrl + path, { headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(response.headers.get('vary')).toContain('Accept');
      expect(response.headers.get('cache-control') ?? '').not.toContain('max-age=300');
      const html = await response.text();
      expect(html).toContain('There is no such page');
      expect(html).toContain('href="/docs/webhooks"');
      expect(html).not.toContain('aria-current');
    },
  );

  test('the picture of the console is a picture, and Start here shows it', async () => {
    const page = await (await fetch(`${gateway.baseUrl}/docs`)).text();
    const [, path = '', alt = ''] = /<img src="([^"]+)" alt="([^"]+)"/.exec(page) ?? [];
    expect(alt).toContain('console');
    const picture = await fetch(gateway.baseUrl + path);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('needs no token, and says so plainly where there is no page', async () => {
    const response = await fetch(`${gateway.baseUrl}/docs/nothing`);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    expect([response.status, error.code, error.message]).toEqual([
      404,
      'not_found',
      'No such page. /docs lists all of them.',
    ]);
    for (const path of ['/docs/assets/..%2findex.ts', '/docs/assets/nothing.js', '/docs/..%2fREADME']) {
      expect((await fetch(gateway.baseUrl + path)).status).toBe(404);
    }
  });
});
