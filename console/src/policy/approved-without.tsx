import { useMemo } from 'react';
import type { GenerationPreview } from '../api/records.ts';

export type Missing = NonNullable<GenerationPreview['approved_without']>[number];
type Choice = Missing['choices'][number];

/** Behavior of rules without a value, by the rule's sentence. Sentences are stable, while ids of rules shift. */
export type MissingChoices = Readonly<Record<string, Choice>>;

interface Props {
  readonly approved: readonly Missing[];
  readonly definition: readonly object[];
  readonly choices: MissingChoices;
  readonly onChoose: (choices: MissingChoices) => void;
}

/** Applicants who are approved because a value is missing. Shown before everything else that was read. */
export function ApprovedWithout({ approved, definition, choices, onChoose }: Props) {
  const sentences = useMemo(() => sentencesById(definition), [definition]);
  if (approved.length === 0) return null;
  return (
    <section className="card" aria-label="Approved because a value is missing">
      <h2>Approved because a value is missing</h2>
      <ul className="plain">
        {approved.map(({ text, field, rule_id: id, choices: all, outcome }) => {
          const sentence = sentences.get(id) ?? id;
          const choice = choices[sentence];
          return (
            <li key={`${id} ${field}`}>
              <p>
                {choice === undefined ? (
                  <bdi>{text}</bdi>
                ) : (
                  <del>
                    <bdi>{text}</bdi>
                  </del>
                )}
              </p>
              <label>
                Without it:{' '}
                <select
                  value={choice ?? ''}
                  onChange={({ target }) =>
                    onChoose(
                      chosen(
                        choices,
                        sentence,
                        all.find((each) => each === target.value),
                      ),
                    )
                  }
                >
                  <option value="">
                    {outcome === 'approved' ? 'approve' : 'approve on other terms'}, as it was read
                  </option>
                  {all.map((each) => (
                    <option key={each} value={each}>
                      {WORDS[each]}
                    </option>
                  ))}
                </select>
              </label>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const WORDS: Readonly<Record<Choice, string>> = {
  goes_on: 'go on with the next rule',
  review: 'ask a person',
  deny: 'deny',
};

function chosen(choices: MissingChoices, sentence: string, choice: Choice | undefined): MissingChoices {
  const { [sentence]: _, ...others } = choices;
  return choice === undefined ? others : { ...others, [sentence]: choice };
}

/** The choices, by the nodes of their rules. */
export function notesOfMissing(
  approved: readonly Missing[],
  definition: readonly object[],
  choices: MissingChoices,
): ReadonlyMap<string, readonly string[]> {
  const sentences = sentencesById(definition);
  const notes = new Map<string, readonly string[]>();
  for (const { rule_id: id, node_ids: nodes } of approved) {
    const choice = choices[sentences.get(id) ?? id];
    if (choice === undefined) continue;
    const line = `value not known: ${WORDS[choice]}`;
    for (const node of nodes) notes.set(node, [...new Set([...(notes.get(node) ?? []), line])]);
  }
  return notes;
}

type Group = { readonly id?: unknown; readonly text?: unknown };

/** Replaces each list of condition groups by the result of `change`. */
function withGroups(definition: readonly object[], change: (group: Group) => Group): readonly object[] {
  return JSON.parse(JSON.stringify(definition), (key, value: unknown) =>
    key === 'condition_groups' && Array.isArray(value) ? value.map(change) : value,
  ) as readonly object[];
}

function sentencesById(definition: readonly object[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  withGroups(definition, (group) => {
    if (typeof group.id === 'string' && typeof group.text === 'string') found.set(group.id, group.text);
    return group;
  });
  return found;
}

/** The definition with the choices written into the condition groups of these rules. */
export function withMissing(definition: readonly object[], choices: MissingChoices): readonly object[] {
  if (Object.keys(choices).length === 0) return definition;
  return withGroups(definition, (group) => {
    const key = typeof group.text === 'string' ? group.text : group.id;
    const choice = typeof key === 'string' ? choices[key] : undefined;
    return choice === undefined ? group : { ...group, on_missing: choice };
  });
}
