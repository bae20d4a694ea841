/** Receives lines that report progress. */
export type Progress = (line: string) => void;
