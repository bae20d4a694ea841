import { escapeHtml } from '../../core/interpolate.ts';

/**
 * HTML that is safe to put into a page: whatever is interpolated is escaped unless it is Html itself. Only the tagged
 * template and `trustedHtml` make it.
 */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of(text: string): Html {
    return new Html(text);
  }
}

export type HtmlValue = Html | string | number | null | undefined | readonly HtmlValue[];

/** `html\`<p>${anything}</p>\``. Null and undefined give nothing, lists are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.of(strings.map((text, index) => text + render(values[index])).join(''));
}

/** Markup that is ours, such as a style sheet. Never data. */
export function trustedHtml(text: string): Html {
  return Html.of(text);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value).replace(UNPRINTABLE, ''));
  return value.map(render).join('');
}

/** Control characters do not print, and those of bidirectional text could make a name reorder what stands around it. */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it matches
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** A CSS string of any text: whatever is neither letter nor digit is written as its code point. */
export function cssString(text: string): string {
  const escaped = text
    .replace(UNPRINTABLE, '')
    .replace(/[^A-Za-z0-9]/gu, (character) => `\\${(character.codePointAt(0) ?? 0).toString(16)} `);
  return `"${escaped}"`;
}
