import { LRUCache } from 'lru-cache';
import { signingKey, type SecretBox, type SigningKey } from '../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';

const MAX_KEYS = 10_000;

/** Keys of subscriptions by their sealed secrets, kept because opening one costs as much as all else of an attempt. */
export class SigningKeys {
  readonly #keys: LRUCache<string, SigningKey, number>;

  constructor(secrets: SecretBox) {
    this.#keys = new LRUCache({
      max: MAX_KEYS,
      memoMethod: (name, _stale, { context: apiClientId }) => {
        const sealedSecret = name.slice(name.indexOf(' ') + 1);
        return signingKey(secrets.open(sealedSecret, subscriptionSecretContext(apiClientId)));
      },
    });
  }

  /** Throws where the secret does not open for this client. */
  of(apiClientId: number, sealedSecret: string): SigningKey {
    return this.#keys.memo(`${apiClientId} ${sealedSecret}`, { context: apiClientId });
  }
}
