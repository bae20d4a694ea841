import { useState } from 'react';
import { EVENT_NAMES, NAMED_ONLY_EVENTS } from '../../../core/events.ts';
import type { Subscription, SubscriptionWithSecret } from '../api/records.ts';
import { Act } from '../ui/act.tsx';
import { SecretOnce } from './secret.tsx';

const FIRST = EVENT_NAMES.filter((name) => !NAMED_ONLY_EVENTS.some((one) => one === name));

interface Fields {
  readonly url: string;
  readonly events: readonly string[];
}

/** The body of a new subscription. Events are sorted, so that the same choice is the same request. */
const bodyOf = ({ url, events }: Fields) => ({
  url: url.trim(),
  event_filter: EVENT_NAMES.filter((name) => events.includes(name)),
});

/** Only changed members, so that concurrent changes by others are kept. */
function changesOf(before: Fields, after: Fields): Partial<ReturnType<typeof bodyOf>> {
  const [old, { url, event_filter: filter }] = [bodyOf(before), bodyOf(after)];
  return {
    ...(url === old.url ? {} : { url }),
    ...(filter.join() === old.event_filter.join() ? {} : { event_filter: filter }),
  };
}

export function CreateSubscription({ onStored }: { readonly onStored: (id: number) => void }) {
  const [fields, setFields] = useState<Fields>({ url: '', events: [] });
  return (
    <Act<SubscriptionWithSecret>
      label="Add a subscription"
      confirm="Subscribe"
      isMain
      title="Add a subscription"
      request={{ method: 'POST', path: '/webhook_subscriptions', body: bodyOf(fields) }}
      isReady={fields.url.trim() !== ''}
      changes={['webhook_subscriptions']}
      result={({ id, signing_secret: secret }, close) => (
        <SecretOnce
          title="Store the secret"
          secret={secret}
          onStored={() => {
            close();
            onStored(id);
          }}
        >
          <p>The receiver needs it to check that what arrives comes from here. It receives events from now on.</p>
        </SecretOnce>
      )}
    >
      <SubscriptionFields fields={fields} onChange={setFields} />
    </Act>
  );
}

export function ChangeSubscription({ subscription }: { readonly subscription: Subscription }) {
  const { id, url, event_filter: events } = subscription;
  const [before, setBefore] = useState<Fields>({ url, events });
  const [fields, setFields] = useState(before);
  const body = changesOf(before, fields);
  return (
    <Act
      label="Change"
      confirm="Save"
      title="Change the subscription"
      request={{ method: 'PATCH', path: `/webhook_subscriptions/${id}`, body }}
      isReady={fields.url.trim() !== '' && Object.keys(body).length > 0}
      onAsk={() => {
        setBefore({ url, events });
        setFields({ url, events });
      }}
      changes={['webhook_subscriptions', 'webhook_subscription']}
    >
      <p>Deliveries under way go to the new URL, too, and are signed with the same secret.</p>
      <SubscriptionFields fields={fields} onChange={setFields} />
    </Act>
  );
}

interface FieldsProps {
  readonly fields: Fields;
  readonly onChange: (fields: Fields) => void;
}

function SubscriptionFields({ fields, onChange }: FieldsProps) {
  const toggle = (name: string): void => {
    const { events } = fields;
    onChange({ ...fields, events: events.includes(name) ? events.filter((one) => one !== name) : [...events, name] });
  };
  const box = (name: string) => (
    <label key={name} className="check">
      <input type="checkbox" checked={fields.events.includes(name)} onChange={() => toggle(name)} />
      <code>{name}</code>
    </label>
  );
  return (
    <>
      <label className="field">
        URL of the receiver
        <input
          type="text"
          inputMode="url"
          required
          maxLength={2_048}
          placeholder="https://hooks.example.com/cascade"
          value={fields.url}
          onChange={({ target }) => onChange({ ...fields, url: target.value })}
        />
        <span className="soft small">http or https, reachable from the internet, without user name or password.</span>
      </label>
      <fieldset>
        <legend>Events</legend>
        <p className="soft small">
          {fields.events.length === 0
            ? 'None is chosen, so it gets these six:'
            : `It gets the ${fields.events.length} that you have chosen, and no other one.`}
        </p>
        {FIRST.map(box)}
        <p className="soft small">Only if chosen:</p>
        {NAMED_ONLY_EVENTS.map(box)}
      </fieldset>
    </>
  );
}
