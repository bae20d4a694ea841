import { Check } from '../settings/fields.tsx';
import { Chosen, Figure, Line } from './controls.tsx';
import { isSecret, MEMBERS_OF, type ConnectionForm, type CredentialType, type Idempotency } from './connection-form.ts';
import { CREDENTIAL_WORDS, IDEMPOTENCY_WORDS } from './connection-words.ts';
import type { Connection } from './queries.ts';

interface Props {
  readonly form: ConnectionForm;
  /** The saved connection; null for a new one. */
  readonly before: Connection | null;
  readonly onChange: (form: ConnectionForm) => void;
}

const LABELS: Partial<Record<keyof ConnectionForm, string>> = {
  token: 'Token',
  username: 'User name',
  password: 'Password',
  header: 'Name of the header',
  value: 'Key',
  token_url: 'Address of the token server',
  client_id: 'Client id',
  client_secret: 'Client secret',
  scope: 'Scopes, with blanks between',
};

/** Address, credentials and terms. */
export function ConnectionFields({ form, before, onChange }: Props) {
  const set = (part: Partial<ConnectionForm>): void => onChange({ ...form, ...part });
  const stays = before !== null && before.settings.credentials?.type === form.type;
  return (
    <div className="connection-fields">
      <Line
        label="Address"
        value={form.url}
        maxLength={1_000}
        placeholder="https://api.vendor.example"
        hint="Where reports are pulled. https, and reachable from the internet"
        onChange={(url) => set({ url })}
      />
      <Chosen<CredentialType>
        label="Credentials"
        value={form.type}
        options={Object.entries(CREDENTIAL_WORDS) as [CredentialType, string][]}
        onChange={(type) => type !== undefined && set({ type })}
      />
      {MEMBERS_OF[form.type].map((name) => (
        <Text
          key={name}
          form={form}
          name={name}
          {...(form.type === 'basic_key' ? { label: 'Key' } : {})}
          stays={stays}
          onChange={onChange}
        />
      ))}
      {form.type === 'oauth2_client_credentials' && (
        <Chosen
          label="Client id and secret are sent"
          value={form.client_authentication}
          options={[
            ['basic', 'in the Authorization header'],
            ['body', 'in the body'],
          ]}
          onChange={(where) => where !== undefined && set({ client_authentication: where })}
        />
      )}
      <Check
        label="This is the vendor’s sandbox: ask it for made-up people alone"
        isOn={form.isSandbox}
        onChange={(isSandbox) => set({ isSandbox })}
      />
      <Chosen<Idempotency>
        label="The same order, placed twice,"
        value={form.idempotency}
        options={Object.entries(IDEMPOTENCY_WORDS) as [Idempotency, string][]}
        hint="Ask the vendor. If nobody knows, take the last one: no applicant is then ordered twice."
        onChange={(idempotency) => idempotency !== undefined && set({ idempotency })}
      />
      {form.idempotency === 'lookup' && (
        <Line
          label="Address at which an order is looked up"
          value={form.lookup_url}
          maxLength={1_000}
          placeholder="https://api.vendor.example/orders?ref={reference}"
          hint="With {reference} for our reference"
          onChange={(text) => set({ lookup_url: text })}
        />
      )}
      <details className="field-words" open={form.proof !== 'none' || !form.isAsked || form.order_url !== ''}>
        <summary>If reports take longer than an answer</summary>
        <Slow form={form} before={before} onChange={onChange} />
      </details>
      <details className="field-words" open={form.slots !== undefined || form.deadline_hours !== undefined}>
        <summary>Limits</summary>
        <Figure
          label="Requests at once, at most"
          value={form.slots}
          min={1}
          max={20}
          hint="20 if nothing is said"
          onChange={(slots) => set({ slots })}
        />
        <Figure
          label="Hours that a report may take"
          value={form.deadline_hours}
          min={1}
          max={8_760}
          hint="14 days if nothing is said. Then the step fails"
          onChange={(deadline_hours) => set({ deadline_hours })}
        />
      </details>
    </div>
  );
}

interface TextProps {
  readonly form: ConnectionForm;
  readonly name: (typeof MEMBERS_OF)[CredentialType][number] | 'signature_secret' | 'secret_value';
  /** True if a secret of this kind is stored, which an empty input keeps. */
  readonly stays: boolean;
  readonly label?: string;
  readonly onChange: (form: ConnectionForm) => void;
}

