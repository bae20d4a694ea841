/** Words of Python that its models and its resources share. */

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global ' +
    'if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether a name of the API can stand as a name of Python. */
export function isIdentifier(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
}

/** The name of a parameter: `with_` of `with`, which is a keyword. */
export function identifier(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The annotation of a type of JSON Schema that has no parts. */
export function scalar(type: string): string {
  const annotation = SCALARS[type];
  if (annotation === undefined) throw new Error(`JSON Schema's type "${type}" has no annotation in Python here.`);
  return annotation;
}

export function literal(values: readonly unknown[]): string {
  const type = `Literal[${values
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)))
    .join(', ')}]`;
  return values.includes(null) ? `Optional[${type}]` : type;
}

/** Text that stands between two `"""`, of which `indent` begins each line after the first. */
export function docstringText(text: string, indent: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  return safe.replaceAll('\n', `\n${indent}`).replaceAll(/[ \t]+$/gm, '');
}
