import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorMessage } from '../ui/errors.tsx';
import { Empty, Loading } from '../ui/parts.tsx';
import { Create } from './create.tsx';
import { nodesOf } from './graph.ts';
import { templateQuery, templatesQuery } from './queries.ts';
import { Result } from './result.tsx';
import { TryCard } from './try-card.tsx';
import { TENANT_SCREENING } from './use-cases.ts';
import { useAsked } from './use-asked.ts';
import { useTry } from './use-try.ts';
import { WayPicture } from './way-picture.tsx';
import type { TemplateDetail } from './records.ts';

/** Cascades to start from. Each can be viewed and tried before it is used. */
export function Templates({ onCreated }: { readonly onCreated: (workflowId: number) => void }) {
  const { data: templates, error } = useQuery(templatesQuery);
  const [chosen, setChosen] = useState<number | null>(null);
  if (error !== null) return <ErrorMessage error={error} />;
  if (templates === undefined) return <Loading />;
  if (templates.length === 0) {
    return (
      <Empty title="There are no templates">
        <p>An operator loads them. Begin with a policy text instead.</p>
      </Empty>
    );
  }
  return (
    <>
      <ul className="templates">
        {templates.map(({ id, name, description, featured }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
              <strong>{name}</strong>
              {featured && <span className="tag">recommended</span>}
              <span className="soft small">{description}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && <Template key={chosen} id={chosen} onCreated={onCreated} />}
    </>
  );
}

function Template({ id, onCreated }: { readonly id: number; readonly onCreated: (workflowId: number) => void }) {
  const { data: template, error } = useQuery(templateQuery(id));
  if (error !== null) return <ErrorMessage error={error} />;
  return template === undefined ? <Loading /> : <Shown template={template} onCreated={onCreated} />;
}

interface ShownProps {
  readonly template: TemplateDetail;
  readonly onCreated: (workflowId: number) => void;
}

function Shown({ template: { name, definition, category, examples }, onCreated }: ShownProps) {
  const useCase = category ?? TENANT_SCREENING;
  const asked = useAsked(definition);
  const attempt = useTry({ definition, useCase });
  const nodes = nodesOf(definition);
  return (
    <div className="policy-preview">
      <div className="body">
        <Create
          name={name}
          made={{ definition, useCase, note: `From the template “${name}”.`, examples }}
          onCreated={onCreated}
        />
        <TryCard asked={asked} attempt={attempt} />
      </div>
      <div className="side">
        <Result nodes={nodes} attempt={attempt} />
        <section className="card" aria-label="Picture">
          <h2>{name}</h2>
          <WayPicture nodes={nodes} attempt={attempt} />
        </section>
      </div>
    </div>
  );
}
