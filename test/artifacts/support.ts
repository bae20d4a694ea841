import { readFileSync, readdirSync } from 'node:fs';
import { pino } from 'pino';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { JsonObject } from '../../core/json.ts';
import type { NoticeDocument } from '../../core/notices/index.ts';
import { asJson, type Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { Stationery } from '../../services/artifacts/documents.ts';
import { loadFontFaces } from '../../services/artifacts/fonts.ts';
import { loadNoticeData } from '../../platform/reference-data/notices.ts';
import { Renderer, type RendererOptions } from '../../services/renderer/browser.ts';
import { testEnvironment } from '../support/environment.ts';

export const silent: Logger = pino({ level: 'silent' });
export async function loadStationery(): Promise<Stationery> {
  return { notices: loadNoticeData(), fontFaces: await loadFontFaces() };
}

export function startRenderer(options: Partial<RendererOptions> = {}): Promise<Renderer> {
  return Renderer.start({
    executablePath: testEnvironment('CHROMIUM_PATH'),
    concurrency: 1,
    log: silent,
    ...options,
  });
}

/** The text of each page, with single spaces. */
export async function pagesOf(pdf: Uint8Array): Promise<readonly string[]> {
  const task = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false, verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('');
    pages.push(text.replaceAll(/\s+/g, ' '));
  }
  await task.destroy();
  return pages;
}

/** Processes whose parent is this one, running something of that name. */
export function childrenOf(parent: number, name: string): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const [, command = '', rest = ''] =
          /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return command.startsWith(name) && Number(rest.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export const NOTICE: NoticeDocument = {
  version: 1,
  stage: 'single',
  purpose: 'tenant',
  letter: 'denied',
  jurisdiction: null,
  test_mode: true,
  date: '2026-11-21',
  reference: '4711-12',
  letterhead: {
    name: 'Harbor Homes LLC',
    address_lines: ['12 Quay Street', 'Portland, ME 04101'],
    phone: '207 555 0100',
  },
  addressee: { name: 'Dana Doe', address_lines: ['9 Elm Road', 'Portland, ME 04102'] },
  sections: ['action', 'reasons', 'consumer_report', 'agency_role', 'free_copy', 'dispute', 'score', 'contact'],
  statement: null,
  reasons: ['Collection action reported', 'Eviction judgment of record'],
  extra_reason: 'Our policy is on our website.',
  agencies: [
    {
      product_code: 'credit_report',
      report: 'Credit report',
      name: 'Test Bureau',
      address_lines: ['1 Bureau Way', 'Austin, TX 78701'],
      phone: '800 555 0100',
      nationwide: true,
    },
  ],
  score: {
    value: 540,
    minimum: 300,
    maximum: 850,
    key_factors: ['Accounts past due', 'Too many inquiries'],
    created_on: '2026-11-19',
    provided_by: 'Test Bureau',
  },
  federal_agency: null,
  decide_after: null,
  first_letter_date: null,
};

/** An artifact row for a notice that waits to be rendered. Returns its id. */
export async function askForNotice(db: Database, document: JsonObject | NoticeDocument = NOTICE): Promise<number> {
  const row = await db.kysely
    .insertInto('artifact')
    .values({
      api_client_id: 1,
      execution_id: 1,
      kind: 'notice',
      node_id: `deny-${(sequence += 1)}`,
      visit: 1,
      stage: 'single',
      notice_status: 'draft',
      priority: 0,
      filename: 'notice.pdf',
      document: asJson(document as JsonObject),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
let sequence = 0;

export async function artifact(db: Database, id: number) {
  return db.kysely.selectFrom('artifact').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Pretends that every lease expired long ago. */
export async function expireLeases(db: Database): Promise<void> {
  await db.kysely
    .updateTable('artifact')
    .set({ lease_until: new Date(0) })
    .where('status', '=', 'pending')
    .where('lease_until', 'is not', null)
    .execute();
}
