import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { examplesQuery } from '../examples/queries.ts';
import { useMay } from '../session.tsx';
import { SetAgency } from '../settings/agency.tsx';
import { SetCompany } from '../settings/company.tsx';
import { useProductName } from '../settings/product-name.ts';
import { companyQuery, productsQuery } from '../settings/queries.ts';
import type { WorkflowDetail } from './records.ts';
import '../style/settings.css';

type Missing = WorkflowDetail['missing_for_live'][number];

/** Further fields are named on the page where they are declared. */
const MOST_NAMED = 5;

/** A part that several nodes lack is listed once. */
function once(missing: readonly Missing[]): readonly Missing[] {
  const keyOf = ({ lacks, what, message }: Missing): string => (lacks === 'definition' ? message : `${lacks} ${what}`);
  return [...new Map(missing.toReversed().map((each) => [keyOf(each), each])).values()].toReversed();
}

/** Everything that is missing before a workflow can go live, each with a link to add it. */
export function Checklist({ workflow }: { readonly workflow: WorkflowDetail }) {
  const missing = once(workflow.missing_for_live);
  const { data: examples } = useQuery(examplesQuery(workflow.id));
  const failed = examples?.failed ?? 0;
  if (missing.length === 0 && failed === 0) return null;
  const undeclared = missing.filter(({ lacks }) => lacks === 'declaration');
  const others = missing.filter(({ lacks }) => lacks !== 'declaration');
  return (
    <div className="message" role="group" aria-label="Before it goes live">
      <p>
        <strong>Before it goes live:</strong>
      </p>
      <ul className="plain settings">
        {others.map((each) => (
          <li key={`${each.node_id} ${each.message}`}>
            <Item missing={each} workflowId={workflow.id} />
          </li>
        ))}
        {failed > 0 && (
          <li>
            <div>
              <span>{failed === 1 ? 'An example fails' : `${failed} examples fail`}</span>
            </div>
            <a className="button" href="#examples">
              Show
            </a>
          </li>
        )}
        {undeclared.length > 0 && (
          <li>
            <div>
              <span>
                {undeclared.length === 1 ? 'A field' : `${undeclared.length} fields`} that nobody declared:{' '}
                {undeclared.slice(0, MOST_NAMED).map(({ what, message }, index) => (
                  <span key={message}>
                    {index > 0 && ', '}
                    {what === null ? message : <code>{what}</code>}
                  </span>
                ))}
                {undeclared.length > MOST_NAMED && ` and ${undeclared.length - MOST_NAMED} more`}
              </span>
            </div>
            <Link className="button" to="/fields">
              Declare
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}

function Item({
  missing: { lacks, what, message },
  workflowId,
}: {
  readonly missing: Missing;
  readonly workflowId: number;
}) {
  if (lacks === 'product' && what !== null) return <ProductItem what={what} message={message} />;
  if (lacks === 'agency' && what !== null) return <AgencyItem code={what} />;
  if (lacks === 'legal_name' || lacks === 'address' || lacks === 'ecoa_agency') return <CompanyItem lacks={lacks} />;
  return (
    <>
      <div>
        <span>In the workflow: {message}</span>
      </div>
      <Link className="button" to="/workflows/$id/edit" params={{ id: String(workflowId) }}>
        Edit
      </Link>
    </>
  );
}

const OF_COMPANY = {
  legal_name: 'Legal name of your company',
  address: 'Postal address of your company',
  ecoa_agency: 'Federal agency that supervises you',
} as const;

function CompanyItem({ lacks }: { readonly lacks: keyof typeof OF_COMPANY }) {
  const { data: company } = useQuery(companyQuery);
  const mayWrite = useMay('settings:write');
  return (
    <>
      <div>
        <span>{OF_COMPANY[lacks]}</span>
        {!mayWrite && <AdminAdds />}
      </div>
      {mayWrite && company !== undefined && <SetCompany company={company} label="Add" />}
    </>
  );
}

/** A field of the account's own product that lacks words. `what` is the code of the product, a dot, and the field. */
function ProductItem({ what, message }: { readonly what: string; readonly message: string }) {
  const nameOf = useProductName();
  const [code = '', ...path] = what.split('.');
  const parts = PARTS.flatMap(([part, keyword]) => (message.includes(keyword) ? [part] : []));
  return (
    <>
      <div>
        <span>
          {capitalized(parts.join(' and '))} of <code>{path.join('.')}</code> in the source “<bdi>{nameOf(code)}</bdi>”
        </span>
        <span className="soft small">
          Letters give it. Save this workflow again afterwards, so that it takes the words.
        </span>
      </div>
      <Link className="button" to="/settings/sources/$code" params={{ code }} search={{}}>
        Open the source
      </Link>
    </>
  );
}
/** Texts in letters, each with the keyword by which the message names it. */
const PARTS = [
  ['label', '`title`'],
  ['reason', '`x-reason-above`'],
  ['factors', '`x-factors`'],
  ['range', '`minimum` and'],
  ['day', '`x-scored-on`'],
] as const;
const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function AgencyItem({ code }: { readonly code: string }) {
  const { data: products } = useQuery(productsQuery);
  const mayWrite = useMay('settings:write');
  const product = products?.find((each) => each.code === code) ?? {
    code,
    name: code.replaceAll('_', ' '),
    version: null,
  };
  return (
    <>
      <div>
        <span>Agency behind the {product.name.toLowerCase()}</span>
        {!mayWrite && <AdminAdds />}
      </div>
      {mayWrite && <SetAgency product={product} agency={undefined} isOwn={product.version !== null} />}
    </>
  );
}

function AdminAdds() {
  return (
    <span className="soft small">
      An admin adds it in <Link to="/settings">Settings</Link>.
    </span>
  );
}
