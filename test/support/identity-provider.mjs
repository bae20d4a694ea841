// A real OpenID Connect provider as a process of its own: `identity-provider.mjs REDIRECT_URI`, or with `ISSUER KEY CERT`
// (PEM files) behind it by https at the issuer's address. Prints its address; POST /rotate gives it other keys, /says other
// claims, and /twice?part=claims lets it say something twice from then on.
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { json } from 'node:stream/consumers';
import Provider from 'oidc-provider';

const [redirectUri, ownIssuer, keyFile, certFile] = process.argv.slice(2);
const GROUPS = {
  robin: ['staff', 'cascade-reviewers'],
  alex: ['cascade-authors', 'cascade-publishers'],
  nobody: ['staff'],
};
/** By person: what is said of them in place of the usual. */
const SAID = new Map();
let serial = 0;
let signingKey;
/** What has a key twice: the `claims` or the `header` of ID tokens, the `token` response, the set of `keys`. */
let twice = 'nothing';

function newProvider(issuer) {
  serial += 1;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  signingKey = privateKey;
  const key = { ...privateKey.export({ format: 'jwk' }), kid: `key-${serial}`, alg: 'RS256', use: 'sig' };
  return new Provider(issuer, {
    clients: [{ client_id: 'cascade', client_secret: 'a-secret-of-the-client', redirect_uris: [redirectUri] }],
    jwks: { keys: [key] },
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: (use) => ({
        ...{ sub: id, name: id.toUpperCase(), groups: GROUPS[id] ?? [] },
        ...(SAID.get(id)?.[use] ?? { email: `${id}@example.com`, email_verified: true }),
      }),
    }),
  });
}

const repeated = (json, key, value) => json.replace('{', `{${key}:${JSON.stringify(value)},`);

/** A token with another header and other claims, and a signature that holds. */
function signedAnew(token) {
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const parts = [
    twice === 'header' ? repeated(header, '"alg"', 'RS256') : header,
    twice === 'claims' ? repeated(claims, '"gr\\u006fups"', GROUPS.alex) : claims,
  ].map((part) => Buffer.from(part).toString('base64url'));
  const signature = sign('RSA-SHA256', Buffer.from(parts.join('.')), signingKey);
  return [...parts, signature.toString('base64url')].join('.');
}

function altered(path, body) {
  if (path === '/jwks' && twice === 'keys') return repeated(body, '"keys"', []);
  if (path !== '/token' || twice === 'nothing') return body;
  if (twice === 'token') return repeated(body, '"id_token"', 'x');
  const answer = JSON.parse(body);
  return JSON.stringify({ ...answer, id_token: signedAnew(answer.id_token) });
}

function alterTheEnd(request, response) {
  const end = response.end.bind(response);
  response.end = (body) => {
    if (typeof body !== 'string') return end(body);
    const sent = altered(request.url, body);
    response.setHeader('content-length', Buffer.byteLength(sent));
    return end(sent);
  };
}

let handle;
let subjectOfUserinfo;
const answer = async (request, response) => {
  if (request.url === '/rotate') {
    handle = newProvider(issuer()).callback();
    response.end();
  } else if (request.url.startsWith('/twice')) {
    twice = new URL(request.url, issuer()).searchParams.get('part');
    response.end();
  } else if (request.url === '/says') {
    const { person, claims } = await json(request);
    SAID.set(person, claims);
    subjectOfUserinfo = claims.userinfo_sub;
    response.end();
  } else if (request.url === '/me' && subjectOfUserinfo !== undefined) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ sub: subjectOfUserinfo, email: 'ada@example.com', email_verified: true }));
  } else {
    alterTheEnd(request, response);
    handle(request, response);
  }
};
const server =
  ownIssuer === undefined
    ? createServer(answer)
    : createTlsServer({ key: readFileSync(keyFile), cert: readFileSync(certFile) }, answer);
const issuer = () => ownIssuer ?? `http://127.0.0.1:${server.address().port}`;
const { hostname, port } = new URL(ownIssuer ?? 'http://127.0.0.1:0');
server.listen(Number(port || 443), hostname, () => {
  handle = newProvider(issuer()).callback();
  process.stdout.write(`${issuer()}\n`);
});
// Whoever started it has gone. In the cluster the namespace ends it.
if (ownIssuer === undefined) process.stdin.on('end', () => process.exit(0)).resume();
