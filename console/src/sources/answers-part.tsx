import type { Json } from '../../../core/json.ts';
import type { Mapping } from '../../../core/sources/mapping.ts';
import { Chosen, Faults, Line } from './controls.tsx';
import { said, withAnswers, withReference, type Draft } from './draft.ts';
import type { Fault } from './faults.ts';
import { TextLines } from './text-lines.tsx';
import { MEANINGS } from './words.ts';
import { readValues, writeValues } from './written.ts';

type Answer = NonNullable<Mapping['answers']>[number];

interface Props {
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  readonly onChange: (draft: Draft) => void;
}

/** The vendor's answers that are no report, each with its meaning. */
export function AnswersPart({ draft, faults, onChange }: Props) {
  const answers = draft.mapping?.answers ?? [];
  const hasTwo = (draft.request.steps ?? []).length > 1;
  const set = (index: number, answer: Answer | undefined): void => {
    const next = answers.flatMap((each, at) => (at === index ? (answer === undefined ? [] : [answer]) : [each]));
    onChange(withAnswers(draft, next));
  };
  return (
    <section className="card" aria-label="Answers that are no report">
      <h2>Answers that are no report</h2>
      <p className="soft">
        Some vendors say by a status, or by a value, that they have nobody of that name, that the file is frozen, or
        that the report is not ready. The first line that fits an answer counts. Every other answer with a status of 200
        to 299 is read as a report.
      </p>
      {answers.map((answer, index) => (
        <div key={index} className="field-row" role="group" aria-label={`Answer ${index + 1}`}>
          {(hasTwo || answer.step !== undefined) && (
            <label className="check">
              <input
                type="checkbox"
                checked={answer.step === 1}
                onChange={({ target }) => set(index, said<Answer>({ ...answer, step: target.checked ? 1 : undefined }))}
              />
              Of the answer to the first request
            </label>
          )}
          <div className="answer-row">
            <TextLines
              label="If the status is"
              value={writeValues(answer.status)}
              placeholder="404"
              onChange={(text) => {
                const status = readValues(text).filter((each): each is number => typeof each === 'number');
                set(index, said<Answer>({ ...answer, status: status.length === 0 ? undefined : status }));
              }}
            />
            <Line
              label="and there stands at"
              value={answer.path ?? ''}
              placeholder="result.code"
              onChange={(path) => set(index, said<Answer>({ ...answer, path: path === '' ? undefined : path }))}
            />
            <TextLines
              label="one of"
              value={writeValues(answer.is as Json[] | undefined)}
              placeholder="not_found, unknown"
              onChange={(text) => {
                const is = readValues(text) as Answer['is'] & object;
                set(index, said<Answer>({ ...answer, is: is.length === 0 ? undefined : is }));
              }}
            />
            <Chosen
              label="it means that"
              value={answer.means}
              options={MEANINGS}
              onChange={(means) => means !== undefined && set(index, { ...answer, means })}
            />
            <button
              type="button"
              className="quiet"
              aria-label={`Remove answer ${index + 1}`}
              onClick={() => set(index, undefined)}
            >
              Remove
            </button>
          </div>
          <Faults faults={faults.filter(({ of }) => of?.kind === 'answer' && of.index === index)} />
        </div>
      ))}
      <button
        type="button"
        className="add"
        onClick={() => onChange(withAnswers(draft, [...answers, { status: [404], means: 'nobody' }]))}
      >
        Add a line
      </button>
      {draft.mapping !== undefined && (
        <Line
          label="Where an answer without a report names the order"
          className="field"
          value={draft.mapping.reference ?? ''}
          placeholder="reference"
          hint="For a vendor that takes its time: the name by which it is asked again"
          onChange={(path) => onChange(withReference(draft, path))}
        />
      )}
    </section>
  );
}