function Text({ form, name, stays, label = LABELS[name] ?? name, onChange }: TextProps) {
  const isHidden = isSecret(name);
  return (
    <label>
      {label}
      <input
        type={isHidden ? 'password' : 'text'}
        autoComplete={isHidden ? 'new-password' : 'off'}
        spellCheck={false}
        maxLength={isHidden ? 4_000 : 1_000}
        value={form[name]}
        onChange={({ target }) => onChange({ ...form, [name]: target.value })}
      />
      {isHidden && (
        <span className="small hint">
          {stays
            ? 'Empty: the one that is stored stays, as long as the server is the same. It is shown to nobody.'
            : 'It is stored sealed, and shown to nobody again.'}
        </span>
      )}
    </label>
  );
}

const FORMS = [
  ['body', 'of the body, in a header'],
  ['timestamped', 'of time and body (t=…,v1=…)'],
  ['standard', 'as Standard Webhooks says'],
] as const;

function Slow({ form, before, onChange }: Props) {
  const set = (part: Partial<ConnectionForm>): void => onChange({ ...form, ...part });
  const stays = before?.settings.callback !== undefined;
  return (
    <>
      <Check
        label="The vendor can be asked whether the report is ready"
        isOn={form.isAsked}
        onChange={(isAsked) => set({ isAsked })}
      />
      {form.isAsked && (
        <>
          <Line
            label="Address at which an order is asked for"
            value={form.order_url}
            maxLength={1_000}
            placeholder="https://api.vendor.example/orders/{reference}"
            hint="With {reference} for the vendor’s. Only if its answer names no Location"
            onChange={(text) => set({ order_url: text })}
          />
          <Figure
            label="Seconds until it is first asked"
            value={form.every_seconds}
            min={1}
            max={86_400}
            hint="5 if nothing is said; the waits grow"
            onChange={(every_seconds) => set({ every_seconds })}
          />
        </>
      )}
      <Chosen
        label="The vendor calls back"
        value={form.proof}
        options={[
          ['none', 'no'],
          ['signature', 'and signs its calls'],
          ['secret', 'with a secret in a header'],
        ]}
        hint="You get an address to enter at the vendor once this is saved"
        onChange={(proof) => proof !== undefined && set({ proof })}
      />
      {form.proof !== 'none' && (
        <>
          <Line
            label="Where in its call the reference of the order stands"
            value={form.match}
            placeholder="data.order.id"
            onChange={(match) => set({ match })}
          />
          <Line
            label="If it calls about other things too: where the event stands"
            value={form.event_path}
            placeholder="type"
            onChange={(event_path) => set({ event_path })}
          />
          {form.event_path !== '' && (
            <Line
              label="Events that count, with commas"
              value={form.events}
              placeholder="report.completed"
              maxLength={1_000}
              onChange={(events) => set({ events })}
            />
          )}
          {!form.isAsked && (
            <Line
              label="Where in its call the report stands"
              value={form.report}
              placeholder="data.report"
              hint="The whole call if nothing is said"
              onChange={(report) => set({ report })}
            />
          )}
        </>
      )}
      {form.proof === 'signature' && (
        <>
          <Chosen
            label="It signs"
            value={form.form}
            options={FORMS}
            onChange={(chosen) => chosen !== undefined && set({ form: chosen })}
          />
          <Text form={form} name="signature_secret" label="Signing key" stays={stays} onChange={onChange} />
          {form.form !== 'standard' && (
            <Line
              label="Header with the signature"
              value={form.signature_header}
              placeholder="X-Signature"
              onChange={(text) => set({ signature_header: text })}
            />
          )}
          {form.form !== 'standard' && (
            <Chosen
              label="Written as"
              value={form.encoding}
              options={[
                ['hex', 'hex'],
                ['base64', 'base64'],
              ]}
              onChange={(encoding) => encoding !== undefined && set({ encoding })}
            />
          )}
        </>
      )}
      {form.proof === 'secret' && (
        <>
          <Line
            label="Header with the secret"
            value={form.secret_header}
            placeholder="X-Webhook-Secret"
            onChange={(text) => set({ secret_header: text })}
          />
          <Text form={form} name="secret_value" label="Secret" stays={stays} onChange={onChange} />
        </>
      )}
    </>
  );
}
