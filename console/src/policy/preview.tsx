import { nameIn, type GraphNode } from '../../../core/picture/graph.ts';
import { useMemo, useState, type ReactNode } from 'react';
import type { GenerationPreview } from '../api/records.ts';
import { ReadingText } from '../workflows/reading-text.tsx';
import { ApprovedWithout, notesOfMissing, withMissing, type MissingChoices } from './approved-without.tsx';
import { ExampleTables } from './examples.tsx';
import { nodesOf } from './graph.ts';
import { bare, itemsOf, otherErrors, readWith, type Item, type Suggestion } from './items.ts';
import { litBy, type Pointed } from './lit.ts';
import { Result } from './result.tsx';
import { Sentences } from './sentences.tsx';
import { TryCard } from './try-card.tsx';
import { ReadTwice } from './twice.tsx';
import { useAsked } from './use-asked.ts';
import { useReadAnew } from './use-read-anew.ts';
import { useTry } from './use-try.ts';
import { WayPicture } from './way-picture.tsx';
import { Coded } from '../ui/coded.tsx';

interface Props {
  readonly preview: GenerationPreview;
  /** The text that was read. */
  readonly policy: string;
  readonly useCase: string;
  /** The current text in the field. */
  readonly text: string;
  readonly isStale: boolean;
  /** The chosen behavior of rules without a value. It survives reading the text again. */
  readonly missing: MissingChoices;
  readonly onMissing: (missing: MissingChoices) => void;
  readonly onShow: (item: Item) => void;
  readonly onTake: (item: Item, suggestion: Suggestion) => void;
  readonly finish: (made: ReadPolicy) => ReactNode;
}

/** A policy that was read and can be saved. */
export interface ReadPolicy {
  readonly name: string;
  readonly definition: readonly object[];
  readonly useCase: string;
  readonly note: string;
  /** True if the text was changed after it was read. */
  readonly isStale: boolean;
}

/** How a policy was read, for its author to check. */
export function Preview(props: Props) {
  return props.preview.valid ? <Valid {...props} /> : <Refused {...props} />;
}

