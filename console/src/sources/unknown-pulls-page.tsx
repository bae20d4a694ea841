import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Schemas } from '../../../clients/typescript/src/types.ts';
import { isReference } from '../../../core/products/connection.ts';
import { useList } from '../api/lists.ts';
import { TextField } from '../settings/fields.tsx';
import { useProductName } from '../settings/product-name.ts';
import '../style/settings.css';
import { Act } from '../ui/act.tsx';
import { Empty, When } from '../ui/parts.tsx';
import { ListTable } from '../ui/table.tsx';
import { SourcesHead } from './head.tsx';

type UnknownPull = Schemas['UnknownPull'];
const CHANGES = ['unknown_pulls', 'execution', 'executions', 'timeline'] as const;

/** Orders that were cut short: a person asks the vendor, and says here what it has. */
export function UnknownPullsPage() {
  const list = useList<UnknownPull>({ key: ['unknown_pulls'], path: '/unknown_pulls', everyMs: 60_000 });
  const nameOf = useProductName();
  useEffect(() => {
    document.title = 'Unknown orders – Settings – Cascade';
  }, []);
  return (
    <>
      <SourcesHead title="Unknown orders">
        <p className="soft">
          The connection broke while these reports were ordered, so nobody knows whether the vendor has the order, and
          ordering again could order, and bill, twice. Ask the vendor by our reference, and say here what it has.
        </p>
      </SourcesHead>
      <ListTable
        of="unknown orders"
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'Execution',
            cell: ({ execution_id: id, node_id: node }) => (
              <>
                <Link className="row-link" to="/executions/$id" params={{ id: String(id) }}>
                  {id}
                </Link>
                <div className="soft small">
                  <bdi>{node}</bdi>
                </div>
              </>
            ),
          },
          { name: 'Report', cell: ({ product_code: code }) => <bdi>{nameOf(code)}</bdi> },
          { name: 'Our reference', cell: ({ our_reference: reference }) => <code>{reference}</code> },
          { name: 'Asked', cell: ({ asked_at: at }) => <When at={at} /> },
          {
            name: 'Acts',
            cell: (pull) => (
              <div className="acts">
                <HasOrder pull={pull} name={nameOf(pull.product_code)} />
                <HasNone pull={pull} name={nameOf(pull.product_code)} />
              </div>
            ),
          },
        ]}
        empty={
          <Empty title="There is none">
            <p>Of each order it is known whether its vendor has it.</p>
          </Empty>
        }
      />
    </>
  );
}

interface ActProps {
  readonly pull: UnknownPull;
  readonly name: string;
}

const requestOf = ({ execution_id: id, node_id }: UnknownPull, reference: string | null) =>
  ({ method: 'POST', path: `/executions/${id}/settle_pull`, body: { node_id, reference } }) as const;

function HasOrder({ pull, name }: ActProps) {
  const [reference, setReference] = useState('');
  return (
    <Act
      label="The vendor has it"
      confirm="Ask for this order"
      title="The vendor has the order"
      request={requestOf(pull, reference.trim())}
      isReady={isReference(reference.trim())}
      onAsk={() => setReference('')}
      changes={CHANGES}
    >
      <p>
        The vendor is asked for this order. Its report is billed and kept; execution {pull.execution_id} stays as it is,
        and uses it when it is evaluated again.
      </p>
      <TextField
        label="The vendor’s reference of the order"
        value={reference}
        maxLength={200}
        hint={`For the ${name.toLowerCase()} of execution ${pull.execution_id}; our reference is ${pull.our_reference}.`}
        onChange={setReference}
      />
    </Act>
  );
}

function HasNone({ pull, name }: ActProps) {
  const [isSure, setIsSure] = useState(false);
  return (
    <Act
      label="The vendor has none"
      confirm="It has none: order again"
      className="deny"
      title="The vendor has no order"
      request={requestOf(pull, null)}
      isReady={isSure}
      onAsk={() => setIsSure(false)}
      changes={CHANGES}
    >
      <p>
        The next pull of the {name.toLowerCase()} for this applicant orders again. Evaluate execution{' '}
        {pull.execution_id} again afterwards. If the vendor has an order all the same, there are two, and both are
        billed.
      </p>
      <label className="check">
        <input type="checkbox" checked={isSure} onChange={({ target }) => setIsSure(target.checked)} />
        <span>
          I have asked the vendor about <code>{pull.our_reference}</code>, and it has no order.
        </span>
      </label>
    </Act>
  );
}
