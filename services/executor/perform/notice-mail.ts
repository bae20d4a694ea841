import type { NoticeStage } from '../../../core/cascade/notice-request.ts';
import { escapeHtml } from '../../../core/interpolate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { fillIn, type EmailWording } from '../../../platform/reference-data/index.ts';

/**
 * The e-mail that a notice is attached to, as text and as HTML. It is filled in from the notice's own document, so that
 * mail and letter name the same sender, person and reference number.
 */
export function coverLetter(wording: EmailWording, document: JsonObject, stage: NoticeStage) {
  const letterhead = objectAt(document, 'letterhead');
  const phone = textAt(letterhead, 'phone');
  const lines = Array.isArray(letterhead.address_lines) ? letterhead.address_lines.filter(isText) : [];
  const addressee = textAt(objectAt(document, 'addressee'), 'name');
  const values = {
    company: textAt(letterhead, 'name'),
    address: lines.join(', '),
    phone,
    // Without a name the letter is addressed to the mail address, which cannot be a salutation.
    applicant: addressee === '' || addressee.includes('@') ? wording.unnamed_recipient : addressee,
    reference: textAt(document, 'reference'),
  };
  const words = wording.letters[stage];
  const mark = document.test_mode === true ? wording.test_mark : '';
  const subject = `${mark}${fillIn(words.subject, values)}`.replaceAll(/\s+/g, ' ').trim();
  const text = `${mark === '' ? '' : `${mark.trim()}\n\n`}${fillIn(phone === '' ? words.text : words.text_with_phone, values)}\n`;
  return { subject, text, html: htmlOf(text, subject, wording.language) };
}

/** The text as a page; blank lines separate paragraphs. */
function htmlOf(text: string, title: string, language: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`);
  const head = `<meta charset="utf-8"><title>${escapeHtml(title)}</title>`;
  const style = 'font: 16px/1.5 sans-serif; max-width: 40em; margin: 1em;';
  return `<!doctype html>\n<html lang="${escapeHtml(language)}"><head>${head}</head>\n<body style="${style}">\n${paragraphs.join('\n')}\n</body></html>\n`;
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

function textAt(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value.trim() : '';
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}
