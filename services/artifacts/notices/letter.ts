import type { NoticeAgency, NoticeDocument, NoticeScore, NoticeSection } from '../../../core/notices/document.ts';
import {
  fillIn,
  jurisdictionOf,
  type LetterWording,
  type NoticeData,
  type SectionWords,
} from '../../../platform/reference-data/notices.ts';
import { longDate } from '../format.ts';
import type { FontFaces } from '../fonts.ts';
import { html, type Html } from '../html.ts';
import { printedPage } from '../page.ts';
import { scoreScale, SCORE_SCALE_CSS } from '../score-scale.ts';
import { LETTER_CSS } from './letter-css.ts';

export type LetterData = Pick<NoticeData, 'letter' | 'jurisdictions'>;

/** The adverse-action letter as a page: the data of the document, the words of the data files. */
export function noticeLetter(document: NoticeDocument, data: LetterData, fontFaces: FontFaces): string {
  const { letterhead, addressee, reference, test_mode } = document;
  const { letter: wording } = data;
  const values = valuesOf(document, wording);
  const fill = (text: string): string => fillIn(text, values);
  const words = wordsOf(document, wording);
  const subject = fill(words.subject);
  const body = html`
    <header class="letterhead">
      <div class="sender">${letterhead.name}</div>
      <div class="postal">
        ${letterhead.address_lines.map((line) => html`<div>${line}</div>`)}
        ${letterhead.phone === '' ? null : html`<div class="phone">${letterhead.phone}</div>`}
      </div>
    </header>
    <main>
      <p class="date">${longDate(document.date, wording.language)}</p>
      <address>
        <div>${addressee.name}</div>
        ${addressee.address_lines.map((line) => html`<div>${line}</div>`)}
      </address>
      <p class="reference">${fill(wording.labels.reference)}</p>
      <h1>${subject}</h1>
      <p>${fill(wording.salutation)}</p>
      ${document.sections.map((key) => section(key, document, data, fill))}
      <div class="closing">
        <p>${fill(wording.closing)}</p>
        <p class="signature">${letterhead.name}</p>
      </div>
    </main>
  `;
  return printedPage({
    language: wording.language,
    title: `${subject} – ${letterhead.name} – ${reference}`,
    footer: `${clipped(letterhead.name)} · ${reference}`,
    pageLabel: wording.labels.page,
    testMark: test_mode ? wording.test_mark : null,
    css: SCORE_SCALE_CSS + LETTER_CSS,
    body,
    fontFaces,
  });
}

type Fill = (text: string) => string;

function valuesOf(document: NoticeDocument, wording: LetterWording): Readonly<Record<string, string>> {
  const { federal_agency: federal, score } = document;
  const date = (text: string | null) => (text === null ? '' : longDate(text, wording.language));
  return {
    company: document.letterhead.name,
    applicant: document.addressee.name,
    phone: document.letterhead.phone,
    reference: document.reference,
    statement: document.statement ?? '',
    federal_agency: federal === null ? '' : `${federal.name}, ${federal.address}`,
    decide_after: date(document.decide_after),
    first_letter_date: date(document.first_letter_date),
    score_provider: score?.provided_by ?? '',
  };
}

function wordsOf({ purpose, letter }: NoticeDocument, wording: LetterWording) {
  const words = wording.letters[purpose][letter];
  // The wording's schema has a letter for each combination that a notice can be compiled for.
  if (words === undefined) throw new Error(`there are no words for ${purpose}.${letter}`);
  return words;
}

function section(key: NoticeSection, document: NoticeDocument, data: LetterData, fill: Fill): Html | null {
  const { letter: wording } = data;
  // The cascade's own sentence is no principal reason, so it stands above their heading.
  if (key === 'action') return html`${paragraphs(actionTexts(document, wording), fill)}${ownSentence(document)}`;
  if (isOfReasons(key) && document.reasons.length === 0) return null;
  const words = wording.sections[key];
  const content = dataOf(key, document, data, fill);
  if (content === null && words.paragraphs.length === 0) return null;
  const withPhone = document.letterhead.phone === '' ? undefined : words.paragraphs_with_phone;
  const ofUse = paragraphsOfUse(key, document, words);
  return html`<section class="${key}">
    <h2>${fill(words.heading)}</h2>
    ${paragraphs(withPhone ?? ofUse ?? words.paragraphs, fill)}${content}
  </section>`;
}

/** Reports that the person who denied only had at hand are not said to have been used. */
function paragraphsOfUse(
  key: NoticeSection,
  { score, agencies, third_party_only_available: isThirdPartyOnlyAvailable }: NoticeDocument,
  words: SectionWords,
): readonly string[] | undefined {
  const onlyAvailable = agencies.filter((agency) => agency.only_available === true).length;
  if (key === 'score' && score?.corrected_on !== undefined) return words.paragraphs_if_corrected;
  if (key === 'score') return score?.only_available === true ? words.paragraphs_if_only_available : undefined;
  if (key === 'third_party') return isThirdPartyOnlyAvailable === true ? words.paragraphs_if_only_available : undefined;
  if (key !== 'consumer_report' || onlyAvailable === 0) return undefined;
  return onlyAvailable === agencies.length ? words.paragraphs_if_only_available : words.paragraphs_if_some_available;
}

function actionTexts(document: NoticeDocument, wording: LetterWording): readonly string[] {
  const words = wordsOf(document, wording);
  if (document.statement === null || document.letter === 'pre_adverse') return words.paragraphs;
  if (words.paragraphs_with_statement !== undefined) return words.paragraphs_with_statement;
  const hasStatement = words.paragraphs.some((text) => text.includes('{{statement}}'));
  return hasStatement ? words.paragraphs : [...words.paragraphs, '{{statement}}'];
}

