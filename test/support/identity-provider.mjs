// A real OpenID Connect provider as a process of its own. Prints its address; POST /rotate gives it other keys.
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const [redirectUri] = process.argv.slice(2);
const GROUPS = {
  robin: ['staff', 'cascade-reviewers'],
  alex: ['cascade-authors', 'cascade-publishers'],
  nobody: ['staff'],
};
let serial = 0;

function newProvider(issuer) {
  serial += 1;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: `key-${serial}`, alg: 'RS256', use: 'sig' };
  return new Provider(issuer, {
    clients: [{ client_id: 'cascade', client_secret: 'a-secret-of-the-client', redirect_uris: [redirectUri] }],
    jwks: { keys: [key] },
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: id.toUpperCase(), email: `${id}@example.com`, groups: GROUPS[id] ?? [] }),
    }),
  });
}

let handle;
const server = createServer((request, response) => {
  if (request.url === '/rotate') {
    handle = newProvider(issuer()).callback();
    response.end();
  } else handle(request, response);
});
const issuer = () => `http://127.0.0.1:${server.address().port}`;
server.listen(0, '127.0.0.1', () => {
  handle = newProvider(issuer()).callback();
  process.stdout.write(`${issuer()}\n`);
});
// Whoever started it has gone.
process.stdin.on('end', () => process.exit(0)).resume();
