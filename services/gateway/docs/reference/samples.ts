import { CLIENT_CALLS } from './client-calls.generated.ts';
import { parametersOf, type ApiDocument, type ApiParameter, type ApiSchema, type Endpoint } from './document.ts';

const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';

/** An example of an operation in one language. */
export interface Sample {
  readonly title: string;
  /** As code blocks name it. */
  readonly language: string;
  readonly text: string;
}

/** Examples of one request for curl and both clients, with the values of the OpenAPI document. */
export function samplesOf(document: ApiDocument, endpoint: Endpoint): readonly Sample[] {
  return [
    { title: 'curl', language: 'bash', text: curlOf(document, endpoint) },
    { title: 'TypeScript', language: 'typescript', text: typescriptOf(document, endpoint) },
    { title: 'Python', language: 'python', text: pythonOf(document, endpoint) },
  ];
}

/** A command that can be run in a shell that "Start here" has prepared. */
function curlOf(document: ApiDocument, { method, path, operation }: Endpoint): string {
  const parameters = parametersOf(document, operation);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => String(pathValue(parameters, name)));
  const asked = requiredQuery(parameters).map(([name, value]) => `${name}=${String(value)}`);
  const media = operation.requestBody?.content[JSON_TYPE];
  const takesKey = parameters.some(({ name, required }) => name === 'Idempotency-Key' && required);
  const needsTag = parameters.some(({ name, required }) => name === 'If-Match' && required);
  const answers = Object.keys(operation.responses['200']?.content ?? {});
  const isFile = answers.length > 0 && !answers.includes(JSON_TYPE);
  // Events are printed as they come.
  const receives = answers.includes(EVENTS) ? ' -N' : isFile ? ' -OJ' : '';
  const needsMethod = method !== 'GET' && !(method === 'POST' && media !== undefined);
  const lines = [
    `curl -sS${needsMethod ? ` -X ${method}` : ''}${receives} "$API${filled}${asked.length === 0 ? '' : `?${asked.join('&')}`}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(takesKey ? ['-H "Idempotency-Key: $(key)"'] : []),
    // A program sends the tag that it has read.
    ...(needsTag ? ["-H 'If-Match: *'"] : []),
    ...(media === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(media.example, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return lines.join(' \\\n  ');
}

function typescriptOf(document: ApiDocument, { operation }: Endpoint): string {
  const call = CLIENT_CALLS[operation.operationId];
  if (call === undefined) throw new Error(`no client calls ${operation.operationId}`);
  const { args, body, query } = argumentsOf(document, operation);
  const given = [
    ...args.map(String),
    ...(body === undefined ? [] : [inTypescript(body)]),
    ...(query.length === 0 ? [] : [inTypescript(Object.fromEntries(query))]),
  ];
  const called = `cascade.${call.resource}.${call.method}(${given.join(', ')})`;
  const use: Readonly<Record<typeof call.reply, string>> = {
    item: `console.log(await ${called});`,
    nothing: `await ${called};`,
    list: `for await (const item of ${called}) console.log(item);`,
    file: `const file = await ${called};\nconst bytes = await file.arrayBuffer();`,
  };
  return `const cascade = new CascadeClient({ baseUrl, token });\n${use[call.reply]}`;
}

function pythonOf(document: ApiDocument, { operation }: Endpoint): string {
  const call = CLIENT_CALLS[operation.operationId];
  if (call === undefined) throw new Error(`no client calls ${operation.operationId}`);
  const { args, body, query } = argumentsOf(document, operation);
  const isFree = body !== undefined && operation.requestBody?.content[JSON_TYPE]?.schema?.properties === undefined;
  const members = !isFree && typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const given = [
    ...args.map(String),
    ...(isFree ? [inPython(body, 1)] : []),
    ...[...members, ...query].map(
      ([name, value]) => `${RESERVED_IN_PYTHON.includes(name) ? `${name}_` : name}=${inPython(value, 1)}`,
    ),
  ];
  const isLong = given.join(', ').length > 60 || given.some((each) => each.includes('\n'));
  const inside = isLong ? `\n    ${given.join(',\n    ')},\n` : given.join(', ');
  const called = `client.${snakeCase(call.resource)}.${snakeCase(call.method)}(${inside})`;
  const use: Readonly<Record<typeof call.reply, string>> = {
    item: `print(${called})`,
    nothing: called,
    list: `for item in ${called}:\n    print(item)`,
    file: `with ${called} as file:\n    data = file.read()`,
  };
  return `client = Client(base_url, token)\n${use[call.reply]}`;
}

interface Arguments {
  readonly args: readonly unknown[];
  readonly body: unknown;
  readonly query: readonly (readonly [string, unknown])[];
}

function argumentsOf(document: ApiDocument, operation: Endpoint['operation']): Arguments {
  const parameters = parametersOf(document, operation);
  return {
    args: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name }) => pathValue(parameters, name))
      .map((value) => (typeof value === 'string' ? JSON.stringify(value) : value)),
    body: operation.requestBody?.content[JSON_TYPE]?.example,
    query: requiredQuery(parameters),
  };
}

function pathValue(parameters: readonly ApiParameter[], name: string): unknown {
  const found = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
  return found?.example ?? 4711;
}

function requiredQuery(parameters: readonly ApiParameter[]): (readonly [string, unknown])[] {
  return parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema, example }) => [name, example ?? exampleOf(schema)]);
}

function exampleOf({ type, enum: values }: ApiSchema): unknown {
  return values?.[0] ?? (type === 'integer' ? 4712 : 'text');
}

/** A value as TypeScript: JSON without quotes around keys that need none. */
function inTypescript(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

/** The client adds an underscore to names that are reserved in Python. */
const RESERVED_IN_PYTHON = ['as', 'class', 'from', 'global', 'import', 'in', 'is', 'lambda', 'or', 'pass', 'with'];

function inPython(value: unknown, depth: number): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => inPython(item, depth + 1))
    : Object.entries(value as object).map(([key, item]) => `${JSON.stringify(key)}: ${inPython(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= 72 && !line.includes('\n')) return line;
  const margin = '    '.repeat(depth + 1);
  return `${open}\n${parts.map((part) => `${margin}${part},\n`).join('')}${'    '.repeat(depth)}${close}`;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
