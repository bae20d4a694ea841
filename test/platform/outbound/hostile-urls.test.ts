import { describe, expect, test } from '../../support/jest.ts';
import { checkTargetUrl, createOutboundClient, OutboundError, type Lookup } from '../../../platform/outbound/index.ts';

/** No address here comes from DNS: what is refused is refused by its notation. */
const noLookup: Lookup = () => Promise.reject(new Error('nothing must be resolved'));

const HOSTILE_URLS: readonly (readonly [string, string])[] = [
  ['loopback', 'http://127.0.0.1/'],
  ['loopback, another one', 'http://127.8.9.10/'],
  ['decimal', 'http://2130706433/'],
  ['octal', 'http://0177.0.0.1/'],
  ['octal with zeros in front', 'http://0000177.0.0.01/'],
  ['hexadecimal', 'http://0x7f000001/'],
  ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1/'],
  ['mixed parts', 'http://0x7f.1/'],
  ['two parts', 'http://127.1/'],
  ['a trailing dot', 'http://127.0.0.1./'],
  ['full-width digits', 'http://①②⑦.⓪.⓪.①/'],
  ['ideographic full stops', 'http://127。0。0。1/'],
  ['percent-encoded digits', 'http://%31%32%37.0.0.1/'],
  ['unspecified', 'http://0.0.0.0/'],
  ['unspecified, short', 'http://0/'],
  ['this network', 'http://0.1.2.3/'],
  ['private 10', 'https://10.0.0.1/'],
  ['private 172.16', 'https://172.16.0.1/'],
  ['private 172.31', 'https://172.31.255.255/'],
  ['private 192.168', 'https://192.168.1.1/'],
  ['shared by carriers', 'https://100.64.0.1/'],
  ['metadata of most clouds', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata in decimal', 'http://2852039166/'],
  ['metadata of containers', 'http://169.254.170.2/'],
  ['metadata of Alibaba Cloud', 'http://100.100.100.200/'],
  ['metadata of Oracle Cloud', 'http://192.0.0.192/'],
  ['platform services of Azure', 'http://168.63.129.16/'],
  ['documentation', 'http://203.0.113.7/'],
  ['benchmarks', 'http://198.18.0.1/'],
  ['multicast', 'http://224.0.0.1/'],
  ['reserved', 'http://240.0.0.1/'],
  ['broadcast', 'http://255.255.255.255/'],
  ['IPv6 loopback', 'http://[::1]/'],
  ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]/'],
  ['IPv6 unspecified', 'http://[::]/'],
  ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
  ['mapped metadata', 'http://[::ffff:a9fe:a9fe]/'],
  ['compatible loopback', 'http://[::127.0.0.1]/'],
  ['translated (RFC 2765)', 'http://[::ffff:0:127.0.0.1]/'],
  ['NAT64', 'http://[64:ff9b::7f00:1]/'],
  ['NAT64, local prefix', 'http://[64:ff9b:1::a00:1]/'],
  ['6to4', 'http://[2002:7f00:1::]/'],
  ['Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
  ['IPv6 documentation', 'http://[2001:db8::1]/'],
  ['IPv6 documentation, new', 'http://[3fff::1]/'],
  ['IPv6 discard', 'http://[100::1]/'],
  ['unique local', 'http://[fd12:3456::1]/'],
  ['IPv6 metadata', 'http://[fd00:ec2::254]/'],
  ['IPv6 link-local', 'http://[fe80::1]/'],
  ['IPv6 link-local with a zone', 'http://[fe80::1%25eth0]/'],
  ['IPv6 site-local', 'http://[fec0::1]/'],
  ['IPv6 multicast', 'http://[ff02::1]/'],
  ['segment routing', 'http://[5f00::1]/'],
  ['localhost', 'http://localhost/'],
  ['localhost in capitals', 'http://LOCALHOST/'],
  ['localhost with a trailing dot', 'http://localhost./'],
  ['localhost in circled letters', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
  ['below localhost', 'http://app.localhost:3000/'],
  ['below localhost with a trailing dot', 'http://app.localhost./'],
  ['mDNS', 'http://printer.local/'],
  ['an internal name', 'http://db.internal/'],
  ['the metadata name', 'http://metadata.google.internal/computeMetadata/v1/'],
  ['the metadata name with a trailing dot', 'http://metadata.google.internal./'],
  ['the short metadata name', 'http://metadata/'],
  ['instance-data', 'http://instance-data/'],
  ['a name without a dot', 'http://intranet/'],
  ['a name without a dot and a port', 'https://postgres:5432/'],
  ['a name with nothing but a trailing dot', 'http://intranet./'],
  ['a name without a dot in full-width letters', 'http://ｉｎｔｒａｎｅｔ/'],
  ['userinfo', 'http://user:password@hooks.example.com/'],
  ['userinfo that looks like the host', 'http://hooks.example.com@127.0.0.1/'],
  ['an empty userinfo', 'http://@hooks.example.com/'],
  ['port 0', 'http://hooks.example.com:0/'],
  ['a port too large', 'http://hooks.example.com:65536/'],
  ['another scheme', 'ftp://hooks.example.com/'],
  ['file', 'file:///etc/passwd'],
  ['gopher', 'gopher://127.0.0.1:6379/_FLUSHALL'],
  ['javascript', 'javascript:alert(1)'],
  ['data', 'data:text/plain,hello'],
  ['a unix socket', 'http+unix://%2Fvar%2Frun%2Fdocker.sock/'],
  ['no scheme', 'hooks.example.com/path'],
  ['no slashes', 'http:127.0.0.1/'],
  ['one slash', 'http:/127.0.0.1/'],
  ['three slashes', 'http:///127.0.0.1/'],
  ['backslashes', 'http:\\\\127.0.0.1\\'],
  ['a backslash before the at sign', 'http://hooks.example.com\\@127.0.0.1/'],
  ['a line break', 'http://hooks.example.com/\r\nX-Injected: 1'],
  ['a tab in the host', 'http://local\thost/'],
  ['a space in front', ' http://hooks.example.com/'],
  ['NUL', 'http://hooks.example.com\u0000.evil.test/'],
  ['no host', 'http://'],
  ['an empty label', 'http://hooks..example.com/'],
  ['five parts', 'http://1.2.3.4.5/'],
  ['the empty text', ''],
  ['a very long one', `http://hooks.example.com/${'a'.repeat(2_100)}`],
];

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
