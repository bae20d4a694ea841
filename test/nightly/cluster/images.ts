import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, buildImages, podman, STAND_INS } from '../containers/engine.ts';
import type { Cluster } from './cluster.ts';
import { PAUSE_IMAGE } from './settings.ts';

/** Names of the images in the manifests. */
const REGISTRY = 'registry.example.com';
const SERVICES = 'localhost/cascade:0.1.0';
const RENDERER = 'localhost/cascade-renderer:0.1.0';
const DNS = 'localhost/cascade-cluster/dns:1';
const BROKEN = 'localhost/cascade-cluster/broken:1';

const KEPT = 'localhost/cascade-cluster/kept';

/** Images of the cluster itself, and one of a release that ends as soon as it is started. */
const CONTAINERFILE = `FROM docker.io/library/debian:bookworm-slim AS pause
CMD ["sleep", "infinity"]
FROM scratch AS dns
COPY dns /dns
FROM docker.io/library/debian:bookworm-slim AS broken
ENTRYPOINT ["false"]
`;

/** By the tag of both images: 0.1.0 and 0.1.1 are both built from this working tree. */
const TAGS: Readonly<Record<string, readonly [string, string]>> = {
  '0.1.0': [SERVICES, RENDERER],
  '0.1.1': [SERVICES, RENDERER],
  '0.1.2': [BROKEN, BROKEN],
};

/** Builds what has changed, and brings it into the cluster. */
export async function loadImages(cluster: Cluster, programs: string): Promise<void> {
  await buildImages({ services: 'cascade:0.1.0', renderer: 'cascade-renderer:0.1.0' });
  const work = await mkdtemp(join(tmpdir(), 'cascade-images-'));
  try {
    const file = join(work, 'Containerfile');
    await writeFile(file, CONTAINERFILE);
    await copyFile(join(programs, 'dns'), join(work, 'dns'));
    for (const [target, tag] of [
      ['pause', PAUSE_IMAGE],
      ['dns', DNS],
      ['broken', BROKEN],
    ] as const) {
      await buildImage(work, ['--file', file, '--target', target, '--tag', tag]);
    }
    const there = await cluster.images();
    const wanted = new Set<string>();
    const name = async (image: string, as: string): Promise<void> => {
      wanted.add(as);
      await cluster.tag(image, as);
    };
    for (const image of [PAUSE_IMAGE, DNS, BROKEN, SERVICES, RENDERER, ...Object.values(STAND_INS)]) {
      const named = image.includes(':') ? image : `${image}:latest`;
      // Named by its content.
      const kept = `${KEPT}:${(await podman('image', 'inspect', '--format', '{{.Id}}', image)).trim()}`;
      if (!there.includes(kept)) {
        const archive = join(work, 'image.tar');
        await rm(archive, { force: true });
        await podman('save', '--format', 'oci-archive', '--uncompressed', '--output', archive, image);
        await cluster.importImage(archive);
        await cluster.tag(named, kept);
      }
      wanted.add(kept);
      await name(kept, named);
      for (const [tag, [services, renderer]] of Object.entries(TAGS)) {
        if (image === services) await name(kept, `${REGISTRY}/cascade:${tag}`);
        if (image === renderer) await name(kept, `${REGISTRY}/cascade-renderer:${tag}`);
      }
    }
    const old = there.filter((image) => image.startsWith(`${KEPT}:`) && !wanted.has(image));
    if (old.length > 0) await cluster.removeImages(old);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
