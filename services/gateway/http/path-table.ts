/**
 * Finds what stands for a path among templates such as `/workflows/{id}/trigger`, by the number of its segments and the
 * first of them: a few comparisons, however many templates there are. A template without parameters goes before one that
 * has some: `/executions/review_bulk_actions` is no `/executions/{id}`.
 */
export class PathTable<T> {
  readonly #byShape = new Map<string, Entry<T>[]>();

  constructor(templates: ReadonlyMap<string, T>) {
    for (const [template, value] of templates) {
      const segments = segmentsOf(template);
      const names = segments.map((segment) => /^\{(\w+)\}$/.exec(segment)?.[1]);
      const alike = this.#byShape.get(shapeOf(segments)) ?? [];
      alike.push({ segments, names, value });
      this.#byShape.set(
        shapeOf(segments),
        alike.toSorted((a, b) => a.names.filter(Boolean).length - b.names.filter(Boolean).length),
      );
    }
  }

  /** Parameters are decoded. Undefined if no template fits. */
  find(path: string): { readonly value: T; readonly params: Readonly<Record<string, string>> } | undefined {
    const segments = segmentsOf(path);
    const entry = this.#byShape.get(shapeOf(segments))?.find((each) => fits(each, segments));
    if (entry === undefined) return undefined;
    const params: Record<string, string> = {};
    for (const [index, name] of entry.names.entries()) {
      if (name !== undefined) params[name] = decodeURIComponent(segments[index] ?? '');
    }
    return { value: entry.value, params };
  }
}

interface Entry<T> {
  readonly segments: readonly string[];
  /** The parameter that each segment is; undefined if it stands as it is. */
  readonly names: readonly (string | undefined)[];
  readonly value: T;
}

function segmentsOf(path: string): string[] {
  return path.split('/').slice(1);
}

/** The first segment of a template is never a parameter. */
function shapeOf(segments: readonly string[]): string {
  return `${segments.length} ${segments[0] ?? ''}`;
}

function fits<T>({ segments, names }: Entry<T>, given: readonly string[]): boolean {
  return names.every((name, index) => (name === undefined ? segments[index] === given[index] : given[index] !== ''));
}
