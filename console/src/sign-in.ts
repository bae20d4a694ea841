/** True if people sign in at an identity provider. The gateway writes it into the page. */
export const HAS_PROVIDER = document.querySelector('meta[name="sign-in"]')?.getAttribute('content') === 'provider';

/** The address at which a person signs in again. It opens in another tab, so this one keeps what was typed. */
export const signInPath = (): string =>
  HAS_PROVIDER
    ? `/auth/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`
    : '/auth/new-link';
