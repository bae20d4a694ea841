import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './cache.ts';
import { unpackWheel, type Wheels } from './fetch.ts';
import { withLock } from './lock.ts';
import type { Progress } from './progress.ts';

/**
 * The Noto fonts that the image has as Debian packages, for a machine without them. That of Chinese, Japanese and Korean
 * is the same file.
 */
const NOTO: readonly Wheels[] = [
  {
    requirement: 'noto-cjk-sans-otc==0.0.1',
    sha256: ['44596df7f0c1590cb9c4cfe85b9213b7e91e1086a8a024f1a05df6d6badd33ec'],
  },
  {
    requirement: 'manimgx-fonts==2026.9.26.post1',
    sha256: ['e5e21178263ddec3eef9414d2b52a1c90ac01062d3e9067460f3359f854c3e17'],
  },
];
const FETCH_TIMEOUT_MS = 300_000;

const folder = (): string => join(cacheFolder(), 'fonts');
/** Where the fetched fonts are, or will be. */
export const fontFolders = (): readonly string[] => NOTO.map(({ requirement }) => join(folder(), requirement));
export const haveFonts = (): boolean => fontFolders().every((path) => existsSync(path));

/** Downloads the fonts, once for every clone of this user. No program of the machine sees them but who is told of them. */
export async function fetchFonts(progress: Progress): Promise<void> {
  await mkdir(folder(), { recursive: true });
  const onWait = (pid: number): void => progress(`Fonts: waiting for process ${pid}, which is fetching them`);
  await withLock(join(folder(), 'lock'), onWait, async () => {
    for (const wheel of NOTO) {
      const place = join(folder(), wheel.requirement);
      if (existsSync(place)) continue;
      progress(`Fonts: downloading ${wheel.requirement} as a wheel`);
      const draft = await mkdtemp(join(folder(), 'draft-'));
      try {
        await unpackWheel(wheel, draft, (file) => /\.tt[fc]$/.test(file), FETCH_TIMEOUT_MS);
        await rename(draft, place);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    }
  });
}

/** The configuration of fontconfig on Linux. */
export const MACHINE_FONTS = '/etc/fonts/fonts.conf';

/** A configuration of fontconfig that adds folders to another one. */
export function fontConfiguration(base: string, folders: readonly string[]): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `  <include ignore_missing="yes">${escape(base)}</include>`,
    ...folders.map((path) => `  <dir>${escape(path)}</dir>`),
    '  <cachedir prefix="xdg">fontconfig</cachedir>',
    '</fontconfig>',
    '',
  ].join('\n');
}

function escape(path: string): string {
  return path.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
