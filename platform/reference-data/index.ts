import { readExamples, type Example } from '../../core/examples/example.ts';
import path from 'node:path';
import type { CascadeDefinition } from '../../core/cascade/registry.ts';
import { validateDefinition } from '../../core/cascade/validate.ts';
import type { JsonObject } from '../../core/json.ts';
import { PRODUCT_CODES, PRODUCTS, type BuiltInCode } from '../../core/products/index.ts';
import {
  buildSandboxRegistry,
  type SandboxAnswer,
  type SandboxSubject,
  type SubjectRegistry,
} from '../../core/products/sandbox.ts';
import { compileValidator } from '../validation/index.ts';
import { DATA_DIR, filesIn, readJsonFile, ReferenceDataError } from './files.ts';
import { readNoticeData, type NoticeData } from './notices.ts';
import { SANDBOX_SCHEMA, TEMPLATE_SCHEMA } from './schemas.ts';

export { ReferenceDataError } from './files.ts';
export { fillIn, jurisdictionOf, loadNoticeData } from './notices.ts';
export type { EmailWording, LetterWording, NoticeData } from './notices.ts';

/** A published workflow template, as its file has it. Source: OpenAPI document, WorkflowTemplate. */
export interface TemplateFile {
  /** The file's name without `.json`. */
  readonly key: string;
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly color: string | null;
  readonly category: string | null;
  readonly featured: boolean;
  /** RFC 3339, or null while it is not published. */
  readonly published_at: string | null;
  readonly definition: CascadeDefinition;
  /** Made-up applicants with what it does about them. */
  readonly examples: readonly Example[];
}

export interface ReferenceData {
  /** In the order of their ids. */
  readonly templates: readonly TemplateFile[];
  readonly sandbox: SubjectRegistry;
  readonly notices: NoticeData;
}

/** Reads and checks the files of `data/`: once, at start. Throws ReferenceDataError. */
export function loadReferenceData(dir: string = DATA_DIR): ReferenceData {
  const problems: string[] = [];
  const templates = loadTemplates(dir, problems);
  const subjects = loadSubjects(dir, problems);
  const notices = readNoticeData(dir, problems);
  if (problems.length === 0 && notices !== undefined) {
    try {
      return { templates, sandbox: buildSandboxRegistry(subjects), notices };
    } catch (error) {
      problems.push(`sandbox: ${(error as Error).message}`);
    }
  }
  throw new ReferenceDataError(problems);
}

const VALID = {
  template: compileValidator(TEMPLATE_SCHEMA),
  sandbox: compileValidator(SANDBOX_SCHEMA),
};

function loadTemplates(dir: string, problems: string[]): TemplateFile[] {
  const templates = filesIn(dir, 'templates', problems).flatMap((file) => {
    const template = readJsonFile<TemplateFile>(dir, file, VALID.template, problems);
    if (template === undefined) return [];
    const { details } = validateDefinition(template.definition);
    problems.push(...details.map(({ field, message }) => `${file}: ${field} ${message}`));
    const { examples, faults } = readExamples(template.examples);
    problems.push(...faults.map((fault) => `${file}: ${fault}`));
    if (template.key !== path.basename(file, '.json')) problems.push(`${file}: key must be the file's name`);
    return [{ ...template, examples: examples ?? [] }];
  });
  problems.push(...repeated(templates.map(({ id }) => id)).map((id) => `templates: the id ${id} is given twice`));
  return templates.toSorted((a, b) => a.id - b.id);
}

interface SandboxFile {
  readonly product_code: BuiltInCode;
  readonly subjects: readonly SubjectInFile[];
}
interface SubjectInFile {
  readonly id: number;
  readonly case_name: string;
  readonly payload: SandboxSubject['payload'];
  /** The vendor of this file's product fails for the subject, with this message. */
  readonly vendor_error?: string;
  /** By product: the report, or the name of a case of that product's own file, whose report it is. */
  readonly outputs: Readonly<Partial<Record<BuiltInCode, JsonObject | string>>>;
}

function loadSubjects(dir: string, problems: string[]): SandboxSubject[] {
  const files = filesIn(dir, 'sandbox', problems).flatMap((file) => {
    const content = readJsonFile<SandboxFile>(dir, file, VALID.sandbox, problems);
    return content === undefined ? [] : [{ file, ...content }];
  });
  const cases = new Map(
    files.flatMap(({ product_code, subjects }) =>
      subjects.map((subject) => [`${product_code} ${subject.case_name}`, subject.outputs[product_code]] as const),
    ),
  );
  const registered = files.flatMap(({ file, product_code, subjects }) =>
    subjects.map((subject): SandboxSubject => {
      const complain = (what: string): void => void problems.push(`${file}: subject ${subject.id}: ${what}`);
      const answers = answersOf(subject, product_code, cases, complain);
      const { id, case_name, payload } = subject;
      return { id, case_name, product_code, payload, answers };
    }),
  );
  problems.push(...repeated(registered.map(({ id }) => id)).map((id) => `sandbox: the id ${id} is given twice`));
  return registered;
}

const VALID_OUTPUT = new Map(PRODUCT_CODES.map((code) => [code, compileValidator(PRODUCTS[code].schema)]));

function answersOf(
  subject: SubjectInFile,
  own: BuiltInCode,
  cases: ReadonlyMap<string, JsonObject | string | undefined>,
  complain: (what: string) => void,
): ReadonlyMap<BuiltInCode, SandboxAnswer> {
  const answers = new Map<BuiltInCode, SandboxAnswer>();
  for (const code of PRODUCT_CODES) {
    const given = subject.outputs[code];
    const output = typeof given === 'string' ? cases.get(`${code} ${given}`) : given;
    if (given !== undefined && typeof output !== 'object') {
      complain(`outputs.${code} names no case of that product with a report of its own`);
    }
    if (typeof output !== 'object') continue;
    const wrong = VALID_OUTPUT.get(code)?.(output) ?? [];
    for (const { field, message } of wrong) complain(`outputs.${code}.${field} ${message}`);
    answers.set(code, { kind: 'report', output });
  }
  if (subject.vendor_error !== undefined) answers.set(own, { kind: 'vendor_error', message: subject.vendor_error });
  if (!answers.has(own)) complain(`has neither outputs.${own} nor vendor_error`);
  return answers;
}

function repeated(ids: readonly number[]): number[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
