import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { EVENT_NAMES } from '../../../core/events.ts';
import type { Delivery, Subscription, SubscriptionWithSecret } from '../api/records.ts';
import { Act } from '../ui/act.tsx';
import { ChangeSubscription } from './edit.tsx';
import { Redeliver } from './redeliver.tsx';
import { SecretOnce } from './secret.tsx';
import { shortUrl } from './words.ts';

/** An administrator's actions on a subscription. */
export function SubscriptionActs({ subscription }: { readonly subscription: Subscription }) {
  const { id, url, active } = subscription;
  const navigate = useNavigate();
  const changes = ['webhook_subscriptions', 'webhook_subscription'];
  const path = `/webhook_subscriptions/${id}`;
  return (
    <div className="buttons acts">
      {active && <Redeliver subscriptionId={id} />}
      <SendSample subscription={subscription} />
      <ChangeSubscription subscription={subscription} />
      {active ? (
        <Act
          label="Pause"
          title="Pause the subscription?"
          request={{ method: 'PATCH', path, body: { active: false } }}
          changes={changes}
        >
          <p>
            What happens while it is paused is never delivered to it, also not afterwards. Deliveries that wait are
            stopped; once it is resumed, they can be redelivered.
          </p>
        </Act>
      ) : (
        <Act
          label="Resume"
          isMain
          title="Resume the subscription?"
          request={{ method: 'PATCH', path, body: { active: true } }}
          changes={changes}
        >
          <p>It gets what happens from now on. What was stopped by the pause comes only if you redeliver it.</p>
        </Act>
      )}
      <Act<SubscriptionWithSecret>
        label="Rotate the secret"
        title="Rotate the signing secret?"
        request={{ method: 'POST', path: `${path}/rotate_secret` }}
        changes={changes}
        result={({ signing_secret: secret }, close) => (
          <SecretOnce title="Store the new secret" secret={secret} onStored={close}>
            <p>For 24 hours every request carries both signatures, so there is a day to put it into the receiver.</p>
          </SecretOnce>
        )}
      >
        <p>
          The receiver needs the new secret within 24 hours: until then everything is signed with both. A second
          rotation within that time ends the oldest secret at once.
        </p>
      </Act>
      <Act
        label="Delete"
        className="deny"
        title="Delete the subscription?"
        request={{ method: 'DELETE', path }}
        changes={['webhook_subscriptions']}
        onDone={() => void navigate({ to: '/subscriptions' })}
      >
        <p>
          <bdi className="url">{shortUrl(url)}</bdi> gets nothing any more, and what waits is not delivered. Its secret
          is gone. The records of its deliveries stay.
        </p>
      </Act>
    </div>
  );
}

function SendSample({ subscription: { id } }: { readonly subscription: Subscription }) {
  const navigate = useNavigate();
  const [event, setEvent] = useState<string>('execution.completed');
  return (
    <Act<Delivery>
      label="Send a sample"
      title="Send a sample event?"
      confirm="Send"
      request={{ method: 'POST', path: `/webhook_subscriptions/${id}/test`, body: { event } }}
      changes={['webhook_deliveries']}
      onDone={(delivery) => void navigate({ to: '/deliveries/$id', params: { id: String(delivery.id) } })}
    >
      <p>
        It goes to this receiver alone, whatever its filter says, with <code>test: true</code> in its data. It is signed
        and retried like any other.
      </p>
      <label className="field">
        Event{' '}
        <select value={event} onChange={({ target }) => setEvent(target.value)}>
          {EVENT_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </Act>
  );
}
