/** Whether people sign in at an identity provider, as the gateway wrote it into the page. */
export const HAS_PROVIDER = document.querySelector('meta[name="sign-in"]')?.getAttribute('content') === 'provider';

/** Where a person signs in again in another tab, so that this one keeps what was typed. */
export const signInPath = (): string =>
  HAS_PROVIDER
    ? `/auth/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`
    : '/auth/new-link';
