import { describe, expect, test } from '../../support/jest.ts';
import { checkTargetUrl, createOutboundClient, OutboundError, type Lookup } from '../../../platform/outbound/index.ts';
import { HOSTILE_URLS } from './support/hostile-urls.ts';

/** No address here comes from DNS: what is refused is refused by its notation. */
const noLookup: Lookup = () => Promise.reject(new Error('nothing must be resolved'));

// Rules: 14.3.2
describe('a hostile URL', () => {
  const client = createOutboundClient({
    allowPrivate: false,
    connectTimeoutMs: 1_000,
    readTimeoutMs: 1_000,
    totalTimeoutMs: 2_000,
    maxResponseBytes: 1_024,
    perOriginConnections: 1,
    lookup: noLookup,
  });

  test('is one of at least forty', () => {
    expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(40);
  });

  test.each(HOSTILE_URLS)('is refused when it is saved: %s', async (_name, url) => {
    const read = await checkTargetUrl(url, { allowPrivate: false, lookup: noLookup });

    expect(read).toEqual({ problem: expect.stringMatching(/^must /) });
  });

  test.each(HOSTILE_URLS)('is refused when it is delivered to: %s', async (_name, url) => {
    const error = await client.post(url, { headers: {}, body: '' }).catch((caught: unknown) => caught);

    expect(error).toBeInstanceOf(OutboundError);
    expect(error).toMatchObject({ reason: 'forbidden_target' });
  });
});

describe('a URL that is in order', () => {
  test.each([
    ['a name', 'https://hooks.example.com/path?x=1'],
    ['a port', 'http://hooks.example.com:8443/'],
    ['capitals', 'HTTPS://Hooks.Example.COM/'],
    ['a trailing dot', 'https://hooks.example.com./'],
    ['an international name', 'https://bücher.example.com/'],
    ['a public address', 'https://8.8.8.8/'],
    ['a public IPv6 address', 'https://[2606:4700:4700::1111]/'],
    ['an at sign in the path', 'https://hooks.example.com/@team'],
    ['an underscore in the name', 'https://my_hooks.example.com/'],
  ])('is accepted: %s', async (_name, url) => {
    const lookup: Lookup = () => Promise.resolve(['93.184.215.14', '2606:4700:4700::1111']);

    await expect(checkTargetUrl(url, { allowPrivate: false, lookup })).resolves.toHaveProperty('target');
  });
});

describe('a policy that allows private targets', () => {
  // Rules: 14.3.2
  test.each([
    'http://127.0.0.1:9000/',
    'http://localhost:9000/',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://a.local/',
    'http://receiver:9000/',
  ])('lets %s be reached', async (url) => {
    const lookup: Lookup = () => Promise.resolve(['127.0.0.1']);

    await expect(checkTargetUrl(url, { allowPrivate: true, lookup })).resolves.toHaveProperty('target');
  });

  test.each([
    'http://169.254.169.254/',
    'http://100.100.100.200/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'http://metadata.google.internal/',
    'http://user@10.1.2.3/',
    'http://[64:ff9b::a00:1]/',
  ])('still refuses %s', async (url) => {
    await expect(checkTargetUrl(url, { allowPrivate: true, lookup: noLookup })).resolves.toHaveProperty('problem');
  });
});
