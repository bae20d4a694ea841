import type { Scope } from '../../../core/access.ts';
import type { Activation, Workflow } from './records.ts';

/* Permissions of a user on a workflow. Actions without permission have no button. */

export interface Caller {
  readonly user: { readonly id: number; readonly address_confirmed_by: string | null };
  readonly scopes: readonly Scope[];
  readonly production_access: boolean;
  readonly four_eyes: boolean;
}

/** The way in which a draft goes live. */
export type GoingLive = 'put' | 'ask' | 'no';

/** A user who may write can also request. Without four-eyes approval, a user who may activate does it alone. */
export function goingLive({ scopes, production_access: hasProduction, four_eyes: fourEyes }: Caller): GoingLive {
  const mayActivate = scopes.includes('workflows:activate');
  if (!hasProduction || (!mayActivate && !scopes.includes('workflows:write'))) return 'no';
  return fourEyes || !mayActivate ? 'ask' : 'put';
}

/** The result of saving a definition: a version that is live at once, one that is not, or a request. */
export type Saving = 'live' | 'draft' | 'ask' | 'no';

export function savingOf({ active }: Pick<Workflow, 'active'>, caller: Caller): Saving {
  if (!caller.scopes.includes('workflows:write')) return 'no';
  if (!active) return 'draft';
  return goingLive(caller) === 'put' ? 'live' : 'ask';
}

type Asked = Pick<Activation, 'requested_by_user_id' | 'written_by_user_ids' | 'unconfirmed_user_ids'>;

/** The user's possible actions on a pending request. */
export function actsOn(
  request: Asked,
  { user, scopes, production_access: hasProduction }: Caller,
): { readonly approve: boolean; readonly refuse: boolean; readonly withdraw: boolean } {
  const mayActivate = scopes.includes('workflows:activate');
  const isMine = request.requested_by_user_id === user.id;
  return {
    approve: mayActivate && hasProduction && whyNotApproved(request, user) === null,
    refuse: mayActivate && !isMine,
    withdraw: isMine && (mayActivate || scopes.includes('workflows:write')),
  };
}

/** Why the user cannot approve the request whatever their role; null if they can. */
export function whyNotApproved(request: Asked, user: Caller['user']): string | null {
  if (request.written_by_user_ids.includes(user.id)) return 'You wrote some of it, so somebody else has to approve it.';
  if (request.unconfirmed_user_ids.length > 0) {
    return `Nobody can approve it while users who wrote some of it have no confirmed e-mail address: ${request.unconfirmed_user_ids.join(', ')}.`;
  }
  return user.address_confirmed_by === null
    ? 'You have no confirmed e-mail address, so you cannot approve it. Sign in with a verified one, or ask the operator.'
    : null;
}
