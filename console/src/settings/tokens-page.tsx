import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SCOPES, type Scope } from '../../../core/access.ts';
import { useList } from '../api/lists.ts';
import { useMay, useMe } from '../session.tsx';
import '../style/settings.css';
import { Act } from '../ui/act.tsx';
import { useNow } from '../ui/now.ts';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable } from '../ui/table.tsx';
import { SecretOnce } from '../webhooks/secret.tsx';
import { Check } from './fields.tsx';
import { SettingsPages } from './pages.tsx';
import { companyQuery, SETTING_CHANGES } from './queries.ts';
import { SCOPE_WORDS } from './scopes.ts';

interface Token {
  readonly id: number;
  readonly prefix: string;
  readonly user_id: number;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}
type NewToken = Token & { readonly token?: string };

const CHANGES = ['settings-tokens', 'settings-people'] as const;
const USUAL_DAYS = 90;
const MOST_DAYS = 3_650;

/** The tokens with which programs call the API. */
export function SettingsTokensPage() {
  const list = useList<Token>({ key: ['settings-tokens'], path: '/tokens', perPage: 100, everyMs: 60_000 });
  const { data: company } = useQuery(companyQuery);
  const me = useMe();
  const now = useNow();
  useEffect(() => {
    document.title = 'Tokens – Settings – Cascade';
  }, []);
  const longest = company?.longest_token_days ?? USUAL_DAYS;
  return (
    <>
      <SettingsPages />
      <div className="page-head">
        <div>
          <h1>Tokens</h1>
          <p className="soft">
            Programs call the API with them. You make one within 15 minutes of signing in, it acts for you, and it is
            shown once. Tokens live {longest} days at most.
            {me.four_eyes &&
              ' Your account asks for four eyes: an operator makes those that put workflows live, see numbers in full, or make people and tokens.'}
          </p>
        </div>
        <div className="buttons">
          <CreateToken longest={longest} />
          {!me.four_eyes && <SetLongest longest={longest} />}
        </div>
      </div>
      <ListTable
        of="tokens"
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Token',
            cell: (token) => (
              <>
                <code>{token.prefix}…</code> <span className="soft small">#{token.id}</span>
                {token.user_id === me.user.id && <span className="tag">yours</span>}
              </>
            ),
          },
          { name: 'May do', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
          {
            name: 'Last used',
            cell: ({ last_used_at: at }) => (at === null ? <span className="soft">never</span> : <When at={at} />),
          },
          { name: 'Ends', cell: (token) => <Ends token={token} now={now} /> },
          {
            name: 'Acts',
            cell: (token) =>
              hasEnded(token, now) ? null : (
                <div className="acts">
                  {token.user_id === me.user.id && <RotateToken token={token} longest={longest} />}
                  <RevokeToken token={token} />
                </div>
              ),
          },
        ]}
        empty={<Empty title="There is no token">Make one for your program.</Empty>}
      />
    </>
  );
}

const hasEnded = ({ revoked_at: revoked, expires_at: ends }: Token, now: number): boolean =>
  revoked !== null || (ends !== null && Date.parse(ends) <= now);

function Scopes({ scopes }: { readonly scopes: readonly Scope[] }) {
  const words = scopes.map((scope) => SCOPE_WORDS[scope]);
  if (words.length < 3) return <span className="small">{words.join('; ')}</span>;
  return (
    <details className="small">
      <summary>{words.length} things</summary>
      <ul>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </details>
  );
}

function Ends({ token, now }: { readonly token: Token; readonly now: number }) {
  if (token.revoked_at !== null) return <span className="tag">revoked</span>;
  if (token.expires_at === null) return <span className="tag bad">never</span>;
  return hasEnded(token, now) ? <span className="tag">ended</span> : <When at={token.expires_at} />;
}

interface DaysProps {
  readonly days: number;
  readonly longest: number;
  readonly onChange: (days: number) => void;
}

function Days({ days, longest, onChange }: DaysProps) {
  return (
    <label className="field">
      Days that it lives
      <input
        type="number"
        min={1}
        max={longest}
        value={days}
        onChange={({ target }) => onChange(target.valueAsNumber)}
      />
      <span className="soft small">At most {longest}.</span>
    </label>
  );
}

