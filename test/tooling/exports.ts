import { dirname, join, normalize } from 'node:path';

/** A file with the values that it exports and what it imports from other files, found by the form that Prettier gives. */
export interface Module {
  readonly path: string;
  /** Functions, classes and constants. Types are left out: a signature may name one that nobody imports. */
  readonly exported: readonly string[];
  /** By path; `*` stands for every name. */
  readonly imported: readonly { readonly from: string; readonly name: string }[];
}

const EXPORTED = /^export (?:async )?(?:function\*?|class|const) (\w+)/gm;
/** `import … from '…'` and `export … from '…'`: what stands before the path, and the path. */
const STATIC = /^(?:import|export) ([\w\s{},*$]+?) from '(\.[^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'(\.[^']+)'/g;

export function moduleOf(path: string, text: string): Module {
  const at = (specifier: string) => normalize(join(dirname(path), specifier));
  const statics = [...text.matchAll(STATIC)].flatMap(([, clause = '', specifier = '']) =>
    namesIn(clause).map((name) => ({ from: at(specifier), name })),
  );
  const dynamics = [...text.matchAll(DYNAMIC)].map(([, specifier = '']) => ({ from: at(specifier), name: '*' }));
  return {
    path,
    exported: [...text.matchAll(EXPORTED)].map(([, name = '']) => name),
    imported: [...statics, ...dynamics],
  };
}

/** `path name` of each exported value that no other of the modules imports. */
export function unusedExports(modules: readonly Module[]): string[] {
  const used = new Set(modules.flatMap(({ imported }) => imported.map(({ from, name }) => `${from} ${name}`)));
  return modules.flatMap(({ path, exported }) =>
    used.has(`${path} *`) ? [] : exported.map((name) => `${path} ${name}`).filter((key) => !used.has(key)),
  );
}

/** Of `type { a, type b as c }` the names a and b; `*` of `* as all`. */
function namesIn(clause: string): string[] {
  if (clause.includes('*')) return ['*'];
  const names = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
  return [...names.matchAll(/(?:^|,)\s*(?:type )?(\w+)/g)].map(([, name = '']) => name);
}
