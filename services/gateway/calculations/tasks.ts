import type { ErrorDetail } from '../../../core/errors.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Work } from '../../../core/work.ts';
import { productFaults, type DescribedProduct } from '../../../platform/report-checks/product-faults.ts';
import { loadReferenceData } from '../../../platform/reference-data/index.ts';
import { evidenceDocuments, type EvidenceDocuments, type EvidenceInput } from './evidence.ts';
import { alikeExample, type AlikeExample, type AlikeRun } from './alike.ts';
import { askExamples, type AskedPart, type AskExamples } from './examples.ts';
import { examplesFaults } from './given-reports.ts';
import { explain, type Explained } from './explain.ts';
import { readWorkflow, type ReadWorkflow } from './read.ts';
import { reviewCase, type CaseInput } from './review-case.ts';
import type { MaskBasis, ShownTo } from './mask-basis.ts';
import { masksOfRun, shownCase, shownComparison, shownExecution } from './shown.ts';
import {
  changeRules,
  listRules,
  nameRules,
  type ChangedRules,
  type ChangeRules,
  type ListRules,
  type NamedRules,
} from './rules.ts';
import { simulateRun, type SimulatedRun } from './simulate.ts';
import type { StoredRun } from './stored-run.ts';

interface Compared {
  /** ExecutionDetail, as JSON. */
  readonly detail: string;
  readonly basis: MaskBasis | null;
}

/** `loadReferenceData` reads its files once. */
const sandbox = () => loadReferenceData().sandbox;

/**
 * The gateway's calculations on callers' data. Large inputs and outputs are JSON texts, which the event loop passes on
 * unread. Each charges its `Work`, beginning with the parsing.
 */
export const CALCULATIONS = {
  /** `run`: SimulatedRun. */
  simulate: (run: string, work: Work): string => {
    work.spendOnText(run.length);
    return JSON.stringify(simulateRun(JSON.parse(run) as SimulatedRun, sandbox(), work));
  },
  /** `of`: AskExamples. */
  askExamples: (of: string, work: Work): AskedPart => {
    work.spendOnText(of.length);
    return askExamples(JSON.parse(of) as AskExamples, sandbox(), work);
  },
  /** `examples`: a list of examples. */
  examplesFaults: (examples: string, work: Work): readonly ErrorDetail[] => {
    work.spendOnText(examples.length);
    return examplesFaults(JSON.parse(examples) as Json, work);
  },
  alikeExample: (of: AlikeRun, work: Work): AlikeExample => {
    spendOnRun(of.run, work);
    return alikeExample(of, sandbox(), work);
  },
  /** `of`: ReadWorkflow. */
  read: (of: string, work: Work): string => {
    work.spendOnText(of.length);
    return JSON.stringify(readWorkflow(JSON.parse(of) as ReadWorkflow, work));
  },
  /** `of`: the head of the response, and ListRules. */
  listRules: (of: string, work: Work): string => {
    work.spendOnText(of.length);
    const read = JSON.parse(of) as { readonly head: JsonObject; readonly of: ListRules };
    return JSON.stringify({ ...read.head, ...listRules(read.of, work) });
  },
  /** `of`: NamedRules. */
  ruleSentences: (of: string, work: Work): ReturnType<typeof nameRules> => {
    work.spendOnText(of.length);
    return nameRules(JSON.parse(of) as NamedRules, work);
  },
  /** `of`: ChangeRules. */
  changeRules: (of: string, work: Work): ChangedRules => {
    work.spendOnText(of.length);
    return changeRules(JSON.parse(of) as ChangeRules, work);
  },
  /** `described`: DescribedProduct. */
  productFaults: (described: string, work: Work): readonly ErrorDetail[] => {
    work.spendOnText(described.length);
    return productFaults(JSON.parse(described) as DescribedProduct);
  },
  explain: ({ view, basis, ...recorded }: Explained & ShownTo, work: Work): string => {
    spendOnRun(recorded.run, work);
    const explained = explain(recorded, work);
    return JSON.stringify(masksOfRun({ view, basis }, recorded.run)?.answer(explained) ?? explained);
  },
  /** Each an ExecutionDetail. */
  compare: (
    { view, left, right }: Pick<ShownTo, 'view'> & Readonly<Record<'left' | 'right', Compared>>,
    work: Work,
  ): string => {
    work.spendOnText(left.detail.length + right.detail.length);
    const [one, other] = [left, right].map(({ detail }) => JSON.parse(detail) as JsonObject);
    const to = { view, left: left.basis, right: right.basis };
    return JSON.stringify(shownComparison(one ?? {}, other ?? {}, to));
  },
  reviewCase: ({ view, basis, ...read }: CaseInput & ShownTo, work: Work): string => {
    spendOnRun(read.run, work);
    return JSON.stringify(shownCase(reviewCase(read, sandbox(), work), masksOfRun({ view, basis }, read.run)));
  },
  /** Shows an ExecutionDetail that is too large for the event loop. */
  showExecution: ({ json, ...to }: { readonly json: string } & ShownTo, work: Work): string => {
    work.spendOnText(json.length);
    return shownExecution(json, to);
  },
  evidence: (recorded: EvidenceInput, work: Work): EvidenceDocuments => {
    spendOnRun(recorded.run, work);
    work.spendOnText(recorded.execution.length);
    return evidenceDocuments(recorded, work);
  },
} satisfies Readonly<Record<string, (input: never, work: Work) => unknown>>;

function spendOnRun({ definition, payload, state, steps, reusedReports }: StoredRun, work: Work): void {
  const texts = [definition, payload, state, ...[...steps, ...reusedReports].map(({ output }) => output)];
  work.spendOnText(texts.reduce((sum, text) => sum + (text?.length ?? 0), 0));
}
