import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RowList } from '../../../core/rows/row.ts';
import { RESULT_WORDS } from '../policy/examples.tsx';
import { useMe } from '../session.tsx';
import { Question } from '../ui/act.tsx';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { goingLive } from '../workflows/access.ts';
import { WORKFLOW_CHANGES } from '../workflows/act.tsx';
import type { WorkflowDetail } from '../workflows/records.ts';
import { sentRules, type EditedRules } from './edited.ts';
import { previewQuery, saveRequest, type RulesChange } from './queries.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  /** As they are saved. */
  readonly was: RowList;
  readonly edited: EditedRules;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Who is treated differently, before any wording; then the words that change. Saving and activating are two acts. */
export function SaveRules({ workflow, etag, was, edited, onDone, onClose }: Props) {
  const me = useMe();
  const { id, active, version } = workflow;
  const rules = sentRules(edited);
  const { data, error } = useQuery(previewQuery(id, etag, rules));
  const [activates, setActivates] = useState(false);
  const [note, setNote] = useState('');
  const mayActivate = active && goingLive(me) === 'put';
  const nameOf = (field: string): string => ruleNamed(field) ?? field;
  return (
    <Question
      title="Save these rules?"
      label={activates ? 'Activate' : 'Save'}
      requests={[
        saveRequest(id, etag, { ...rules, activate: activates, note: note.trim() === '' ? null : note.trim() }),
      ]}
      isReady={data?.is_changed === true}
      changes={WORKFLOW_CHANGES}
      onDone={() => {
        onDone();
        onClose();
      }}
      onClose={onClose}
      nameOf={nameOf}
    >
      {data === undefined && error === null && <Loading />}
      {error !== null && <ErrorMessage error={error} nameOf={nameOf} />}
      {data !== undefined && <Effects change={data} was={was} />}
      {mayActivate ? (
        <fieldset className="plain-choice">
          <legend>When</legend>
          <label className="check">
            <input type="radio" name="activates" checked={!activates} onChange={() => setActivates(false)} />
            Save it. Version {version} stays live until this is activated, best by somebody else.
          </label>
          <label className="check">
            <input type="radio" name="activates" checked={activates} onChange={() => setActivates(true)} />
            Activate it now, as version {version + 1}. Executions that were accepted go on with their version.
          </label>
        </fieldset>
      ) : (
        <p>
          {active
            ? `Version ${version} stays live until somebody who wrote none of this activates it.`
            : `It becomes version ${version + 1} of the draft. Nothing goes live.`}
        </p>
      )}
      <label className="field">
        Why <span className="soft">(kept with it, not required)</span>
        <textarea rows={2} maxLength={2_000} value={note} onChange={({ target }) => setNote(target.value)} />
      </label>
    </Question>
  );
}

/** `rules[2].when` is rule 3. */
function ruleNamed(field: string): string | null {
  const match = /^rules\[(\d+)\](?:\.(.*))?$/.exec(field);
  if (match === null) return null;
  const [, index = '0', member] = match;
  return `Rule ${Number(index) + 1}${member === undefined ? '' : `, ${member.replaceAll(/[._]/g, ' ')}`}`;
}

interface EffectsProps {
  readonly change: RulesChange;
  readonly was: RowList;
}

function Effects({ change, was }: EffectsProps) {
  const { effects, more_effects: more, untried, is_changed: isChanged } = change;
  const { removed, added } = wordsChanged(change, was);
  if (!isChanged) return <p className="message">Nothing would change.</p>;
  return (
    <>
      <h3>Who is treated differently</h3>
      {effects.length === 0 && <p>No applicant that was tried at and beside the limits.</p>}
      <ul className="effects">
        {effects.map(({ text, field, range, before, after, is_worse: isWorse, others }) => (
          <li key={`${text} ${others.join()}`} className={isWorse ? 'worse' : 'better'}>
            <bdi>
              {field} {range}
            </bdi>
            : {RESULT_WORDS[before]} → <strong>{RESULT_WORDS[after]}</strong>
            {others.length > 0 && (
              <span className="soft small">
                {' '}
                with <bdi>{others.join('; ')}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="soft small">{more} more were found.</p>}
      {untried > 0 && <p className="soft small">{untried} comparisons were not tried: that would be too much work.</p>}
      <h3>The words that change</h3>
      {removed.length + added.length === 0 && <p>None.</p>}
      <ul className="changed-lines">
        {removed.map((line) => (
          <li key={line} className="removed">
            <del>
              <bdi>{line}</bdi>
            </del>
          </li>
        ))}
        {added.map((line) => (
          <li key={line} className="added">
            <ins>
              <bdi>{line}</bdi>
            </ins>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sentences that change. Where none does, as where a rule gets another reason, the readings that do. */
function wordsChanged(change: RulesChange, was: RowList): Pick<RulesChange, 'removed' | 'added'> {
  const textsOf = ({
    rules,
    everyone_else: rest,
  }: Pick<RulesChange, 'rules' | 'everyone_else'> | RowList): string[] => [
    ...rules.map(({ text }) => text),
    ...(rest === null ? [] : [rest.text]),
  ];
  const [before, after] = [textsOf(was), textsOf(change)];
  const removed = before.filter((text) => !after.includes(text));
  const added = after.filter((text) => !before.includes(text));
  return removed.length + added.length === 0 ? change : { removed, added };
}
