import { stepsAfterApproval, valuesRead } from '../cascade/nodes/if-else.ts';
import { isKind, NODES, type CascadeDefinition, type NodeOfKind } from '../cascade/registry.ts';
import type { Work } from '../work.ts';

/** The reports that a choice reads. If one of them is missing, its step fails (semantics 4.12.3). */
export function reportsReadBy(choice: NodeOfKind<'IfElse'>, definition: CascadeDefinition): readonly string[] {
  const pulls = new Set(definition.flatMap((node) => (isKind(node, 'BillingProduct') ? [node.id] : [])));
  const read = new Set(valuesRead(choice).map(({ source_node_id: id }) => id));
  return [...read].filter((id) => pulls.has(id));
}

/** With more choices than this, there are too many combinations of their outcomes. */
const MOST_CHOICES = 6;

/** Ways followed per unit of work. */
const FOLLOWED_FOR_UNIT = 32;

/** By choice: the reports that it reads and that some way to it does not pull. Throws TooMuchWork. */
export function unpulledOf(definition: CascadeDefinition, work: Work): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const choices = definition.filter((node) => isKind(node, 'IfElse'));
  const read = choices.map((choice) => ({ id: choice.id, reports: reportsReadBy(choice, definition) }));
  if (choices.length > MOST_CHOICES || read.every(({ reports }) => reports.length === 0)) return new Map();
  const entry = NODES.entryOf(definition)?.id ?? '';
  const ways = new Map(
    definition.map((node) => [node.id, [...NODES.edgesOf(node).map(({ to }) => to), ...NODES.jumpsOf(node)]]),
  );
  for (const outcomes of combinations(choices)) {
    const reached = reachedBy(entry, ways, outcomes, work);
    for (const { id, reports } of read) {
      if (!reached.has(id)) continue;
      for (const report of reports.filter((each) => !reached.has(each))) {
        found.set(id, (found.get(id) ?? new Set()).add(report));
      }
    }
  }
  return new Map([...found].map(([id, reports]) => [id, [...reports]]));
}

type Outcomes = ReadonlyMap<string, readonly string[]>;

/** Every combination of the choices' outcomes. */
function combinations(choices: readonly NodeOfKind<'IfElse'>[]): readonly Outcomes[] {
  return choices.reduce<readonly Outcomes[]>(
    (made, choice) => {
      const ways = [choice.pass_steps ?? [], stepsAfterApproval(choice), choice.fail_steps ?? []];
      const distinct = [...new Map(ways.map((way) => [way.join('\n'), way])).values()];
      return made.flatMap((outcomes) => distinct.map((way) => new Map([...outcomes, [choice.id, way]])));
    },
    [new Map()],
  );
}

type Ways = ReadonlyMap<string, readonly string[]>;

function reachedBy(entry: string, ways: Ways, outcomes: Outcomes, work: Work): ReadonlySet<string> {
  const reached = new Set<string>([entry]);
  let followed = 0;
  for (const id of reached) {
    const next = outcomes.get(id) ?? ways.get(id) ?? [];
    followed += 1 + next.length;
    for (const to of next) reached.add(to);
  }
  work.spend(Math.ceil(followed / FOLLOWED_FOR_UNIT));
  return reached;
}