function paragraphs(texts: readonly string[], fill: Fill): Html {
  return html`${texts.map((text) => html`<p>${text.split(PHONE).map((part) => filledPart(part, fill))}</p>`)}`;
}

const PHONE = /(\{\{phone\}\})/;

/** A number that is broken over two lines is dialled wrong. */
function filledPart(part: string, fill: Fill): Html | string {
  return PHONE.test(part) ? html`<span class="phone">${fill(part)}</span>` : fill(part);
}

/** The part of the document that a section shows under its words; null if there is none. */
function dataOf(
  key: Exclude<NoticeSection, 'action'>,
  document: NoticeDocument,
  { letter: { labels, language }, jurisdictions }: LetterData,
  fill: Fill,
): Html | null {
  switch (key) {
    case 'reasons':
    case 'pre_adverse_reasons':
      return reasons(document);
    case 'corrections':
      return corrections(document, labels, language);
    case 'consumer_report': {
      const isMixed = document.agencies.some((agency) => agency.only_available !== true);
      return agencyBlocks(document, labels, isMixed);
    }
    case 'pre_adverse_report':
      return agencyBlocks(document, labels, false);
    case 'score':
      return document.score === null ? null : scoreBox(document, document.score, labels, language);
    case 'jurisdiction': {
      const { about_product: product, paragraphs: own } = jurisdictionOf(jurisdictions, document.jurisdiction);
      const isAbout = product === undefined || document.agencies.some(({ product_code: code }) => code === product);
      const texts = isAbout ? (own[document.letter] ?? []) : [];
      return texts.length === 0 ? null : paragraphs(texts, fill);
    }
    case 'enclosures':
      return html`<ul>
        ${document.agencies.map(
          ({ report, name }) => html`<li>${fillIn(labels.enclosed_report, { report, agency: name })}</li>`,
        )}
        <li>${labels.enclosed_summary}</li>
      </ul>`;
    case 'third_party':
    case 'agency_role':
    case 'free_copy':
    case 'dispute':
    case 'response':
    case 'ecoa':
    case 'contact':
      return null;
  }
}

function reasons({ reasons: principal }: NoticeDocument): Html {
  return html`<ol>
    ${principal.map((reason) => html`<li>${reason}</li>`)}
  </ol>`;
}

function corrections(
  { corrections: told = [], letterhead }: NoticeDocument,
  labels: LetterWording['labels'],
  language: string,
) {
  return html`<ul>
    ${told.map(({ report, agency, label, date }) => {
      const values = { company: letterhead.name, label, date: longDate(date, language) };
      return html`<li>
        ${
          report === null
            ? fillIn(labels.corrected_application, values)
            : fillIn(labels.corrected_report, { ...values, report, agency: agency ?? report })
        }
      </li>`;
    })}
  </ul>`;
}

function isOfReasons(key: NoticeSection): boolean {
  return key === 'reasons' || key === 'pre_adverse_reasons';
}

function ownSentence({ extra_reason: extra }: NoticeDocument): Html | null {
  return extra === null ? null : html`<p>${extra}</p>`;
}

/** `marked`: an agency whose report was only at hand says so. */
function agencyBlocks({ agencies }: NoticeDocument, labels: LetterWording['labels'], marked: boolean): Html {
  return html`<div class="agencies">
    ${agencies.map((agency) => agencyBlock(agency, labels, marked && agency.only_available === true))}
  </div>`;
}

function agencyBlock(agency: NoticeAgency, labels: LetterWording['labels'], isMarked: boolean): Html {
  const phone = agency.nationwide ? labels.toll_free : labels.telephone;
  return html`<div class="agency">
    <div class="name">${agency.name}</div>
    ${agency.address_lines.map((line) => html`<div>${line}</div>`)}
    <div class="phone">${fillIn(phone, { phone: agency.phone })}</div>
    <div class="report">${fillIn(labels.report, { report: agency.report })}</div>
    ${isMarked ? html`<div class="report">${labels.only_available}</div>` : null}
  </div>`;
}

function scoreBox(
  { letterhead }: NoticeDocument,
  score: NoticeScore,
  labels: LetterWording['labels'],
  language: string,
): Html {
  const corrected = score.corrected_on;
  const values = {
    company: letterhead.name,
    value: String(score.value),
    minimum: String(score.minimum),
    maximum: String(score.maximum),
    date: longDate(score.created_on, language),
    score_provider: score.provided_by,
  };
  const factors =
    score.key_factors.length === 0
      ? null
      : html`<div class="factors">
          <h3>${labels.key_factors}</h3>
          <ol>
            ${score.key_factors.map((factor) => html`<li>${factor}</li>`)}
          </ol>
        </div>`;
  return html`<div class="score-box">
    <div class="figure">
      <div class="value">${score.value}</div>
      ${scoreScale(score, fillIn(labels.score_position, values))}
      <div>${fillIn(labels.score_scale, values)}</div>
      <div>${fillIn(labels.score_created, values)}</div>
      <div>
        ${
          corrected === undefined
            ? fillIn(labels.score_provider, values)
            : fillIn(labels.score_provider_corrected, { ...values, date: longDate(corrected, language) })
        }
      </div>
    </div>
    ${factors}
  </div>`;
}

/** The foot of a page has one line, and the reference number stands in it whole. */
function clipped(name: string): string {
  return name.length > MOST_FOOTER_CHARACTERS ? `${name.slice(0, MOST_FOOTER_CHARACTERS - 1)}…` : name;
}
const MOST_FOOTER_CHARACTERS = 60;
