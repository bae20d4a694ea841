import Router from '@koa/router';
import { AppError } from '../../../core/errors.ts';
import { fieldOf } from '../../../core/path.ts';
import { UnreadableJson } from '../../../core/read-json.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { Context, State } from '../http/context.ts';
import { refusedAs } from '../http/middleware/envelope.ts';
import { networkOf } from '../http/middleware/source-ip.ts';
import { readParameters } from '../http/parameters.ts';
import {
  clearSessionCookie,
  requireSameOrigin,
  setSessionCookie,
  tokenOfCookie,
  type SessionCookie,
} from '../http/session-cookie.ts';
import { openSession, revokeSession, type Person, type SessionLimits } from '../http/sessions.ts';
import type { IdentityProviderSettings } from '../services.ts';
import { recordRefusal, recordSignIn, recordSignOut, type Refused, type SignedIn } from './audit.ts';
import { beginAttempt, clientOf, takeAttempt, userOf } from './attempts.ts';
import { ownerOfLink, takeLink } from './links.ts';
import type { SignInMail } from './mail.ts';
import { askForLink } from './new-link.ts';
import { endedLinkPage, errorPage, linkPage, sentPage, showPage, signInPage, wantsPage } from './pages.ts';
import type { IdentityProvider } from './provider.ts';

/*
 * How people sign in and out. Not part of the API of programs, which have bearer tokens. Source: semantics 16.7 and
 * 16.8.
 */

export interface SignInOptions {
  readonly db: Database;
  readonly cookie: SessionCookie;
  readonly limits: SessionLimits;
  /** Undefined if people sign in by links only. */
  readonly provider?: { readonly client: IdentityProvider; readonly settings: IdentityProviderSettings } | undefined;
  /** Undefined if requests for mails with links are kept and not sent. */
  readonly mail?: SignInMail | undefined;
}

const MOST_FORM_BYTES = 4_096;
const AFTER_SIGN_IN = '/console';
const OVERVIEW = '/console/overview';

/** Reviewers begin at the inbox, and everyone else at the overview. */
function landingOf({ roles }: Person): string {
  return roles.includes('reviewer') ? AFTER_SIGN_IN : OVERVIEW;
}

export function signInRouter({ db, cookie, limits, provider, mail }: SignInOptions): Router<State> {
  const router = new Router<State>({ strict: true, sensitive: true });
  const hasProvider = provider !== undefined;
  router.use((ctx, next) => inPages(ctx as Context, next, hasProvider));

  /** Looking at the link does not use it up: programs that preview mails open every link in them. */
  router.get('/auth/link', (ctx) => {
    const context = begin(ctx, '/auth/link');
    const token = readParameters(context.querystring).get('token') ?? '';
    showPage(context, linkPage(token));
  });

  router.get('/auth/new-link', (ctx) => showPage(begin(ctx, '/auth/new-link'), signInPage(hasProvider)));

  router.post('/auth/new-link', async (ctx) => {
    const context = begin(ctx, '/auth/new-link');
    requireSameOrigin(context, cookie);
    const address = readParameters(await readForm(context)).get('email') ?? '';
    if (!(await askForLink(db, networkOf(context.state.ip), address))) {
      showPage(context, signInPage(hasProvider, 'Give one e-mail address.'), 422);
      return;
    }
    mail?.wake();
    context.status = 303;
    context.set('Location', '/auth/sent');
  });

  router.get('/auth/sent', (ctx) => showPage(begin(ctx, '/auth/sent'), sentPage()));

  router.post('/auth/link', async (ctx) => {
    const context = begin(ctx, '/auth/link');
    requireSameOrigin(context, cookie);
    const token = readParameters(await readForm(context)).get('token') ?? '';
    const before = tokenOfCookie(context, cookie);
    const opened = await db.transaction(async (trx) => {
      const person = await takeLink(trx, token);
      if (person === undefined) return undefined;
      const session = await open(trx, context, { person, before, absoluteMs: limits.absoluteMs, way: 'link' });
      return { session, person };
    });
    if (opened === undefined) {
      const owner = await ownerOfLink(db.kysely, token);
      const reason = owner === undefined ? 'link_unknown' : 'link_not_valid';
      await recordRefusal(db.kysely, context, {
        way: 'link',
        reason,
        accountId: owner?.account_id,
        userId: owner?.id,
      });
      if (!wantsPage(context)) throw new AppError('unauthorized', { message: LINK_REFUSED });
      showPage(context, endedLinkPage(), 401);
      return;
    }
    setSessionCookie(context, cookie, opened.session);
    context.status = 303;
    context.set('Location', landingOf(opened.person));
  });

  router.post('/auth/sign-out', async (ctx) => {
    const context = begin(ctx, '/auth/sign-out');
    requireSameOrigin(context, cookie);
    const token = tokenOfCookie(context, cookie);
    if (token !== undefined) {
      await db.transaction(async (trx) => {
        const ended = await revokeSession(trx, token);
        if (ended !== undefined) await recordSignOut(trx, context, ended);
      });
    }
    clearSessionCookie(context, cookie);
    context.status = 204;
  });

  if (provider !== undefined) addProviderRoutes(router, provider, { db, cookie, limits });
  return router;
}

