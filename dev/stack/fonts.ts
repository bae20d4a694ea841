import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { READY_PATH } from '../../platform/rendering.ts';
import { messageOf } from '../../platform/thrown.ts';
import { fetchFonts, fontConfiguration, fontFolders, haveFonts, MACHINE_FONTS } from '../servers/fonts.ts';
import type { Progress } from '../servers/progress.ts';

/** Fonts that the renderer of a stack sees: those that its Chromium has anyway, and those that are fetched. */
export function fontsOf(chromium: string, given: string | undefined): string {
  const beside = join(dirname(chromium), 'fonts.conf');
  return fontConfiguration(given ?? (existsSync(beside) ? beside : MACHINE_FONTS), fontFolders());
}

export interface LetterFonts {
  readonly rendererUrl: string;
  /** The probes of the artifacts service, whose gauge says how many letters wait for a font. */
  readonly artifactsUrl: string;
  readonly restartRenderer: () => Promise<void>;
  readonly say: Progress;
}

const LOOK_MS = 5_000;
/** A letter that waits is tried again each minute. */
const PRINTED_WITHIN_MS = 120_000;
/** The scripts that the font of the letters prints. */
const OF_LETTERS = ['Latin', 'Greek', 'Cyrillic'];
const INSTALL = 'install fonts-noto-core and fonts-noto-cjk, or other fonts of their scripts, and start again.';

/**
 * Says which scripts letters print. Fetches fonts once a letter waits for one, because they are large and few letters
 * need them. It is done here, and not by the renderer, which has no way to a network. Ends with `stopping`, or when
 * there is nothing more that it could do.
 */
export async function fetchFontsWhenNeeded(fonts: LetterFonts, stopping: AbortSignal): Promise<void> {
  const { say } = fonts;
  const more = haveFonts() ? '' : ' Fonts of others are fetched once a letter waits for one.';
  say(`${await scriptsOfLetters(fonts, stopping)}${more}`);
  let triedUntil = Date.now() + (haveFonts() ? PRINTED_WITHIN_MS : 0);
  while (!stopping.aborted) {
    if (Date.now() >= triedUntil && (await doLettersWait(fonts))) {
      if (haveFonts()) {
        return say(`Letters wait for characters that no font here has (GET /waiting_letters lists them): ${INSTALL}`);
      }
      try {
        say('A letter waits for a font');
        await fetchFonts(say);
      } catch (error) {
        const reason = messageOf(error).trimEnd().split('\n').at(-1);
        return say(`Letters wait for fonts, which could not be fetched (${reason}): ${INSTALL}`);
      }
      if (stopping.aborted) return;
      await fonts.restartRenderer();
      say(await scriptsOfLetters(fonts, stopping));
      triedUntil = Date.now() + PRINTED_WITHIN_MS;
    }
    await sleep(LOOK_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
}

/** Waits for a renderer that is being started. */
async function scriptsOfLetters({ rendererUrl }: LetterFonts, stopping: AbortSignal): Promise<string> {
  for (;;) {
    stopping.throwIfAborted();
    const response = await fetch(`${rendererUrl}${READY_PATH}`).catch(() => undefined);
    if (response?.ok === true) {
      const { scripts } = (await response.json()) as { readonly scripts: readonly string[] };
      return `Letters print these scripts: ${[...new Set([...OF_LETTERS, ...scripts])].join(', ')}.`;
    }
    await response?.body?.cancel();
    await sleep(LOOK_MS / 10);
  }
}

async function doLettersWait({ artifactsUrl }: LetterFonts): Promise<boolean> {
  try {
    const response = await fetch(`${artifactsUrl}/metrics`, { signal: AbortSignal.timeout(LOOK_MS) });
    return /^cascade_letters_waiting_for_glyphs(?:\{[^}]*\})? [1-9]/m.test(await response.text());
  } catch {
    // It is being started again.
    return false;
  }
}
