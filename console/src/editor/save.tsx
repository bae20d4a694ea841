import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { asJsonList, type Json } from '../../../core/json.ts';
import { ApiError, type ApiRequest } from '../api/http.ts';
import { TryPast } from '../backtests/try-past.tsx';
import { useMe } from '../session.tsx';
import { Question } from '../ui/act.tsx';
import { savingOf, type Saving } from '../workflows/access.ts';
import { differenceOf, isSame } from '../workflows/difference.ts';
import { ProposedInEnglish } from '../workflows/in-english.tsx';
import { WORKFLOW_CHANGES } from '../workflows/act.tsx';
import { workflowQuery } from '../workflows/queries.ts';
import type { WorkflowDetail } from '../workflows/records.ts';
import { savingRequest, whatSavingDoes } from '../workflows/saving.ts';
import type { Edited } from './use-edited.ts';
import type { Checked } from './use-verdict.ts';

interface Props {
  readonly workflow: WorkflowDetail;
  readonly etag: string;
  readonly edited: Edited;
  readonly checked: Checked;
  readonly onClose: () => void;
}

/** States the effects of saving before it is done, and the changes. */
export function Save({ workflow, etag, edited, checked, onClose }: Props) {
  const me = useMe();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { draft, change } = edited;
  const saving = savingOf(workflow, me);
  // The check lags behind typing: only a checked text is saved.
  const value = checked.now.text === draft.text ? checked.now.value : undefined;
  const request = requestOf(workflow, draft, value ?? [], saving);
  const leave = (): Promise<void> => {
    edited.forget();
    return navigate({ to: '/workflows/$id', params: { id: String(workflow.id) } });
  };
  const onRefused = async (error: Error): Promise<void> => {
    if (!(error instanceof ApiError) || error.code !== 'precondition_failed') return;
    const { workflow: now } = await client.fetchQuery({ ...workflowQuery(workflow.id), staleTime: 0 });
    // The response to an earlier attempt may have been lost: then the current version is the text to save.
    if (value !== undefined && isSaved(now, draft, value)) await leave();
  };
  const errors = checked.findings.filter(({ severity }) => severity === 'error').length;
  const warnings = checked.findings.length - errors;
  const isBehind = draft.etag !== etag;
  const canSave = value !== undefined && errors === 0 && !isBehind && draft.name.trim() !== '';
  return (
    <Question
      title={TITLES[saving]}
      label={BUTTONS[saving]}
      isReady={canSave}
      requests={[request]}
      curl={canSave ? [request] : []}
      changes={WORKFLOW_CHANGES}
      changesIfRefused={[]}
      onDone={leave}
      onRefused={onRefused}
      onClose={onClose}
    >
      <p>{whatSavingDoes(workflow, saving)}</p>
      {value !== undefined && !isBehind && <Changes workflow={workflow} edited={edited} value={value} />}
      {value !== undefined && errors === 0 && !isBehind && (
        <ProposedInEnglish
          workflowId={workflow.id}
          definition={value}
          useCase={draft.useCase.trim() === '' ? null : draft.useCase.trim()}
          version={workflow.version}
        />
      )}
      {Array.isArray(value) && errors === 0 && !isBehind && (
        <TryPast
          workflowId={workflow.id}
          tried={{
            definition: value.filter(isRecord),
            use_case: draft.useCase.trim() === '' ? null : draft.useCase.trim(),
          }}
          against={workflow.active ? workflow.version : null}
        />
      )}
      {value === undefined && <p className="message bad">The text cannot be read yet, so it cannot be saved.</p>}
      {errors > 0 && value !== undefined && (
        <p className="message bad">{errors === 1 ? 'An error keeps' : `${errors} errors keep`} it from being saved.</p>
      )}
      {warnings > 0 && errors === 0 && (
        <p className="message">
          {warnings === 1 ? 'It has a warning' : `It has ${warnings} warnings`}, which a person should have looked at.
        </p>
      )}
      {draft.name.trim() === '' && <p className="message bad">It needs a name.</p>}
      {isBehind && (
        <p className="message bad" role="alert">
          Somebody else changed this workflow since you began, so nothing was saved. Close this, and look at what they
          changed: your text is still here.
        </p>
      )}
      <label className="field">
        Why <span className="soft">(kept with it, not required)</span>
        <textarea
          rows={2}
          maxLength={2_000}
          value={draft.note}
          onChange={({ target }) => change({ note: target.value })}
        />
      </label>
    </Question>
  );
}

const TITLES: Readonly<Record<Saving, string>> = {
  live: 'Save, and put it live?',
  draft: 'Save?',
  ask: 'Ask that it goes live?',
  no: 'Your role does not save workflows',
};
const BUTTONS: Readonly<Record<Saving, string>> = {
  live: 'Save, live at once',
  draft: 'Save',
  ask: 'Ask for it',
  no: 'Save',
};

function requestOf(workflow: WorkflowDetail, draft: Edited['draft'], value: Json, saving: Saving): ApiRequest {
  const useCase = draft.useCase.trim() === '' ? null : draft.useCase.trim();
  const content = {
    definition: value,
    ...(draft.name.trim() === workflow.name ? {} : { name: draft.name.trim() }),
    ...(useCase === workflow.use_case ? {} : { use_case: useCase }),
  };
  return savingRequest(workflow, saving, { content, note: draft.note, etag: draft.etag });
}

function isSaved(now: WorkflowDetail, draft: Edited['draft'], value: Json): boolean {
  return (
    isSame(asJsonList(now.definition), value) &&
    now.name === draft.name.trim() &&
    (now.use_case ?? '') === draft.useCase.trim()
  );
}

function Changes({ workflow, edited, value }: Pick<Props, 'workflow' | 'edited'> & { readonly value: Json }) {
  const { name, useCase } = edited.draft;
  const { changes, isReordered } = useMemo(
    () => differenceOf(workflow.definition, Array.isArray(value) ? value.filter(isRecord) : []),
    [workflow, value],
  );
  const isRenamed = name.trim() !== workflow.name;
  const isForOther = useCase.trim() !== (workflow.use_case ?? '');
  return (
    <ul>
      {isRenamed && (
        <li>
          Its name: <bdi>{name.trim()}</bdi>
        </li>
      )}
      {isForOther && (
        <li>
          Its use case: <bdi>{useCase.trim() === '' ? 'none' : useCase.trim()}</bdi>
        </li>
      )}
      {changes.slice(0, MOST_CHANGES).map(({ id, kind }) => (
        <li key={id}>
          <bdi>{id}</bdi>: {kind}
        </li>
      ))}
      {changes.length > MOST_CHANGES && <li>and {changes.length - MOST_CHANGES} more nodes</li>}
      {isReordered && <li>The order in which its nodes are written</li>}
      {changes.length === 0 && !isRenamed && !isForOther && !isReordered && (
        <li>Nothing but how it is written, so no version comes of it.</li>
      )}
    </ul>
  );
}

const MOST_CHANGES = 12;
const isRecord = (one: Json): one is { [key: string]: Json } =>
  typeof one === 'object' && one !== null && !Array.isArray(one);
