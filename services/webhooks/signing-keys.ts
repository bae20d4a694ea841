import { LRUCache } from 'lru-cache';
import { signingKey, type SecretBox, type SigningKey } from '../../platform/crypto.ts';
import { subscriptionSecretContext } from '../../platform/database/deliveries.ts';

const MAX_KEYS = 10_000;

/** Caches subscriptions' keys by their sealed secrets: decrypting one costs as much as the rest of an attempt. */
export class SigningKeys {
  readonly #secrets: SecretBox;
  readonly #keys = new LRUCache<string, { readonly apiClientId: number; readonly key: SigningKey }>({ max: MAX_KEYS });

  constructor(secrets: SecretBox) {
    this.#secrets = secrets;
  }

  /** Throws if the secret cannot be decrypted for this client. */
  of(apiClientId: number, sealedSecret: string): SigningKey {
    const kept = this.#keys.get(sealedSecret);
    if (kept?.apiClientId === apiClientId) return kept.key;
    const key = signingKey(this.#secrets.open(sealedSecret, subscriptionSecretContext(apiClientId)));
    this.#keys.set(sealedSecret, { apiClientId, key });
    return key;
  }
}
