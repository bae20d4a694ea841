import { useState } from 'react';
import { STANDARD_SPECS } from '../../../core/fields/standard.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import type { RequestStep } from '../../../core/sources/request.ts';
import { Chosen, Faults, Line } from './controls.tsx';
import { withKind, withSteps, type Draft } from './draft.ts';
import type { Fault } from './faults.ts';
import { bodyOf, membersOf, type Member } from './written.ts';

const KINDS = [
  ['http', 'requests of its own', 'You say below what it is sent and how its answer is read.'],
  [
    'cascade',
    'ours',
    'A POST of product, applicant and property, answered with the report: for a service that you write yourself.',
  ],
] as const;
const METHODS = [
  ['POST', 'POST'],
  ['GET', 'GET'],
  ['PUT', 'PUT'],
] as const;
const NEW_STEP: RequestStep = { method: 'GET', path: '/reports/{{answer.id}}' };

interface Props {
  readonly draft: Draft;
  readonly declared: FieldSpecs;
  readonly faults: readonly Fault[];
  readonly onChange: (draft: Draft) => void;
}

/** The requests to the vendor. The address and the credentials belong to the connection. */
export function RequestPart({ draft, declared, faults, onChange }: Props) {
  const { kind, steps = [] } = draft.request;
  const faultsOf = (index: number) => faults.filter(({ of }) => of?.kind === 'step' && of.index === index);
  const set = (index: number, step: RequestStep): void =>
    onChange(
      withSteps(
        draft,
        steps.map((each, at) => (at === index ? step : each)),
      ),
    );
  return (
    <section className="card" aria-label="How the vendor is asked">
      <h2>How the vendor is asked</h2>
      <fieldset className="roles">
        <legend>The vendor takes</legend>
        {KINDS.map(([each, name, about]) => (
          <label key={each} className="check">
            <input type="radio" name="kind" checked={kind === each} onChange={() => onChange(withKind(draft, each))} />
            <span>
              <strong>{name}</strong> <span className="soft">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {steps.map((step, index) => (
        <Step
          key={index}
          title={steps.length === 1 ? 'The request' : index === 0 ? 'First request' : 'Second request'}
          step={step}
          hasAnswer={index > 0}
          faults={faultsOf(index)}
          onChange={(next) => set(index, next)}
          onRemove={
            steps.length === 1
              ? undefined
              : () =>
                  onChange(
                    withSteps(
                      draft,
                      steps.filter((_, at) => at !== index),
                    ),
                  )
          }
        />
      ))}
      {kind === 'http' && steps.length === 1 && (
        <div className="buttons">
          <button type="button" onClick={() => onChange(withSteps(draft, [...steps, NEW_STEP]))}>
            Add a second request
          </button>
          <span className="soft small">If the report is asked for with what the first one is answered.</span>
        </div>
      )}
      <datalist id="source-values">
        {[...new Set([...PERSON, ...OF_PULL, ...STANDARD_SPECS.keys(), ...declared.keys()])].map((path) => (
          <option key={path} value={`{{${path}}}`} />
        ))}
      </datalist>
    </section>
  );
}

/** Our reference of the order, and the address for its callback. */
const OF_PULL = ['pull.reference', 'pull.callback_url'];
/** Fields that the payload of any applicant may have. */
const PERSON = ['first_name', 'last_name', 'email', 'phone', 'date_of_birth', 'ssn'].map((name) => `applicant.${name}`);

interface StepProps {
  readonly title: string;
  readonly step: RequestStep;
  readonly hasAnswer: boolean;
  readonly faults: readonly Fault[];
  readonly onChange: (step: RequestStep) => void;
  readonly onRemove: (() => void) | undefined;
}

const BODY_FORMS = [
  ['json', 'JSON'],
  ['form', 'a form'],
] as const;

function Step({ title, step, hasAnswer, faults, onChange, onRemove }: StepProps) {
  const { method, path, headers = {}, body, body_form: bodyForm = 'json' } = step;
  const { body: _body, body_form: _form, ...withoutBody } = step;
  const { headers: _headers, ...withoutHeaders } = step;
  return (
    <fieldset className="field-row">
      <legend>{title}</legend>
      <div className="field-controls source-step">
        <Chosen
          label="Method"
          value={method}
          options={METHODS}
          onChange={(chosen) =>
            chosen !== undefined && onChange({ ...(chosen === 'GET' ? withoutBody : step), method: chosen })
          }
        />
        <Line
          label="Path"
          className="wide-control"
          value={path}
          maxLength={1_000}
          placeholder="/v1/scores"
          hint={`Behind the address of the connection. ${hasAnswer ? '{{answer.id}} is a value of the answer before.' : 'A {{path}} in it becomes a value of the applicant; nothing that identifies a person may stand there.'}`}
          onChange={(text) => onChange({ ...step, path: text })}
        />
        {onRemove !== undefined && (
          <button type="button" className="quiet" onClick={onRemove}>
            Remove this request
          </button>
        )}
      </div>
      {method !== 'GET' && (
        <Members
          title="Body"
          hint="Each line is a member of what is sent: person.name stands in person. A value is a text, or {{applicant.last_name}} for one of the applicant; a member without a value is left out."
          members={membersOf(body)}
          readBack={(members) => membersOf(bodyOf(members))}
          onChange={(members) => onChange({ ...step, body: bodyOf(members) })}
        />
      )}
      {body !== undefined && (
        <div className="field-controls">
          <Chosen
            label="Body written as"
            value={bodyForm}
            options={BODY_FORMS}
            onChange={(form) => onChange({ ...withoutBody, body, ...(form === 'form' ? { body_form: form } : {}) })}
          />
        </div>
      )}
      <details className="field-words" open={Object.keys(headers).length > 0}>
        <summary>Further headers</summary>
        <Members
          title="Headers"
          hint="Credentials belong to the connection."
          members={Object.entries(headers).map(([name, value]) => ({ name, value }))}
          onChange={(members) =>
            onChange(
              members.length === 0
                ? withoutHeaders
                : { ...step, headers: Object.fromEntries(members.map(({ name, value }) => [name, value])) },
            )
          }
        />
      </details>
      <Faults faults={faults} />
    </fieldset>
  );
}

interface MembersProps {
  readonly title: string;
  readonly hint: string;
  readonly members: readonly Member[];
  /** Gives the lines as the draft will hold them; the same lines if left out. */
  readonly readBack?: (members: readonly Member[]) => readonly Member[];
  readonly onChange: (members: readonly Member[]) => void;
}

/** Lines of names and values. A line without a name is not part of the request yet. */
function Members({ title, hint, members, readBack = (lines) => lines, onChange }: MembersProps) {
  const [rows, setRows] = useState<readonly Member[]>(members);
  const [seen, setSeen] = useState(members);
  // The draft was changed elsewhere, for instance as JSON: its lines replace those that are shown.
  if (JSON.stringify(seen) !== JSON.stringify(members)) {
    setSeen(members);
    setRows(members);
  }
  const set = (next: readonly Member[]): void => {
    setRows(next);
    const whole = next.filter(({ name }) => name.trim() !== '');
    setSeen(readBack(whole));
    onChange(whole);
  };
  return (
    <div className="field-words" role="group" aria-label={title}>
      <h3>{title}</h3>
      <p className="soft small">{hint}</p>
      {rows.map((row, index) => {
        const change = (part: Partial<Member>): void =>
          set(rows.map((each, at) => (at === index ? { ...each, ...part } : each)));
        return (
          <div className="member-row" key={index}>
            <Line label="Name" value={row.name} placeholder="person.name" onChange={(name) => change({ name })} />
            <Line
              label="Value"
              value={row.value}
              list="source-values"
              maxLength={1_000}
              placeholder="{{applicant.last_name}}"
              onChange={(value) => change({ value })}
            />
            <button
              type="button"
              className="quiet"
              aria-label={`Remove ${row.name === '' ? 'this line' : row.name}`}
              onClick={() => set(rows.filter((_, at) => at !== index))}
            >
              Remove
            </button>
          </div>
        );
      })}
      <button type="button" onClick={() => setRows([...rows, { name: '', value: '' }])}>
        Add a line
      </button>
    </div>
  );
}