function Refused({ preview, text, onShow, onTake }: Props) {
  const items = itemsOf(preview);
  const unread = items.filter(({ kind }) => kind === 'unread').length;
  const others = otherErrors(preview);
  return (
    <section className="card" aria-label="What was read">
      <h2 id="read" tabIndex={-1}>
        {unread === 0
          ? 'It cannot be made a workflow'
          : `${unread} ${unread === 1 ? 'place needs' : 'places need'} other words`}
      </h2>
      <p>
        Nothing is guessed: the policy becomes a workflow when every rule of it is read in one way. Change these places
        in the text above, then read it again. <a href="/docs/policies">How to write it</a>
      </p>
      <Sentences
        {...{ items, text, onShow, onTake }}
        lit={new Set()}
        chosen={null}
        onPoint={() => undefined}
        onChoose={() => undefined}
      />
      {others.length > 0 && (
        <ul className="findings">
          {others.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="error">
              <bdi>
                <Coded text={message} />
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Valid({ preview, policy, useCase, text, isStale, missing, onMissing, onShow, onTake, finish }: Props) {
  const { explanation, warnings, definition_warnings: saved } = preview;
  const definition = useMemo(() => withMissing(preview.definition, missing), [preview, missing]);
  const { reading, examples } = useReadAnew(preview, { definition, useCase });
  const items = useMemo(() => readWith(itemsOf(preview), reading, Object.keys(missing)), [preview, reading, missing]);
  const nodes = useMemo(() => nodesOf(definition), [definition]);
  const notes = useMemo(
    () => notesOfMissing(preview.approved_without ?? [], preview.definition, missing),
    [preview, missing],
  );
  const asked = useAsked(definition);
  const attempt = useTry({ definition, useCase });
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [chosen, setChosen] = useState<Pointed | null>(null);
  const lit = litBy(pointed ?? chosen, items);
  const chosenNode = chosen !== null && 'node' in chosen ? chosen.node : null;
  const chooseNode = (id: string | null): void => setChosen(id === null || id === chosenNode ? null : { node: id });
  const aside = items.filter(({ kind }) => kind === 'aside').length;
  return (
    <div className="policy-preview">
      <div className="body">
        <ApprovedWithout
          approved={preview.approved_without ?? []}
          definition={preview.definition}
          choices={missing}
          onChoose={onMissing}
        />
        <ReadTwice explanation={explanation} />
        <section className="card" aria-label="What was read">
          <h2 id="read" tabIndex={-1}>
            What was read
          </h2>
          {isStale && <p className="message">You have changed the text since. Read it again before you create it.</p>}
          <p className="soft small">
            Compare each sentence with what it was read as. Choose one, and its steps light up in the picture; choose a
            step, and its sentences do.{aside > 0 && ` ${aside} left aside: check that they decide nothing.`}
          </p>
          <p>
            If all of it is what you mean, <a href="#create">save it</a>.
          </p>
          <Sentences
            {...{ items, text, onShow, onTake }}
            lit={lit.items}
            chosen={chosen !== null && 'item' in chosen ? chosen.item : null}
            onPoint={(key) => setPointed(key === null ? null : { item: key })}
            onChoose={(key) =>
              setChosen(chosen !== null && 'item' in chosen && chosen.item === key ? null : { item: key })
            }
          />
        </section>
        <Assumed assumptions={explanation?.assumptions ?? []} settled={Object.keys(missing)} />
        <Warned
          warnings={[...untold(warnings, explanation), ...besides(warnings, saved)]}
          nodes={nodes}
          onNode={chooseNode}
        />
        {examples !== undefined && (
          <section className="card" aria-label="Applicants to check">
            <h2>Check these applicants</h2>
            <p className="soft small">
              At and beside each limit (in bold): is what becomes of them what the policy means? Try one to see its way
              and its letter.
            </p>
            <ExampleTables examples={examples} onTry={attempt.put} />
          </section>
        )}
        <TryCard asked={asked} attempt={attempt} />
        {reading !== undefined && (
          <section className="card" aria-label="The whole in English">
            <details>
              <summary>
                <h2>The whole in English</h2>
              </summary>
              <ReadingText reading={reading} nodes={nodes} chosen={chosenNode} onNode={chooseNode} />
            </details>
          </section>
        )}
        {finish({ name: preview.name, definition, useCase, note: `Made of this policy:\n${policy}`, isStale })}
      </div>
      <div className="side">
        <Result nodes={nodes} attempt={attempt} />
        <section className="card" aria-label="Picture">
          <h2>The workflow</h2>
          <WayPicture
            {...{ nodes, notes, attempt, chosen: chosenNode }}
            lit={lit.nodes}
            onNode={chooseNode}
            onPoint={(id) => setPointed(id === null ? null : { node: id })}
          />
        </section>
      </div>
    </div>
  );
}

interface AssumedProps {
  readonly assumptions: readonly string[];
  /** Sentences that a choice has settled. */
  readonly settled: readonly string[];
}

function Assumed({ assumptions: all, settled }: AssumedProps) {
  const assumptions = all.filter((text) => !settled.some((sentence) => text.includes(`"${bare(sentence)}"`)));
  if (assumptions.length === 0) return null;
  return (
    <section className="card" aria-label="What was assumed">
      <h2>What was assumed</h2>
      <p className="soft small">The policy does not say it. If you mean something else, write it down.</p>
      <ul>
        {assumptions.map((assumption) => (
          <li key={assumption}>
            <bdi>{assumption}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WarnedProps {
  readonly warnings: readonly { readonly code: string; readonly node_id: string; readonly message: string }[];
  readonly nodes: readonly GraphNode[];
  readonly onNode: (id: string) => void;
}

/** The warnings that are not already shown with the compared readings. */
function untold(warnings: GenerationPreview['warnings'], explanation: GenerationPreview['explanation']) {
  const isTold = (code: string): boolean =>
    code === 'readings_disagree' || code === 'not_accounted_for' || code === 'read_once';
  return explanation?.readings === undefined ? warnings : warnings.filter(({ code }) => !isTold(code));
}

/** Generation and saving can warn of the same problem at one node in different words. */
function besides(warnings: GenerationPreview['warnings'], saved: WarnedProps['warnings']): WarnedProps['warnings'] {
  return saved.filter(({ code, node_id: id }) => !warnings.some((said) => said.code === code && said.node_id === id));
}

function Warned({ warnings, nodes, onNode }: WarnedProps) {
  if (warnings.length === 0) return null;
  return (
    <section className="card" aria-label="Warnings">
      <h2>Look at these before you create it</h2>
      <ul className="findings">
        {warnings.map(({ code, node_id: id, message }) => (
          <li key={`${code} ${id} ${message}`} className="warning">
            <button type="button" className="quiet" onClick={() => onNode(id)}>
              <bdi>{nameIn(nodes, id)}</bdi>
            </button>
            <p>
              <bdi>
                <Coded text={message} />
              </bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
