import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CascadeDefinition } from '../core/definition/types.ts';
import { validateDefinition } from '../core/definition/validate.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { SandboxAnswer } from '../core/nodes/contract.ts';
import { PRODUCT_CODES, PRODUCTS, type ProductCode } from '../core/products/index.ts';
import { buildSandboxRegistry, type SandboxSubject, type SubjectRegistry } from '../core/products/sandbox.ts';
import { AGENCIES_SCHEMA, SANDBOX_SCHEMA, TEMPLATE_SCHEMA } from './reference-data/schemas.ts';
import { compileValidator, type Validator } from './validation.ts';

/** A published workflow template, as its file has it. Source: reference, "Workflow template". */
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
}

/** The consumer reporting agency behind a product's test-mode reports; notices name it. */
export interface ReportingAgency {
  readonly name: string;
  /** Lines of the address. */
  readonly address: readonly string[];
  readonly phone: string;
  readonly toll_free: boolean;
  readonly nationwide: boolean;
}

export interface ReferenceData {
  /** In the order of their ids. */
  readonly templates: readonly TemplateFile[];
  readonly sandbox: SubjectRegistry;
  readonly agencies: Readonly<Record<ProductCode, ReportingAgency>>;
}

/** What is wrong with the files of `data/`, all of it in one message. */
export class ReferenceDataError extends Error {
  override readonly name = 'ReferenceDataError';
}

const DATA_DIR = path.join(import.meta.dirname, '..', 'data');

/** Reads and checks the files of `data/`: once, at start. Throws ReferenceDataError. */
export function loadReferenceData(dir: string = DATA_DIR): ReferenceData {
  const problems: string[] = [];
  const data = {
    templates: loadTemplates(dir, problems),
    subjects: loadSubjects(dir, problems),
    agencies: read<Record<ProductCode, ReportingAgency>>(dir, 'agencies.json', VALID.agencies, problems),
  };
  if (problems.length === 0 && data.agencies !== undefined) {
    try {
      return { templates: data.templates, agencies: data.agencies, sandbox: buildSandboxRegistry(data.subjects) };
    } catch (error) {
      problems.push(`sandbox: ${(error as Error).message}`);
    }
  }
  throw new ReferenceDataError(`the reference data cannot be used:\n${problems.map((each) => `  ${each}`).join('\n')}`);
}

const VALID = {
  template: compileValidator(TEMPLATE_SCHEMA),
  sandbox: compileValidator(SANDBOX_SCHEMA),
  agencies: compileValidator(AGENCIES_SCHEMA),
};

function loadTemplates(dir: string, problems: string[]): TemplateFile[] {
  const templates = filesIn(dir, 'templates', problems).flatMap((file) => {
    const template = read<TemplateFile>(dir, file, VALID.template, problems);
    if (template === undefined) return [];
    const wrong = validateDefinition(template.definition);
    problems.push(...wrong.map(({ field, message }) => `${file}: ${field} ${message}`));
    if (template.key !== path.basename(file, '.json')) problems.push(`${file}: key must be the file's name`);
    return [template];
  });
  problems.push(...repeated(templates.map(({ id }) => id)).map((id) => `templates: the id ${id} is given twice`));
  return templates.toSorted((a, b) => a.id - b.id);
}

interface SandboxFile {
  readonly product_code: ProductCode;
  readonly subjects: readonly SubjectInFile[];
}
interface SubjectInFile {
  readonly id: number;
  readonly case_name: string;
  readonly payload: SandboxSubject['payload'];
  /** The vendor of this file's product fails for the subject, with this message. */
  readonly vendor_error?: string;
  /** By product: the report, or the name of a case of that product's own file, whose report it is. */
  readonly outputs: Readonly<Partial<Record<ProductCode, JsonObject | string>>>;
}

function loadSubjects(dir: string, problems: string[]): SandboxSubject[] {
  const files = filesIn(dir, 'sandbox', problems).flatMap((file) => {
    const content = read<SandboxFile>(dir, file, VALID.sandbox, problems);
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
  own: ProductCode,
  cases: ReadonlyMap<string, JsonObject | string | undefined>,
  complain: (what: string) => void,
): ReadonlyMap<ProductCode, SandboxAnswer> {
  const answers = new Map<ProductCode, SandboxAnswer>();
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

function filesIn(dir: string, folder: string, problems: string[]): string[] {
  try {
    const names = readdirSync(path.join(dir, folder)).filter((name) => name.endsWith('.json'));
    return names.sort().map((name) => path.join(folder, name));
  } catch (error) {
    problems.push(`${folder}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
    return [];
  }
}

/** The file's content if it is what the validator, which stands for T, asks for. */
function read<T>(dir: string, file: string, validate: Validator, problems: string[]): T | undefined {
  let content: Json;
  try {
    content = JSON.parse(readFileSync(path.join(dir, file), 'utf8')) as Json;
  } catch (error) {
    problems.push(`${file}: ${(error as Error).message}`);
    return undefined;
  }
  const wrong = validate(content);
  problems.push(...wrong.map(({ field, message }) => `${file}: ${field} ${message}`));
  return wrong.length === 0 ? (content as T) : undefined;
}

function repeated(ids: readonly number[]): number[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
