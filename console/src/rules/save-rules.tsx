import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RowList } from '../../../core/rows/row.ts';
import { TryPast } from '../backtests/try-past.tsx';
import { useHeldByResults } from '../examples/failing.tsx';
import { useMe } from '../session.tsx';
import { ActForm } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { useLater } from '../ui/later.ts';
import { goingLive } from '../workflows/access.ts';
import { WORKFLOW_CHANGES } from '../workflows/act.tsx';
import type { WorkflowDetail } from '../workflows/records.ts';
import { ChangedRules } from './changed-list.tsx';
import { sentRules, type EditedRules } from './edited.ts';
import { Effects } from './effects.tsx';
import { previewQuery, saveRequest, type RulesChange } from './queries.ts';
import { savedWords, WHAT_CHANGES } from './words.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  /** The saved rules. */
  readonly was: RowList;
  readonly edited: EditedRules;
  /** Number of inputs without a valid figure. */
  readonly faults: number;
  /** Called with the result and a message about it. */
  readonly onDone: (made: RulesChange, said: string) => void;
  readonly onUndo: () => void;
}

/** Pause in typing after which the service is asked for the effects. */
const ASK_MS = 600;

/**
 * The effects of unsaved changes: first who is treated differently, then the changed rules. The rules can be saved here
 * once the effects are shown. Saving and activating are separate actions.
 */
export function SaveRules({ workflow, etag, was, edited, faults, onDone, onUndo }: Props) {
  const me = useMe();
  const { id, active, version } = workflow;
  const rules = sentRules(edited);
  const asked = useLater(JSON.stringify(rules), ASK_MS);
  const preview = useQuery({
    ...previewQuery(id, etag, JSON.parse(asked) as typeof rules),
    enabled: faults === 0,
  });
  // A response about an older state of the rules does not apply to the current one.
  const isOfThese = asked === JSON.stringify(rules) && faults === 0;
  const { data, error } = isOfThese ? preview : { data: undefined, error: null };
  const [activates, setActivates] = useState(false);
  const [note, setNote] = useState('');
  const held = useHeldByResults(id, data?.examples?.failing ?? [], activates);
  const mayActivate = active && goingLive(me) === 'put';
  const nameOf = (field: string): string => ruleNamed(field) ?? field;
  const said =
    faults > 0
      ? 'A figure is no number yet.'
      : data !== undefined
        ? 'Nothing is saved yet.'
        : error === null
          ? 'Looking whom it concerns …'
          : '';
  return (
    <section className="save-bar" id={WHAT_CHANGES} tabIndex={-1} aria-label="What it changes">
      <ActForm<RulesChange>
        label={activates ? 'Activate' : 'Save'}
        requests={[
          saveRequest(id, etag, {
            ...rules,
            activate: activates,
            note: note.trim() === '' ? null : note.trim(),
            ...held.body,
          }),
        ]}
        isReady={data?.is_changed === true && held.isReady}
        changes={WORKFLOW_CHANGES}
        onDone={([made]) => {
          if (made !== undefined) onDone(made, savedWords(made, activates));
        }}
        nameOf={nameOf}
        other={
          <button type="button" onClick={onUndo}>
            Undo all
          </button>
        }
      >
        <div className="what-changes">
          {error !== null && <ErrorMessage error={error} nameOf={nameOf} />}
          {data !== undefined && !data.is_changed && <p className="message">Nothing would change.</p>}
          {data?.is_changed === true && (
            <>
              {held.shown}
              <h3>Who is treated differently</h3>
              <Effects {...data} />
              <TryPast
                workflowId={id}
                tried={{ definition: data.definition, use_case: workflow.use_case }}
                against={active ? version : null}
              />
              <h3>The rules that change</h3>
              <ChangedRules before={was} after={data} />
            </>
          )}
          {mayActivate ? (
            <fieldset className="plain-choice">
              <legend>When</legend>
              <label className="check">
                <input type="radio" name="activates" checked={!activates} onChange={() => setActivates(false)} />
                Save it. Version {version} stays live until this is activated, best by another person.
              </label>
              <label className="check">
                <input type="radio" name="activates" checked={activates} onChange={() => setActivates(true)} />
                Activate it now, as version {version + 1}. Executions that were accepted go on with their version.
              </label>
            </fieldset>
          ) : (
            <p className="soft small">
              {active
                ? `Version ${version} stays live until a person who wrote none of this activates it.`
                : `It becomes version ${version + 1} of the draft. Nothing goes live.`}
            </p>
          )}
          <details>
            <summary>Say why</summary>
            <label className="field">
              Why <span className="soft">(kept with it, not required)</span>
              <textarea rows={2} maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
            </label>
          </details>
        </div>
        <p className="soft small" role="status">
          {said}
        </p>
      </ActForm>
    </section>
  );
}

/** `rules[2].when` is rule 3. */
function ruleNamed(field: string): string | null {
  const match = /^rules\[(\d+)\](?:\.(.*))?$/.exec(field);
  if (match === null) return null;
  const [, index = '0', member] = match;
  return `Rule ${Number(index) + 1}${member === undefined ? '' : `, ${member.replaceAll(/[._]/g, ' ')}`}`;
}
