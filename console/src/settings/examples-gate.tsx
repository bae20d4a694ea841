import { useState } from 'react';
import { EXAMPLES_GATES, type ExamplesGate } from '../../../core/examples/example.ts';
import { Act } from '../ui/act.tsx';
import { SETTING_CHANGES, type Company } from './queries.ts';

const WORDS: Readonly<Record<ExamplesGate, { readonly name: string; readonly text: string }>> = {
  shown: { name: 'Say it', text: 'A version whose examples fail goes live, and whoever puts it there is told.' },
  required: {
    name: 'Hold it up',
    text: 'A version whose examples fail goes live only with a reason that is kept, with four eyes that of the second person.',
  },
  off: { name: 'Do not ask', text: 'Examples are not asked at saves, and nobody is told.' },
};

/** The setting for how failing examples affect a version that would go live. */
export function ExamplesGateCard({ company, mayWrite }: { readonly company: Company; readonly mayWrite: boolean }) {
  const { examples_gate: gate } = company;
  const [chosen, setChosen] = useState<ExamplesGate>(gate);
  return (
    <section className="card" aria-label="Examples">
      <h2>Examples that fail</h2>
      <p>
        <strong>{WORDS[gate].name}.</strong> {WORDS[gate].text}
      </p>
      {mayWrite && (
        <div className="buttons">
          <Act
            label="Change"
            confirm="Save"
            title="If examples fail"
            request={{ method: 'PATCH', path: '/company', body: { examples_gate: chosen } }}
            isReady={chosen !== gate}
            onAsk={() => setChosen(gate)}
            changes={SETTING_CHANGES}
          >
            <fieldset className="plain-choice">
              <legend>If examples of a workflow fail</legend>
              {EXAMPLES_GATES.map((each) => (
                <label key={each} className="check">
                  <input type="radio" name="gate" checked={chosen === each} onChange={() => setChosen(each)} />
                  <span>
                    <strong>{WORDS[each].name}.</strong> {WORDS[each].text}
                  </span>
                </label>
              ))}
            </fieldset>
          </Act>
        </div>
      )}
    </section>
  );
}
