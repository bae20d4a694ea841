import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, type ApiRequest } from '../api/http.ts';
import type { Simulation } from '../api/records.ts';
import { NOBODY, type Applicant } from './fields.ts';
import { simulateRequest, type Tried } from './requests.ts';
import type { Decisions } from './simulated.ts';

interface Asked {
  readonly applicant: Applicant;
  readonly decisions: Decisions;
}

export interface Try extends Asked {
  /** Counts replacements of the whole applicant, so that the form shows the new one. */
  readonly generation: number;
  readonly change: (applicant: Applicant) => void;
  /** Replaces the applicant and runs at once. */
  readonly put: (applicant: Applicant) => void;
  readonly run: () => void;
  /** Continues as if a reviewer had decided at this node. */
  readonly decide: (nodeId: string, decision: 'approved' | 'denied') => void;
  readonly request: ApiRequest;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The last run, with its applicant. */
  readonly done: (Asked & { readonly simulation: Simulation }) | null;
  /** True if the applicant was changed since. */
  readonly isStale: boolean;
}

/** Tries a cascade with an applicant: at first an empty one, or the given one. Nothing is stored. */
export function useTry(tried: Tried, first: Asked = { applicant: NOBODY, decisions: {} }): Try {
  const [applicant, setApplicant] = useState(first.applicant);
  const [decisions, setDecisions] = useState<Decisions>(first.decisions);
  const [generation, setGeneration] = useState(0);
  const simulate = useMutation({
    mutationFn: async (asked: Asked) => {
      const { data } = await call<Simulation>(simulateRequest(tried, asked.applicant, asked.decisions));
      return { ...asked, simulation: data };
    },
  });
  const runWith = (asked: Asked): void => {
    setApplicant(asked.applicant);
    setDecisions(asked.decisions);
    simulate.mutate(asked);
  };
  const done = simulate.data ?? null;
  return {
    ...{ applicant, decisions, generation, done },
    change: setApplicant,
    put: (next) => {
      setGeneration((before) => before + 1);
      runWith({ applicant: next, decisions: {} });
    },
    run: () => runWith({ applicant, decisions: first.decisions }),
    decide: (nodeId, decision) => runWith({ applicant, decisions: { ...decisions, [nodeId]: decision } }),
    request: simulateRequest(tried, applicant, decisions),
    isPending: simulate.isPending,
    error: simulate.error,
    isStale: done !== null && done.applicant !== applicant,
  };
}
