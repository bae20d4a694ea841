import { CopyCurl } from '../ui/copy-curl.tsx';
import { ApplicantForm } from './applicant-form.tsx';
import type { Asked } from './fields.ts';
import type { Try } from './use-try.ts';

interface Props {
  readonly asked: Asked;
  readonly attempt: Try;
}

/** An applicant entered by hand. */
export function TryCard({ asked, attempt }: Props) {
  const { applicant, change, run, request, isPending, generation } = attempt;
  return (
    <section className="card" aria-label="Try an applicant">
      <h2>Try an applicant</h2>
      <p className="soft small">Nothing is stored, nobody is written to, no report is pulled.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) run();
        }}
      >
        <ApplicantForm key={generation} asked={asked} applicant={applicant} onChange={change} />
        <p className="buttons">
          <button type="submit" className="primary" aria-disabled={isPending}>
            {isPending ? 'Trying …' : 'Try'}
          </button>
          <CopyCurl request={request} />
        </p>
      </form>
    </section>
  );
}