/**
 * The way to the identity provider and back. The person whom it names is signed in; at the first sign-in a user is
 * made.
 */
function addProviderRoutes(
  router: Router,
  { client, settings }: NonNullable<SignInOptions['provider']>,
  { db, cookie, limits }: Omit<SignInOptions, 'provider'>,
): void {
  const attemptCookie = { ...cookie, name: cookie.name.replace('session', 'sign_in') };

  router.get('/auth/sign-in', async (ctx) => {
    const context = begin(ctx, '/auth/sign-in');
    const returnTo = pathOfOurs(readParameters(context.querystring).get('return_to'), cookie);
    const { attempt, browser } = await beginAttempt(db.kysely, returnTo);
    const location = await client.authorizationUrl(attempt).catch((error: unknown) => {
      throw new AppError('service_unavailable', { message: 'The identity provider does not answer.', cause: error });
    });
    setSessionCookie(context, attemptCookie, browser);
    context.status = 303;
    context.set('Location', location);
  });

  router.get('/auth/callback', async (ctx) => {
    const context = begin(ctx, '/auth/callback');
    const state = readParameters(context.querystring).get('state') ?? '';
    const browser = tokenOfCookie(context, attemptCookie) ?? '';
    clearSessionCookie(context, attemptCookie);
    const attempt = await takeAttempt(db.kysely, state, browser);
    const refuse = (refused: Omit<Refused, 'way' | 'accountId'>) =>
      recordRefusal(db.kysely, context, { way: 'identity_provider', accountId: settings.accountId, ...refused });
    if (attempt === undefined) {
      await refuse({ reason: 'not_begun' });
      throw new AppError('unauthorized', { message: NOT_BEGUN });
    }
    const identity = await client.identify(context.querystring, attempt).catch(async (error: unknown) => {
      // The error's text may quote what the provider sent.
      context.state.log.warn(reasonOf(error), 'a sign-in at the identity provider failed');
      await refuse({ reason: 'not_confirmed' });
      throw new AppError('unauthorized', { message: NOT_CONFIRMED });
    });
    if (identity.roles.length === 0) {
      const { issuer, subject } = identity;
      await refuse({ reason: 'no_role', identity: { issuer, subject } });
      throw new AppError('insufficient_scope', { message: NO_ROLE });
    }
    const apiClientId = await clientOf(db.kysely, settings.accountId, settings.apiClientId);
    if (apiClientId === undefined) throw new AppError('service_unavailable', { message: NO_CLIENT });
    const before = tokenOfCookie(context, cookie);
    const opened = await db.transaction(async (trx) => {
      const { person, address } = await userOf(trx, identity, { accountId: settings.accountId, apiClientId });
      const claimed = identity.address.is;
      const { absoluteMs } = limits;
      const how = { person, before, absoluteMs, way: 'identity_provider', claimed, address } as const;
      return { session: await open(trx, context, how), person };
    });
    setSessionCookie(context, cookie, opened.session);
    context.status = 303;
    context.set('Location', attempt.returnTo === AFTER_SIGN_IN ? landingOf(opened.person) : attempt.returnTo);
  });
}

