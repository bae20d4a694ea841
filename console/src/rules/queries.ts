import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import type { RowList } from '../../../core/rows/row.ts';
import { call, type ApiRequest } from '../api/http.ts';
import type { AddedRule, SentRules } from './edited.ts';

export type RulesChange = Omit<Schemas['WorkflowRulesChange'], keyof RowList> &
  RowList & { readonly definition: readonly object[] };

export const rulesRequest = (id: number) =>
  ({ method: 'GET', path: `/workflows/${id}/rules` }) as const satisfies ApiRequest;

/** The rules of the current version, with the tag that a change to them must name. */
export function rulesQuery(id: number) {
  return queryOptions({
    queryKey: ['workflow', id, 'rules'],
    queryFn: async ({ signal }) => {
      const { data, etag } = await call<RowList>(rulesRequest(id), signal);
      return { list: data, etag: etag ?? '' };
    },
  });
}

/** The rules of a version, or those that a request proposes. */
export function otherRulesQuery(id: number, of: { readonly version: number } | { readonly request: number }) {
  const asked = 'version' in of ? `version=${of.version}` : `activation_request=${of.request}`;
  return queryOptions({
    queryKey: ['rules', id, asked],
    queryFn: ({ signal }) =>
      call<RowList>({ method: 'GET', path: `/workflows/${id}/rules?${asked}` }, signal).then(({ data }) => data),
    staleTime: Infinity,
  });
}

/** The effects of saving the rules: whom they would treat differently. */
export function previewQuery(id: number, etag: string, rules: SentRules) {
  return queryOptions({
    queryKey: ['workflow', id, 'rules', 'preview', etag, rules],
    queryFn: ({ signal }) =>
      call<RulesChange>({ method: 'POST', path: `/workflows/${id}/rules/preview`, body: rules }, signal).then(
        ({ data }) => data,
      ),
    retry: false,
  });
}

/** A sentence as the service reads it after the other rules. */
export async function readSentence(
  id: number,
  { rules, everyone_else }: SentRules,
  sentence: string,
): Promise<AddedRule> {
  const body = { rules: [...rules, { when: sentence }], everyone_else };
  const { data } = await call<RulesChange>({ method: 'POST', path: `/workflows/${id}/rules/preview`, body });
  const made = data.rules.at(-1);
  if (made === undefined) throw new Error('The service read no rule.');
  const { read_as: _, ...when } = made.when;
  return { when, decision: made.then.decision, text: sentence, isRequirement: made.is_requirement };
}

export const saveRequest = (
  id: number,
  etag: string,
  body: SentRules & { readonly activate: boolean; readonly note: string | null },
): ApiRequest => ({ method: 'PUT', path: `/workflows/${id}/rules`, body, ifMatch: etag });
