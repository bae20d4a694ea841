import { CAUSES, type Backtest, type BacktestResult, type Moved } from './records.ts';
import { backtestSentence, FATE_WORDS, fateOf, FATES, movesOf, sidesWords } from './words.ts';
import '../style/backtests.css';

interface Props {
  readonly result: BacktestResult;
  readonly sample: Backtest['sample'];
}

/** The result of a backtest: one sentence about what would have changed, then the figures behind it. */
export function Result({ result, sample }: Props) {
  const { outcomes, approvals, denials, asked, letters, undetermined, parted, compared } = result;
  return (
    <div className="backtest-result">
      <p className="backtest-sentence">
        <strong>{backtestSentence(result, sample)}</strong>
      </p>
      {compared > 0 && (
        <>
          <Matrix outcomes={outcomes} />
          <dl className="backtest-figures">
            <Line name="Approved" value={sidesWords(approvals)} />
            <Line name="Denied" value={sidesWords(denials)} />
            <Line name="A person is asked" value={sidesWords(asked)} />
          </dl>
          <Rules parted={parted} />
          <Letters letters={letters} />
        </>
      )}
      {undetermined.count > 0 && <Undetermined undetermined={undetermined} />}
    </div>
  );
}

const Line = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

/** Rows: actual outcomes. Columns: outcomes under the tested rules. */
function Matrix({ outcomes }: { readonly outcomes: readonly Moved[] }) {
  const cells = outcomes.map((each) => ({
    from: fateOf(each.old, each.old_asked),
    to: fateOf(each.new, each.new_asked),
    count: each.count,
  }));
  const shown = FATES.filter((fate) => cells.some(({ from, to }) => from === fate || to === fate));
  const of = (from: string, to: string): number =>
    cells.filter((cell) => cell.from === from && cell.to === to).reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="wide" tabIndex={0} role="region" aria-label="Outcomes">
      <p className="soft small">Each row: what became of them. Each column: what would have.</p>
      <table className="backtest-matrix" aria-label="What became of applicants, and what would">
        <thead>
          <tr>
            <td></td>
            {shown.map((fate) => (
              <th key={fate} scope="col">
                {FATE_WORDS[fate]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((from) => (
            <tr key={from}>
              <th scope="row">{FATE_WORDS[from]}</th>
              {shown.map((to) => {
                const count = of(from, to);
                return (
                  <td key={to} className={from === to ? 'same' : count > 0 ? 'moved' : ''}>
                    {count.toLocaleString('en')}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rules({ parted }: Pick<BacktestResult, 'parted'>) {
  if (parted.length === 0) return null;
  return (
    <>
      <h3>By the first rule at which they part</h3>
      <ul className="plain backtest-rules">
        {parted.map(({ rule, sentence, count, changes }) => (
          <li key={rule ?? ''}>
            <p>
              <strong>{count.toLocaleString('en')}</strong> <bdi>{sentence ?? rule ?? 'No rule says it'}</bdi>
            </p>
            <p className="soft small">
              {movesOf(changes)
                .map(
                  ({ from, to, count: some }) => `${some.toLocaleString('en')} ${FATE_WORDS[from]} → ${FATE_WORDS[to]}`,
                )
                .join('; ')}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Letters({
  letters: { only_new: more, only_old: fewer, reasons_differ: others },
}: Pick<BacktestResult, 'letters'>) {
  const lines = [
    [more, 'would get a letter who got none'],
    [fewer, 'would get no letter who got one'],
    [others, 'would get a letter with other reasons, agencies or another recipient'],
  ] as const;
  const told = lines.filter(([count]) => count > 0);
  return (
    <>
      <h3>Letters that change</h3>
      {told.length === 0 ? (
        <p>None.</p>
      ) : (
        <ul>
          {told.map(([count, words]) => (
            <li key={words}>
              {count.toLocaleString('en')} {words}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Undetermined({ undetermined: { count, causes } }: Pick<BacktestResult, 'undetermined'>) {
  return (
    <>
      <h3>Not known</h3>
      <p>Of {count.toLocaleString('en')} it cannot be told, and nothing is guessed:</p>
      <ul>
        {causes.map(({ cause, side, old, count: some }) => (
          <li key={`${cause} ${side} ${old ?? ''}`}>
            {some.toLocaleString('en')}
            {old !== null && ` who were ${FATE_WORDS[fateOf(old, false)]}`}: {CAUSES[cause]}
            {side === 'old' && ', by the rules that are compared with'}
          </li>
        ))}
      </ul>
    </>
  );
}
