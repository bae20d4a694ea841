import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../platform/thrown.ts';

/**
 * `npm run images:pin`: asks the registries for the digests of the images that Dockerfile and docker-compose.yml name by
 * tag, and with `--write` adds them: a tag can be moved, a digest cannot. All or none: where a registry cannot be reached,
 * or sends something else than what it names, nothing is written. Source: OCI Distribution Specification 1.1, "Pulling
 * manifests"; Distribution, "Token Authentication".
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = ['Dockerfile', 'docker-compose.yml'];

export interface ImageReference {
  /** The image as it is written, without a digest. */
  readonly text: string;
  /** Host of the registry, which may have a port. */
  readonly registry: string;
  readonly repository: string;
  readonly tag: string;
}

/** A list for all platforms goes first: its digest is right on each of them. */
const MANIFESTS = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
];
const TIMEOUT_MS = 30_000;
const MOST_BYTES = 4 * 1024 * 1024;
const DOCKER_HUB = 'registry-1.docker.io';

/** `postgres:18.4` is `library/postgres` of Docker Hub; a first part with a dot or a port is a registry. */
export function parseImage(text: string): ImageReference {
  const [, name = '', tag] = /^([^@]+?):([\w][\w.-]{0,127})(?:@.*)?$/.exec(text) ?? [];
  if (tag === undefined) throw new Error(`${text} has no tag`);
  const [first = '', ...rest] = name.split('/');
  const hasRegistry = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  const registry = hasRegistry ? first : DOCKER_HUB;
  const path = hasRegistry ? rest.join('/') : name;
  const isOfficial = registry === DOCKER_HUB && !path.includes('/');
  return { text: `${name}:${tag}`, registry, repository: isOfficial ? `library/${path}` : path, tag };
}

/** Images of others that a file names, ours (`build:`) and stages excepted. */
export function imagesIn(content: string): readonly string[] {
  const stages = new Set([...content.matchAll(/^FROM \S+ AS (\S+)/gim)].map(([, stage]) => stage));
  const named = [...content.matchAll(/^(?:FROM|\s+image:) +(\S+)/gim)].map(([, image]) => image ?? '');
  return [...new Set(named)].filter((image) => !stages.has(image) && !/^cascade(-renderer)?:/.test(image));
}

/** The digest that the registry gives, compared with what it sends. `addressOf` says where a registry is. */
export async function resolveDigest(
  image: ImageReference,
  addressOf: (registry: string) => string = (registry) => `https://${registry}`,
): Promise<string> {
  const url = `${addressOf(image.registry)}/v2/${image.repository}/manifests/${image.tag}`;
  const headers = { Accept: MANIFESTS.join(', ') };
  let response = await get(url, headers);
  if (response.status === 401) {
    await response.body?.cancel();
    const token = await anonymousToken(response.headers.get('www-authenticate') ?? '');
    response = await get(url, { ...headers, Authorization: `Bearer ${token}` });
  }
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the registry answered ${response.status}`);
  }
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (!MANIFESTS.includes(type)) throw new Error(`the registry sent ${type || 'no type'} and no manifest`);
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length > MOST_BYTES) throw new Error('the manifest is too large');
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const named = response.headers.get('docker-content-digest') ?? digest;
  if (named !== digest) throw new Error(`the registry names ${named} and sent ${digest}`);
  return digest;
}

function get(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
}

/** `Bearer realm="…",service="…",scope="…"`: a token for everybody. */
async function anonymousToken(challenge: string): Promise<string> {
  const values = new Map([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const realm = values.get('realm');
  if (!challenge.startsWith('Bearer ') || realm === undefined) throw new Error('the registry asks for a login');
  const url = new URL(realm);
  for (const name of ['service', 'scope']) {
    const value = values.get(name);
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const response = await get(url.href, {});
  const { token, access_token: other } = (await response.json()) as { token?: string; access_token?: string };
  const found = token ?? other;
  if (!response.ok || found === undefined) throw new Error(`the registry gave no token (${response.status})`);
  return found;
}

/** The text with each image's digest behind its tag; an older digest is replaced. */
export function pinned(content: string, digests: ReadonlyMap<string, string>): string {
  return content.replaceAll(/^((?:FROM|\s+image:) +)(\S+)/gim, (line, before: string, image: string) => {
    const tagged = image.split('@')[0] ?? image;
    const digest = digests.get(tagged);
    return digest === undefined ? line : `${before}${tagged}@${digest}`;
  });
}

/** Resolves all images of the files; throws one error that names each that could not be resolved. */
export async function resolveAll(
  contents: readonly string[],
  addressOf?: (registry: string) => string,
): Promise<ReadonlyMap<string, string>> {
  const images = [...new Set(contents.flatMap(imagesIn))].map(parseImage);
  const found = await Promise.allSettled(images.map((image) => resolveDigest(image, addressOf)));
  const failures = found.flatMap((one, index) =>
    one.status === 'rejected' ? [`  ${images[index]?.text}: ${reasonOf(one.reason)}`] : [],
  );
  if (failures.length > 0) throw new Error(['These digests could not be resolved:', ...failures].join('\n'));
  return new Map(
    found.flatMap((one, index) => (one.status === 'fulfilled' ? [[images[index]?.text ?? '', one.value]] : [])),
  );
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${messageOf(error.cause)}` : '';
  return messageOf(error) + cause;
}

async function pinImages(isWriting: boolean): Promise<void> {
  const paths = FILES.map((file) => join(ROOT, file));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const digests = await resolveAll(contents);
  for (const [image, digest] of digests) process.stdout.write(`${image}@${digest}\n`);
  if (!isWriting) return;
  for (const [index, path] of paths.entries()) await writeFile(path, pinned(contents[index] ?? '', digests));
}

if (import.meta.main) {
  await pinImages(process.argv.includes('--write')).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\nNothing was changed.\n`);
    process.exitCode = 1;
  });
}
