import { Holder } from '../inbox/holder.tsx';
import { Act } from '../ui/act.tsx';

interface Props {
  readonly executionId: number;
  readonly holder: number;
}

/** Takes a case over from a colleague who is ill or has left, so that it does not wait for them. */
export function TakeOver({ executionId, holder }: Props) {
  return (
    <div className="message">
      <p>While a colleague holds the case, nobody else can decide.</p>
      <Act
        label="Take it over"
        request={{
          method: 'POST',
          path: `/executions/${executionId}/review_assignment`,
          body: { assignee: 'me', force: true },
        }}
        changes={['case', 'inbox']}
      >
        <p>
          The case becomes yours, and <Holder userId={holder} /> can decide it no more, whatever they have written so
          far. Its history says that you took it over.
        </p>
      </Act>
    </div>
  );
}
