import type { GenerationPreview } from '../api/records.ts';

export type Missing = NonNullable<GenerationPreview['approved_without']>[number];
type Choice = Missing['choices'][number];

/** By the id of a rule: what it does if a value is missing. */
export type MissingChoices = Readonly<Record<string, Choice>>;

interface Props {
  readonly approved: readonly Missing[];
  readonly choices: MissingChoices;
  readonly onChoose: (choices: MissingChoices) => void;
}

/** Who is approved because a value is missing, before anything else that was read. */
export function ApprovedWithout({ approved, choices, onChoose }: Props) {
  if (approved.length === 0) return null;
  return (
    <section className="card" aria-label="Approved because a value is missing">
      <h2>Approved because a value is missing</h2>
      <ul className="plain">
        {approved.map(({ text, field, rule_id: id, choices: all }) => (
          <li key={`${id} ${field}`}>
            <p>
              <bdi>{text}</bdi>
            </p>
            <label>
              Without it:{' '}
              <select
                value={choices[id] ?? ''}
                onChange={({ target }) =>
                  onChoose(
                    chosen(
                      choices,
                      id,
                      all.find((each) => each === target.value),
                    ),
                  )
                }
              >
                <option value="">as it was read</option>
                {all.map((choice) => (
                  <option key={choice} value={choice}>
                    {WORDS[choice]}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WORDS: Readonly<Record<Choice, string>> = {
  goes_on: 'go on with the next rule',
  review: 'ask a person',
  deny: 'deny',
};

function chosen(choices: MissingChoices, id: string, choice: Choice | undefined): MissingChoices {
  const { [id]: _, ...others } = choices;
  return choice === undefined ? others : { ...others, [id]: choice };
}

/** The definition in which the condition groups of these rules say it. */
export function withMissing(definition: readonly object[], choices: MissingChoices): readonly object[] {
  if (Object.keys(choices).length === 0) return definition;
  return JSON.parse(JSON.stringify(definition), (key, value: unknown) => {
    if (key !== 'condition_groups' || !Array.isArray(value)) return value;
    return value.map((group: { readonly id?: unknown }) => {
      const choice = typeof group.id === 'string' ? choices[group.id] : undefined;
      return choice === undefined ? group : { ...group, on_missing: choice };
    });
  }) as readonly object[];
}
