import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TAGS } from '../../tags.ts';
import { EVENTS_PATH, REFERENCE_PATH, SCHEMAS_PATH, tagPath } from '../reference/paths.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export interface GuidePage {
  /** Path below /docs; empty for the first page. */
  readonly slug: string;
  readonly title: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** The numbered files beside it follow on the same page. */
  readonly hasSections?: boolean;
}

export interface Section {
  readonly title: string;
  readonly pages: readonly GuidePage[];
}

/** Its sections are also shown on the pages of the error codes. */
export const ERRORS_BY_EXAMPLE = 'errors-by-example';

/** The pages of the site that are written in Markdown, in the order in which they are read. */
export const SECTIONS: readonly Section[] = [
  { title: 'Begin', pages: [guide('start', 'Start here', ''), guide('test-mode', 'Test mode')] },
  {
    title: 'Cascades',
    pages: [
      guide('cascades', 'Cascades, node by node'),
      guide('conditions', 'Conditions and missing data'),
      guide('describe-your-data', 'Describe your data'),
      guide('policies', 'Policies in plain words'),
      guide('interpolation', 'Interpolation'),
      guide('joins-and-loops', 'Joins and loops'),
      guide('reviews', 'Reviews'),
      guide('letters', 'Letters and the law'),
    ],
  },
  {
    title: 'By domain',
    pages: [guide('renting', 'Renting'), guide('lending', 'Lending: a car loan'), guide('hiring', 'Hiring')],
  },
  {
    title: 'Integration',
    pages: [
      guide('webhooks', 'Webhooks'),
      guide('syncing', 'Waiting and syncing'),
      guide('batches', 'Batches'),
      guide('connect-a-vendor', 'Connect a vendor'),
      guide('errors', 'Errors and retries'),
      guide('limits', 'Limits'),
      guide('people', 'People and roles'),
      guide('audit', 'Audit log'),
      guide('forgetting', 'Forget a person, and answer one'),
      guide('going-live', 'Going live'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      guide(ERRORS_BY_EXAMPLE, 'Errors by example'),
      guide('compatibility', 'Compatibility'),
      { slug: 'rules', title: 'Rules by number', file: 'docs/semantics/README.md', hasSections: true },
      { slug: 'changelog', title: 'Changelog', file: 'CHANGELOG.md' },
    ],
  },
];

/** Pages that code makes, in the order of the navigation, at the beginning of "Reference". */
export const MADE_PAGES: readonly { readonly path: string; readonly title: string }[] = [
  { path: REFERENCE_PATH, title: 'API reference' },
  ...Object.keys(TAGS).map((tag) => ({ path: tagPath(tag), title: `API: ${tag}` })),
  { path: EVENTS_PATH, title: 'API: Events' },
  { path: SCHEMAS_PATH, title: 'API: Schemas' },
  { path: '/docs/api/errors', title: 'Error codes' },
];

export const PAGES: readonly GuidePage[] = SECTIONS.flatMap(({ pages }) => pages);

export function pathOf({ slug }: GuidePage): string {
  return slug === '' ? '/docs' : `/docs/${slug}`;
}

export async function readPage({ file, hasSections = false }: GuidePage): Promise<string> {
  const path = join(ROOT, file);
  const text = await readFile(path, 'utf8');
  return hasSections ? withSections(text, dirname(path)) : text;
}

/** Links to the files lead to their headings, which are one level deeper here than in the files. */
async function withSections(text: string, folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => /^\d/.test(name)).toSorted();
  const sections = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return [
    text.replaceAll(/\]\(0?(\d[\w-]*)\.md\)/g, '](#$1)'),
    ...sections.map((section) => section.replaceAll(/^#/gm, '##')),
  ].join('\n');
}

function guide(name: string, title: string, slug = name): GuidePage {
  return { slug, title, file: `docs/guides/${name}.md` };
}
