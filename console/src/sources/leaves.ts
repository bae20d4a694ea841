import { isJsonObject, type Json } from '../../../core/json.ts';
import { fieldsIn, TYPES, withField, withSource, type Draft, type TypeName } from './draft.ts';

/*
 * Values of an answer that no field is read from. Fields are made of them, so that nobody types their names.
 */

export interface Leaf {
  /** The way to it in the answer, with dots. */
  readonly path: string;
  readonly type: TypeName;
  readonly value: Json;
}

const MOST_LEAVES = 40;
const DEEPEST = 6;

/** Values of the answer that the draft does not read yet, in their order. A list of records is one value. */
export function unreadLeaves(draft: Draft, answer: Json): readonly Leaf[] {
  const read = new Set(Object.values(draft.mapping?.fields ?? {}).map(({ path }) => path));
  return [...leavesOf(answer, '', 0)].filter(({ path }) => !read.has(path)).slice(0, MOST_LEAVES);
}

function* leavesOf(value: Json, path: string, depth: number): Generator<Leaf> {
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      // No path names a member with a dot.
      if (depth < DEEPEST && name !== '' && !name.includes('.'))
        yield* leavesOf(member, path === '' ? name : `${path}.${name}`, depth + 1);
    }
    return;
  }
  const type = path === '' ? undefined : typeSeen(value);
  if (type !== undefined) yield { path, type, value };
}

/** Undefined if the value does not show its type, as null or an empty list. */
function typeSeen(value: Json): TypeName | undefined {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'yes_no';
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'date' : 'text';
  const [first] = Array.isArray(value) ? value : [];
  if (typeof first === 'string') return 'list_of_texts';
  if (typeof first === 'number') return 'list_of_numbers';
  return isJsonObject(first) ? 'list_of_groups' : undefined;
}

/** The draft with a field for the value of a leaf. Nothing says yet who sees it. */
export function withLeaf(draft: Draft, { path, type, value }: Leaf): Draft {
  const name = nameFor(draft, path);
  const made = withFieldFrom(draft, name, type, path);
  const [first] = type === 'list_of_groups' && Array.isArray(value) ? value : [];
  return Object.entries(isJsonObject(first) ? first : {}).reduce((so, [member, inner]) => {
    const own = typeSeen(inner);
    if (own === undefined || own === 'list_of_groups' || member.includes('.')) return so;
    return withFieldFrom(so, `${name}.${member}`, own, member);
  }, made);
}

/** The draft with a field at `name`, which is read from `path` and called after it. */
const withFieldFrom = (draft: Draft, name: string, type: TypeName, path: string): Draft =>
  withSource(withField(draft, name, { ...TYPES[type], title: labelOf(path) }), name, { path });

/** The last name of the path, or all of them if there is a field of that name. */
function nameFor(draft: Draft, path: string): string {
  const taken = new Set(fieldsIn(draft).map((field) => field.path));
  const [last = path] = path.split('.').slice(-1);
  return taken.has(last) ? path.replaceAll('.', '_') : last;
}

/** `risk_score` and `riskScore` are called Risk score. */
export function labelOf(path: string): string {
  const words = (path.split('.').at(-1) ?? '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 60);
}