const isDays = (days: number, longest: number): boolean => Number.isInteger(days) && days >= 1 && days <= longest;

function shown(title: string) {
  return ({ token }: NewToken, close: () => void) => (
    <SecretOnce title={title} label="Token" secret={token} onStored={close}>
      <p>Put it where your program keeps its secrets. Nobody can look it up afterwards.</p>
    </SecretOnce>
  );
}

function CreateToken({ longest }: { readonly longest: number }) {
  const me = useMe();
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState(Math.min(USUAL_DAYS, longest));
  const body = { scopes: SCOPES.filter((scope) => scopes.includes(scope)), expires_in_days: days };
  const toggle = (scope: Scope, isOn: boolean): void =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope));
  return (
    <Act<NewToken>
      label="Make a token"
      confirm="Make it"
      isMain
      title="Make a token"
      request={{ method: 'POST', path: '/tokens', body }}
      isReady={body.scopes.length > 0 && isDays(days, longest)}
      onAsk={() => {
        setScopes([]);
        setDays(Math.min(USUAL_DAYS, longest));
      }}
      changes={CHANGES}
      result={shown('Store the token')}
    >
      <fieldset className="scopes">
        <legend>What it may do</legend>
        {SCOPES.filter((scope) => me.scopes.includes(scope)).map((scope) => (
          <Check
            key={scope}
            label={
              <>
                {SCOPE_WORDS[scope]} <code className="soft small">{scope}</code>
              </>
            }
            isOn={scopes.includes(scope)}
            onChange={(isOn) => toggle(scope, isOn)}
          />
        ))}
      </fieldset>
      <Days days={days} longest={longest} onChange={setDays} />
    </Act>
  );
}

const OVERLAP_HOURS = 24;
const MOST_OVERLAP_HOURS = 168;

function RotateToken({ token, longest }: { readonly token: Token; readonly longest: number }) {
  const [days, setDays] = useState(Math.min(USUAL_DAYS, longest));
  const [hours, setHours] = useState(OVERLAP_HOURS);
  return (
    <Act<NewToken>
      label="Rotate"
      confirm="Make the new one"
      title={`Rotate ${token.prefix}…`}
      request={{
        ...{ method: 'POST', path: `/tokens/${token.id}/rotate` },
        body: { expires_in_days: days, overlap_hours: hours },
      }}
      isReady={isDays(days, longest) && Number.isInteger(hours) && hours >= 0 && hours <= MOST_OVERLAP_HOURS}
      changes={CHANGES}
      result={shown('Store the new token')}
    >
      <p>A new token with the same scopes takes its place. Both work during the overlap; then the old one ends.</p>
      <Days days={days} longest={longest} onChange={setDays} />
      <label className="field">
        Hours that the old one goes on
        <input
          type="number"
          min={0}
          max={MOST_OVERLAP_HOURS}
          value={hours}
          onChange={({ target }) => setHours(target.valueAsNumber)}
        />
      </label>
    </Act>
  );
}

function RevokeToken({ token }: { readonly token: Token }) {
  return (
    <Act
      label="Revoke"
      className="deny"
      title={`Revoke ${token.prefix}…`}
      request={{ method: 'POST', path: `/tokens/${token.id}/revoke`, body: {} }}
      changes={CHANGES}
    >
      <p>
        Programs that use it are refused from their next request on. It cannot be brought back.
        {token.last_used_at !== null && (
          <>
            {' '}
            It was last used <When at={token.last_used_at} />.
          </>
        )}
      </p>
    </Act>
  );
}

function SetLongest({ longest }: { readonly longest: number }) {
  const mayWrite = useMay('settings:write');
  const [days, setDays] = useState(longest);
  if (!mayWrite) return null;
  return (
    <Act
      label="Change the limit"
      confirm="Save"
      title="How long tokens live"
      request={{ method: 'PATCH', path: '/company', body: { longest_token_days: days } }}
      isReady={isDays(days, MOST_DAYS) && days !== longest}
      onAsk={() => setDays(longest)}
      changes={SETTING_CHANGES}
    >
      <p>For tokens that are made from now on. Those that there are live on.</p>
      <Days days={days} longest={MOST_DAYS} onChange={setDays} />
    </Act>
  );
}
