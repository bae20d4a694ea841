import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMay, useMe } from '../session.tsx';
import '../style/settings.css';
import { ErrorMessage } from '../ui/errors.tsx';
import { Loading } from '../ui/parts.tsx';
import { SetAgency } from './agency.tsx';
import { ExamplesGateCard } from './examples-gate.tsx';
import { SetCompany } from './company.tsx';
import { SettingsPages } from './pages.tsx';
import { agenciesQuery, companyQuery, productsQuery, type Agency, type Company } from './queries.ts';

/** The sender of live letters, and the agencies that they name. */
export function SettingsPage() {
  const company = useQuery(companyQuery);
  const mayWrite = useMay('settings:write');
  const me = useMe();
  useEffect(() => {
    document.title = 'Settings – Cascade';
  }, []);
  return (
    <>
      <SettingsPages />
      <div className="page-head">
        <div>
          <h1>Settings</h1>
          <p className="soft">
            What letters in live mode say of you and of the agencies behind reports.
            {!mayWrite && ' An admin changes it.'}
            {mayWrite && me.four_eyes && ' Your account asks for four eyes: an operator changes what is set already.'}
          </p>
        </div>
      </div>
      {company.error !== null && <ErrorMessage error={company.error} />}
      {company.data === undefined && company.error === null && <Loading />}
      {company.data !== undefined && <CompanyCard company={company.data} mayWrite={mayWrite} />}
      {company.data !== undefined && <ExamplesGateCard company={company.data} mayWrite={mayWrite} />}
      <Agencies mayWrite={mayWrite} />
    </>
  );
}

function CompanyCard({ company, mayWrite }: { readonly company: Company; readonly mayWrite: boolean }) {
  const { legal_name: name, address, phone, ecoa_agency: key, ecoa_agencies: known } = company;
  const agency = known.find((each) => each.key === key);
  const rows: readonly (readonly [string, string])[] = [
    ['Legal name', name],
    ['Postal address', address],
    ['Telephone number', phone],
    ['Federal agency, for letters about credit', agency?.name ?? key ?? ''],
  ];
  return (
    <section className="card" aria-label="Your company">
      <h2>Your company</h2>
      <dl className="settings">
        {rows.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="lines">{value.trim() === '' ? <NotSet /> : <bdi>{value}</bdi>}</dd>
          </div>
        ))}
      </dl>
      {mayWrite && (
        <div className="buttons">
          <SetCompany company={company} />
        </div>
      )}
    </section>
  );
}

const NotSet = () => <span className="tag">not set</span>;

function Agencies({ mayWrite }: { readonly mayWrite: boolean }) {
  const [agencies, products] = [useQuery(agenciesQuery), useQuery(productsQuery)];
  const error = agencies.error ?? products.error;
  return (
    <section className="card" aria-label="Agencies">
      <h2>Agencies</h2>
      <p className="soft">A letter that rests on a report names the agency that made it.</p>
      {error !== null && <ErrorMessage error={error} />}
      <ul className="plain settings">
        {agencies.data !== undefined &&
          products.data?.map((product) => {
            const agency = agencies.data.find(({ product_code: code }) => code === product.code);
            return (
              <li key={product.code} aria-label={product.name}>
                <div>
                  <strong>{product.name}</strong>
                  {agency === undefined ? <NotSet /> : <AgencyWords agency={agency} />}
                </div>
                {mayWrite && <SetAgency product={product} agency={agency} isOwn={product.version !== null} />}
              </li>
            );
          })}
      </ul>
    </section>
  );
}

/** The text about an agency in letters. */
export function AgencyWords({ agency }: { readonly agency: Agency }) {
  const { name, address, phone, toll_free: isTollFree, nationwide, consumer_report: isAgency } = agency;
  return (
    <>
      <span>
        <bdi>{name}</bdi>
        {nationwide && <span className="tag">nationwide</span>}
        {!isAgency && <span className="tag">other third party</span>}
      </span>
      <span className="soft lines">
        <bdi>{address}</bdi>
      </span>
      <span className="soft">
        <bdi>{phone}</bdi>
        {isTollFree && ' (toll-free)'}
      </span>
    </>
  );
}
