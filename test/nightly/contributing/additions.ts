import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Edit {
  /** The test that fails if this file is forgotten, or the file whose types do. */
  readonly missed: `test/${string}.test.ts` | `types of ${string}.ts`;
  /** The text of the file with the addition; a new file has none before. */
  readonly write: (before: string) => string;
}

/** An example of something that CONTRIBUTING.md explains how to add. */
export interface Addition {
  /** Heading of its section. */
  readonly heading: string;
  /** By path, each of which CONTRIBUTING.md lists. */
  readonly files: Readonly<Record<string, Edit>>;
  /** True if `npm run client:generate` belongs to it. */
  readonly changesClients: boolean;
}

/** A new file, kept as a text so that nobody takes it for a part of the project. */
function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

/**
 * Puts a text before the first place that the pattern matches. Throws if it matches nowhere: the example is out of
 * date.
 */
function before(pattern: RegExp, text: string): (file: string) => string {
  return (file) => {
    if (!pattern.test(file)) throw new Error(`${String(pattern)} is not in the file`);
    return file.replace(pattern, (match) => text + match);
  };
}

function each(...edits: readonly ((file: string) => string)[]): (file: string) => string {
  return (file) => edits.reduce((text, edit) => edit(text), file);
}

/** A member of a JSON file's object at a path. */
function member(path: readonly string[], name: string, value: unknown): (file: string) => string {
  return (file) => {
    const whole = JSON.parse(file) as Record<string, unknown>;
    const object = path.reduce((inner, key) => inner[key] as Record<string, unknown>, whole);
    object[name] = value;
    return `${JSON.stringify(whole, null, 2)}\n`;
  };
}

const LABEL = textOf('label.ts.txt');

const PET_SCREENING = textOf('pet-screening.ts.txt');

/** The cases that every product has (`test/data/reference-data.test.ts`). */
const CASES = ['clear', 'borderline', 'fail', 'thin_file', 'vendor_error'];
const PET_SUBJECTS = {
  product_code: 'pet_screening',
  subjects: CASES.map((caseName, index) => ({
    id: 1901 + index,
    case_name: caseName,
    payload: { applicant: { first_name: 'Ines', last_name: `Calder${index}`, email: `ines${index}@example.com` } },
    ...(caseName === 'vendor_error'
      ? { vendor_error: 'The vendor did not respond.', outputs: {} }
      : { outputs: { pet_screening: { searched_on: '2026-03-01', score: 5 - index } } }),
  })),
};

const PET_AGENCY = {
  name: 'Quiet Paws Screening (test)',
  address: ['9 Example Lane', 'Boise, ID 83702'],
  phone: '+1 800 555 0149',
  toll_free: true,
  nationwide: true,
  consumer_report: true,
};

const NOTES = `
create table note (
  id bigserial primary key,
  account_id bigint not null,
  created_at timestamptz(3) not null default now()
);
`;
const NOTE = `export const Note = defineEntity({
  name: 'Note',
  tableName: 'note',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    accountId: p.bigint('number'),
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
`;

