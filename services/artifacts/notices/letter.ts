import type { NoticeAgency, NoticeDocument, NoticeScore, NoticeSection } from '../../../core/notices/document.ts';
import { longDate } from '../format.ts';
import { html, type Html } from '../html.ts';
import { printedPage } from '../page.ts';
import { scoreScale, SCORE_SCALE_CSS } from '../score-scale.ts';
import { LETTER_CSS } from './letter-css.ts';
import { fillIn, type WordedSection, type Wording } from './wording.ts';

/** The adverse-action letter as a page: the data of the document, the words of the data files. */
export function noticeLetter(document: NoticeDocument, wording: Wording, fontFaces: string): string {
  const { letterhead, addressee } = document;
  const fill = (text: string): string =>
    fillIn(text, {
      company: letterhead.name,
      applicant: addressee.name,
      phone: letterhead.phone,
      federal_agency: wording.federalAgency,
      score_provider: document.score?.provided_by ?? '',
    });
  const subject = wording.subjects[document.purpose][document.action];
  const body = html`
    <header class="letterhead">
      <div class="sender">${letterhead.name}</div>
      <div class="postal">
        ${letterhead.address_lines.map((line) => html`<div>${line}</div>`)}
        ${letterhead.phone === '' ? null : html`<div>${letterhead.phone}</div>`}
      </div>
    </header>
    <main>
      <p class="date">${longDate(document.date)}</p>
      <address>
        <div>${addressee.name}</div>
        ${addressee.address_lines.map((line) => html`<div>${line}</div>`)}
      </address>
      <h1>${fill(subject)}</h1>
      <p>${fill(wording.salutation)}</p>
      ${document.sections.map((key) => section(key, document, wording, fill))}
      <div class="closing">
        <p>${fill(wording.closing)}</p>
        <p class="signature">${letterhead.name}</p>
      </div>
    </main>
  `;
  return printedPage({
    language: wording.language,
    title: `${subject} – ${letterhead.name}`,
    footer: clipped(letterhead.name),
    testMark: document.test_mode ? wording.test_mark : null,
    css: SCORE_SCALE_CSS + LETTER_CSS,
    body,
    fontFaces,
  });
}

type Fill = (text: string) => string;

function section(key: NoticeSection, document: NoticeDocument, wording: Wording, fill: Fill): Html {
  if (key === 'action') return paragraphs(wording.actions[document.purpose][document.action], fill);
  const words = wording.sections[key];
  const withPhone = document.letterhead.phone === '' ? undefined : words.paragraphs_with_phone;
  return html`<section class="${key}">
    <h2>${fill(words.heading)}</h2>
    ${paragraphs(withPhone ?? words.paragraphs, fill)}${dataOf(key, document, wording)}
  </section>`;
}

function paragraphs(texts: readonly string[], fill: Fill): Html {
  return html`${texts.map((text) => html`<p>${fill(text)}</p>`)}`;
}

/** What of the document stands in a section under its words. */
function dataOf(key: WordedSection, document: NoticeDocument, wording: Wording): Html | null {
  switch (key) {
    case 'reasons':
      return reasons(document);
    case 'consumer_report':
      return html`<div class="agencies">${document.agencies.map((agency) => agencyBlock(agency, wording))}</div>`;
    case 'score':
      return document.score === null ? null : scoreBox(document.score, wording);
    case 'agency_role':
    case 'free_copy':
    case 'dispute':
    case 'ecoa':
    case 'contact':
      return null;
  }
}

function reasons({ reasons: principal, extra_reason: extra }: NoticeDocument): Html {
  const list =
    principal.length === 0
      ? null
      : html`<ol>
          ${principal.map((reason) => html`<li>${reason}</li>`)}
        </ol>`;
  return html`${list}${extra === null ? null : html`<p>${extra}</p>`}`;
}

function agencyBlock(agency: NoticeAgency, { labels }: Wording): Html {
  const phone = agency.nationwide ? labels.toll_free : labels.telephone;
  return html`<div class="agency">
    <div class="name">${agency.name}</div>
    ${agency.address_lines.map((line) => html`<div>${line}</div>`)}
    <div>${fillIn(phone, { phone: agency.phone })}</div>
    <div class="report">${labels.reports_pulled}: ${agency.report}</div>
  </div>`;
}

function scoreBox(score: NoticeScore, { labels }: Wording): Html {
  const values = {
    minimum: String(score.minimum),
    maximum: String(score.maximum),
    date: longDate(score.created_on),
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
      ${scoreScale(score)}
      <div>${fillIn(labels.score_scale, values)}</div>
      <div>${fillIn(labels.score_created, values)}</div>
      <div>${fillIn(labels.score_provider, values)}</div>
    </div>
    ${factors}
  </div>`;
}

/** The foot of a page has one line. */
function clipped(name: string): string {
  return name.length > MOST_FOOTER_CHARACTERS ? `${name.slice(0, MOST_FOOTER_CHARACTERS - 1)}…` : name;
}
const MOST_FOOTER_CHARACTERS = 70;
