import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { validateDefinition } from '../../../core/cascade/validate.ts';
import type { FieldSpecs } from '../../../core/fields/spec.ts';
import { nameIn } from '../../../core/picture/graph.ts';
import { graphOf } from '../../../core/picture/of-definition.ts';
import { Subjects } from '../../../core/readback/subject.ts';
import type { RowList } from '../../../core/rows/row.ts';
import { dictionaryQuery } from '../fields/queries.ts';
import { ownCodesIn, pulledSourcesQuery } from './own-sources.ts';
import { dictionaryOfCascade } from '../policy/fields.ts';
import { CountsOf } from '../overview/of-workflow.tsx';
import { useMay } from '../session.tsx';
import '../style/rules.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { CopyCurl } from '../ui/copy-curl.tsx';
import { Loading } from '../ui/parts.tsx';
import { drawableOf } from '../workflows/drawable.ts';
import type { WorkflowDetail } from '../workflows/records.ts';
import { comparableFields } from './comparable.ts';
import { Edges } from './edges.tsx';
import { sentRules } from './edited.ts';
import { readSentence, rulesQuery, rulesRequest } from './queries.ts';
import { RulesTable } from './rules-table.tsx';
import { SaveRules } from './save-rules.tsx';
import { useEditedRules } from './use-edited-rules.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The result of a save on another page. It is shown while the workflow has that version. */
    readonly said?: { readonly text: string; readonly version: number };
  }
}

interface Props {
  readonly workflow: WorkflowDetail;
}

/** The rules of the current version, for reading and editing. */
export function RulesCard({ workflow }: Props) {
  const { data, error } = useQuery(rulesQuery(workflow.id));
  const [said, setSaid] = useState<string | null>(null);
  const arrived = useRouterState({ select: ({ location }) => location.state.said });
  const told = said ?? (arrived?.version === workflow.version ? arrived.text : '');
  return (
    <section className="card" aria-label="Rules">
      <div className="claim">
        <h2>Rules: the first that holds decides</h2>
        <CopyCurl request={rulesRequest(workflow.id)} />
      </div>
      {error !== null && <ErrorMessage error={error} />}
      {error === null && data === undefined && <Loading />}
      {data !== undefined && (
        <Loaded key={data.etag} workflow={workflow} list={data.list} etag={data.etag} onSaid={setSaid} />
      )}
      {/* Shown where the save panel was. It is outside the rules, which are rendered from scratch for another version. */}
      <div className="rules-said" role="status">
        {told !== '' && <p className="message">{told}</p>}
      </div>
    </section>
  );
}

const NOTHING_DECLARED: FieldSpecs = new Map();

interface LoadedProps extends Props {
  readonly list: RowList;
  readonly etag: string;
  /** The result of the last save; empty once something else is changed. */
  readonly onSaid: (said: string) => void;
}

function Loaded({ workflow, list, etag, onSaid }: LoadedProps) {
  const { edited, isDirty, change, undo, forget } = useEditedRules(workflow.id, list, etag);
  const account = useQuery(dictionaryQuery).data?.specs ?? NOTHING_DECLARED;
  const { data: products } = useQuery(pulledSourcesQuery(ownCodesIn(workflow.definition)));
  const mayWrite = useMay('workflows:write');
  const [faults, setFaults] = useState(0);
  const [edges, setEdges] = useState<string | null>(null);
  // None of this changes while the user types.
  const read = useMemo(() => {
    const definition = validateDefinition(workflow.definition, undefined, { products }).definition ?? [];
    const dictionary = dictionaryOfCascade(definition, account);
    const subjects = new Subjects(definition, dictionary);
    return { subjects, fields: comparableFields(definition, dictionary, subjects) };
  }, [workflow.definition, account, products]);
  if (list.rules.length === 0 && list.everyone_else === null) return <NoRules workflow={workflow} list={list} />;
  return (
    <>
      <CountsOf workflowId={workflow.id}>
        <RulesTable
          {...{ edited, ...read }}
          mayChange={mayWrite}
          onChange={(next) => {
            onSaid('');
            change(next);
          }}
          onRead={(sentence) => readSentence(workflow.id, sentRules(edited), sentence)}
          onFaults={setFaults}
          onEdges={({ id }) => setEdges(id)}
        />
      </CountsOf>
      {list.no_rules !== null && <NoRules workflow={workflow} list={list} />}
      {edges !== null && <Edges workflow={workflow} ruleId={edges} isDirty={isDirty} onClose={() => setEdges(null)} />}
      {mayWrite && (
        <p className="small">
          <Link to="/workflows/$id/policy" params={{ id: String(workflow.id) }}>
            Change the text of the policy
          </Link>{' '}
          <span className="soft">– write it anew, and save a version of this workflow.</span>
        </p>
      )}
      {isDirty && (
        <SaveRules
          {...{ workflow, etag, edited, faults }}
          was={list}
          onDone={({ saved }, said) => {
            // A proposal does not change the version, and is shown among the waiting ones.
            if (saved === 'proposal') undo();
            else forget();
            onSaid(said);
          }}
          onUndo={undo}
        />
      )}
    </>
  );
}

function NoRules({ workflow, list: { rules, no_rules: because } }: Props & { readonly list: RowList }) {
  if (because === null) return <p className="soft">It has no rules yet.</p>;
  const name = nameIn(graphOf(drawableOf(workflow.definition)), because.node_id);
  return (
    <p className="message">
      {rules.length === 0 ? 'This is no list of rules' : 'What follows is no list of rules'}, so the picture and the
      steps tell it.{' '}
      {name !== '' && (
        <>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          :{' '}
        </>
      )}
      <bdi>{because.text}</bdi>
    </p>
  );
}
