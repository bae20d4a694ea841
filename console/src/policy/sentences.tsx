import { placeOf, type Item, type Suggestion } from './items.ts';
import { Coded } from '../ui/coded.tsx';

interface Props {
  readonly items: readonly Item[];
  /** The current policy text in the field. */
  readonly text: string;
  /** Keys of the items whose nodes are highlighted. */
  readonly lit: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onPoint: (key: string | null) => void;
  readonly onChoose: (key: string) => void;
  /** Selects the words in the field. */
  readonly onShow: (item: Item) => void;
  readonly onTake: (item: Item, suggestion: Suggestion) => void;
}

/** Each sentence of the policy beside its reading. */
export function Sentences({ items, lit, ...more }: Props) {
  return (
    <ol className="sentences">
      {items.map((item) => (
        <li key={item.key} className={`${item.kind} ${lit.has(item.key) ? 'lit' : ''}`}>
          {item.kind === 'read' ? <Read item={item} {...more} /> : <NotRead item={item} {...more} />}
        </li>
      ))}
    </ol>
  );
}

type Rest = Omit<Props, 'items' | 'lit'>;

function Read({ item, chosen, onPoint, onChoose }: Rest & { readonly item: Extract<Item, { readonly kind: 'read' }> }) {
  return (
    <div onMouseEnter={() => onPoint(item.key)} onMouseLeave={() => onPoint(null)}>
      {item.nodeIds.length === 0 ? (
        <p className="words">
          <bdi>{item.text}</bdi>
        </p>
      ) : (
        <button
          type="button"
          className="sentence"
          aria-pressed={chosen === item.key}
          onFocus={() => onPoint(item.key)}
          onBlur={() => onPoint(null)}
          onClick={() => onChoose(item.key)}
        >
          <bdi>{item.text}</bdi>
        </button>
      )}
      <p className="read-as">
        <span className="soft small">Read as</span> <bdi>{item.readAs}</bdi>
      </p>
    </div>
  );
}

function NotRead({ item, text, onShow, onTake }: Rest & { readonly item: Exclude<Item, { readonly kind: 'read' }> }) {
  const isThere = placeOf(text, item) !== null;
  return (
    <>
      {item.text !== '' && (
        <p className="words">
          <bdi>{item.text}</bdi>
        </p>
      )}
      <p className="read-as">
        {item.kind === 'unread' ? (
          <>
            <strong className="late">Not read.</strong>{' '}
            <bdi>
              <Coded text={item.message} />
            </bdi>
          </>
        ) : (
          <span className="soft">Left aside: it decides nothing.</span>
        )}
      </p>
      {item.kind === 'unread' && isThere && (
        <>
          {item.suggestions.map((suggestion) => (
            <Suggested key={suggestion.text} suggestion={suggestion} onTake={() => onTake(item, suggestion)} />
          ))}
        </>
      )}
      {isThere ? (
        <button type="button" className="quiet" onClick={() => onShow(item)}>
          {item.text === '' ? 'Add it to the policy' : 'Show it in the policy'}
        </button>
      ) : (
        <p className="soft small">You have changed these words since. Read the policy again.</p>
      )}
    </>
  );
}

function Suggested({ suggestion, onTake }: { readonly suggestion: Suggestion; readonly onTake: () => void }) {
  const { text, read_as: readAs, left_out: leftOut } = suggestion;
  // An empty suggestion removes the sentence.
  if (text === '')
    return (
      <div className="suggestion">
        <p>
          <span className="soft small">Perhaps it decides</span> <bdi>{readAs}</bdi>
        </p>
        <button type="button" onClick={onTake}>
          Leave the sentence out
        </button>
      </div>
    );
  return (
    <div className="suggestion">
      <p>
        <span className="soft small">Perhaps you mean</span> “<bdi>{text}</bdi>”
      </p>
      <p className="soft small">
        It would be read as: <bdi>{readAs}</bdi>
      </p>
      {leftOut.length > 0 && (
        <p className="small">
          <strong className="late">It leaves out</strong> <bdi>{leftOut.map((words) => `“${words}”`).join(', ')}</bdi>
        </p>
      )}
      <button type="button" aria-label={`Write it so: ${text}`} onClick={onTake}>
        Write it so
      </button>
    </div>
  );
}