export const ADDITIONS: readonly Addition[] = [
  {
    heading: 'A node kind',
    changesClients: true,
    files: {
      'core/cascade/nodes/label.ts': { missed: 'test/core/cascade/registry.test.ts', write: () => LABEL },
      'core/cascade/registry.ts': {
        missed: 'types of test/core/cascade/registry.test.ts',
        write: each(
          before(/import \{ goTo \}/, "import { label } from './nodes/label.ts';\n"),
          before(/ {2}goTo,\n/, '  label,\n'),
        ),
      },
      'test/core/cascade/registry.test.ts': {
        missed: 'types of test/core/cascade/registry.test.ts',
        write: before(/ {2}GoTo: \[/, "  Label: [{ id: 'x', type: 'Action', action_type: 'Label', colour: 'red' }],\n"),
      },
      'core/readback/steps.ts': {
        missed: 'types of core/readback/steps.ts',
        write: before(
          / {2}GoTo: tell\(/,
          "  Label: tell('Label', (node) => `Labels the run ${quoted(node.colour)}. ${onward(node)}`),\n",
        ),
      },
      'docs/guides/cascades.md': {
        missed: 'test/tooling/guides.test.ts',
        write: before(/## What the service checks/, '## Action: Label\n\nLabels the run `red` or `green`.\n\n'),
      },
    },
  },
  {
    heading: 'An operator of conditions',
    changesClients: true,
    files: {
      'core/cascade/operators/text.ts': {
        missed: 'test/core/cascade/conditions.test.ts',
        write: before(
          /function contains/,
          `export const SOUNDS_LIKE: Operator = {
  ...STARTS_WITH,
  asks: 'equality',
  holds: (actual, value) => String(actual).toLowerCase() === String(value).toLowerCase(),
};

`,
        ),
      },
      'core/cascade/operators/index.ts': {
        missed: 'test/core/cascade/conditions.test.ts',
        write: each(before(/ {2}is_empty: /, '  sounds_like: SOUNDS_LIKE,\n'), (text) =>
          text.replace('NOT_CONTAINS, STARTS_WITH', 'NOT_CONTAINS, SOUNDS_LIKE, STARTS_WITH'),
        ),
      },
      'data/notices/statements.en-US.json': {
        missed: 'test/core/products/truth.test.ts',
        write: member(['operators'], 'sounds_like', 'like {{limit}}'),
      },
      'test/core/cascade/conditions.test.ts': {
        missed: 'test/core/cascade/conditions.test.ts',
        write: before(/ {2}\[0, 'equals', false/, "  ['Ann', 'sounds_like', 'ann', true],\n"),
      },
      'core/readback/predicate.ts': {
        missed: 'types of core/readback/predicate.ts',
        write: before(/ {4}case 'is_empty':/, "    case 'sounds_like':\n      return `sounds like ${shown}`;\n"),
      },
      'docs/guides/conditions.md': {
        missed: 'test/tooling/guides.test.ts',
        write: before(/\| `is_empty`, /, '| `sounds_like` | The texts are the same but for their case. |\n'),
      },
    },
  },
  {
    heading: 'A product',
    changesClients: true,
    files: {
      'core/products/pet-screening.ts': { missed: 'test/core/products/truth.test.ts', write: () => PET_SCREENING },
      'core/products/contract.ts': {
        missed: 'test/core/products/truth.test.ts',
        write: before(/\] as const;/, "  'pet_screening',\n"),
      },
      'core/products/index.ts': {
        missed: 'test/core/products/products.test.ts',
        write: each(
          before(/\nexport const PRODUCTS/, "import { petScreening } from './pet-screening.ts';\n"),
          before(/\};\n/, '  pet_screening: petScreening,\n'),
        ),
      },
      'data/sandbox/pet-screening.json': {
        missed: 'test/data/reference-data.test.ts',
        write: () => `${JSON.stringify(PET_SUBJECTS, null, 2)}\n`,
      },
      'data/notices/agencies.json': {
        missed: 'test/core/products/truth.test.ts',
        write: member([], 'pet_screening', PET_AGENCY),
      },
      'test/core/products/clock.test.ts': {
        missed: 'types of test/core/products/clock.test.ts',
        write: before(/ {2}identity_verification: \(report/, '  pet_screening: () => [],\n'),
      },
      '.env.example': {
        missed: 'test/tooling/configuration.test.ts',
        write: (text) =>
          text.replace(
            '# PRODUCT_INCOME_VERIFICATION_CONNECTION=\n',
            `$&
# Where pet_screening reports are pulled. Without it live pulls of pet_screening fail. Optional.
# PRODUCT_PET_SCREENING_URL=https://vendor.example.com/pet_screening

# Bearer token for the vendor of pet_screening. Optional. Secret.
# PRODUCT_PET_SCREENING_TOKEN=

# The agreement with the vendor of pet_screening, as JSON: what is repeated, how reports come. See
# docs/guides/going-live.md. Optional. Secret.
# PRODUCT_PET_SCREENING_CONNECTION=
`,
          ),
      },
      'docker-compose.yml': {
        missed: 'test/tooling/configuration.test.ts',
        write: each(
          ...['URL', 'TOKEN', 'CONNECTION'].map((end) =>
            before(
              new RegExp(` {4}PRODUCT_INCOME_VERIFICATION_${end}`),
              `    PRODUCT_PET_SCREENING_${end}: \${PRODUCT_PET_SCREENING_${end}:-}\n`,
            ),
          ),
        ),
      },
      'deploy/k8s/base/executor.yaml': {
        missed: 'test/tooling/manifests.test.ts',
        write: before(
          / {12}- name: PRODUCT_INCOME_VERIFICATION_TOKEN/,
          `            - name: PRODUCT_PET_SCREENING_TOKEN
              valueFrom:
                secretKeyRef: { name: cascade, key: PRODUCT_PET_SCREENING_TOKEN, optional: true }
            - name: PRODUCT_PET_SCREENING_CONNECTION
              valueFrom:
                secretKeyRef: { name: cascade, key: PRODUCT_PET_SCREENING_CONNECTION, optional: true }
`,
        ),
      },
      'docs/guides/cascades.md': {
        missed: 'test/tooling/guides.test.ts',
        write: (text) => text.replace('`identity_verification` and', '`identity_verification`, `pet_screening` and'),
      },
    },
  },
  {
    heading: 'An event',
    changesClients: true,
    files: {
      'core/events.ts': {
        missed: 'test/tooling/generated-clients.test.ts',
        write: (text) => text.replace("'review.overdue'", "'review.overdue', 'review.reassigned'"),
      },
      'services/gateway/subscriptions/events.ts': {
        missed: 'test/tooling/generated-clients.test.ts',
        write: (text) =>
          text.replace(
            /\};\n$/,
            `  'review.reassigned': {
    summary: 'A review was given to somebody else. Delivered only to subscriptions that name this event.',
    data: review,
    example: REVIEW_EXAMPLE,
  },
};
`,
          ),
      },
      'docs/guides/webhooks.md': {
        missed: 'test/tooling/guides.test.ts',
        write: before(
          /\n`data` of an execution/,
          '| `review.reassigned` | Somebody else is to decide. | only if named |\n',
        ),
      },
    },
  },
  {
    heading: 'A table',
    changesClients: false,
    files: {
      'platform/database/migrations/initial/requests.sql': {
        missed: 'test/platform/database/schema.test.ts',
        write: (text) => text + NOTES,
      },
      'platform/database/entities/operations.ts': {
        missed: 'test/platform/database/schema.test.ts',
        write: (text) => `${text}\n${NOTE}`,
      },
      'platform/database/entities/index.ts': {
        missed: 'test/platform/database/schema.test.ts',
        write: (text) => text.replace('{ Batch,', '{ Note, Batch,').replace('[\n', '[\n  Note,\n'),
      },
      'platform/database/tables.ts': {
        missed: 'test/platform/database/tables.test.ts',
        write: before(/ {2}notice_resend: \{/, "  note: { owner: OF_ACCOUNT, kept: 'always' },\n"),
      },
      'platform/database/grants.ts': {
        missed: 'test/platform/privileges/database.test.ts',
        write: before(/ {4}notice_resend: \{ select: true, insert/, '    note: { select: true },\n'),
      },
      'test/platform/privileges/database.test.ts': {
        missed: 'test/platform/privileges/database.test.ts',
        write: before(/ {2}notice_resend {2,}RA/, '  note R - - - -\n'),
      },
    },
  },
];