/** Opens a session, ends the one that the browser had, and returns the new token. */
async function open(
  trx: Queryable,
  ctx: Context,
  { person, before, absoluteMs, ...signedIn }: Opening,
): Promise<string> {
  if (before !== undefined) await revokeSession(trx, before);
  const { token, session } = await openSession(trx, person, { address: ctx.state.ip, absoluteMs });
  await recordSignIn(trx, ctx, session, { ...signedIn, roles: person.roles });
  return token;
}

interface Opening extends Pick<SessionLimits, 'absoluteMs'>, Omit<SignedIn, 'roles'> {
  readonly person: Person;
  /** Token of the browser's former session. */
  readonly before: string | undefined;
}

const NOT_BEGUN =
  'This browser has begun no such sign-in, it was finished already, or more than ten minutes have passed. Begin again at ' +
  '/auth/sign-in.';
const NOT_CONFIRMED = 'The identity provider did not confirm the sign-in. Begin again at /auth/sign-in.';
const NO_ROLE = 'You are signed in at the identity provider, and none of your groups has a role here.';
const NO_CLIENT = 'The operator has to say through which API client people act (OIDC_API_CLIENT).';

/** Limited because it is stored for anybody who begins a sign-in. */
const MOST_RETURN_CHARACTERS = 2_000;

/**
 * A path of our own origin. Any other address could send a person who has just signed in to a page that asks for the
 * password again.
 */
function pathOfOurs(wanted: string | null, { origin }: SessionCookie): string {
  if (
    wanted === null ||
    wanted.length > MOST_RETURN_CHARACTERS ||
    !wanted.startsWith('/') ||
    !URL.canParse(wanted, origin)
  )
    return AFTER_SIGN_IN;
  const url = new URL(wanted, origin);
  const path = url.pathname + url.search;
  return url.origin === origin && !path.startsWith('//') ? path : AFTER_SIGN_IN;
}

/** The package's error code, or the kind of error; for ambiguous JSON also the place. */
function reasonOf(error: unknown): { readonly reason: string; readonly field?: string } {
  if (!(error instanceof Error)) return { reason: 'unknown' };
  if (error.cause instanceof UnreadableJson) return { reason: error.cause.problem, field: fieldOf(error.cause.way) };
  return { reason: 'code' in error && typeof error.code === 'string' ? error.code : error.name };
}

const LINK_REFUSED =
  'The link was used, has expired, or its user has no role. Ask for another one at /auth/new-link, or an operator for one: ' +
  'cascade users sign-in-link.';

/** Logs only the declared path of an address, because a query may hold a token. */
function begin(ctx: Context, route: string): Context {
  ctx.state.route = route;
  ctx.set('Cache-Control', 'no-store');
  return ctx;
}

/** A refused person gets a page; a program gets the envelope. */
async function inPages(ctx: Context, next: () => Promise<unknown>, hasProvider: boolean): Promise<void> {
  try {
    await next();
  } catch (thrown) {
    if (!wantsPage(ctx)) throw thrown;
    const error = refusedAs(ctx, thrown);
    showPage(ctx, errorPage(error, ctx.state.requestId, hasProvider), error.status);
  }
}

async function readForm({ req }: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_FORM_BYTES) throw new AppError('payload_too_large', { headers: { Connection: 'close' } });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
