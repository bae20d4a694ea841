interface Props {
  readonly code: string;
  /** For whoever may read the applicant. */
  readonly words: string | null | undefined;
}

/** Why an execution failed, as a row of a list has room for. */
export function Failure({ code, words }: Props) {
  return (
    <>
      <code>{code}</code>
      {words != null && (
        <div className="small">
          <bdi>{words}</bdi>
        </div>
      )}
    </>
  );
}
