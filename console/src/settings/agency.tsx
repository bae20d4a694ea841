import { useState } from 'react';
import { useMe } from '../session.tsx';
import { Act } from '../ui/act.tsx';
import { Check, ContactFields, TextField } from './fields.tsx';
import { SETTING_CHANGES, type Agency } from './queries.ts';

const NEW = { name: '', address: '', phone: '', toll_free: false, nationwide: false, consumer_report: true };

interface Props {
  readonly product: { readonly code: string; readonly name: string };
  /** The saved agency; undefined if none is set. */
  readonly agency: Agency | undefined;
  /** True if the account describes the report itself. An agency that makes no consumer reports then needs a reason. */
  readonly isOwn: boolean;
}

/** A form for the agency behind a report, shown wherever it is missing. */
export function SetAgency({ product: { code, name }, agency, isOwn }: Props) {
  const me = useMe();
  const [fields, setFields] = useState(NEW);
  const [note, setNote] = useState('');
  const set = (change: Partial<typeof NEW>): void => setFields({ ...fields, ...change });
  const { toll_free: isTollFree, nationwide: isNationwide } = fields;
  const isExempt = isOwn && !fields.consumer_report;
  const needed = [fields.name, fields.address, fields.phone, ...(isExempt ? [note] : [])];
  const isWhole = needed.every((text) => text.trim() !== '');
  return (
    <Act
      label={agency === undefined ? 'Add' : 'Change'}
      confirm="Save"
      title={`Agency behind: ${name}`}
      request={{
        method: 'PUT',
        path: `/agencies/${code}`,
        body: { ...fields, ...(isExempt ? { note: note.trim() } : {}) },
      }}
      isReady={isWhole && (isTollFree || !isNationwide)}
      onAsk={() => {
        setFields(agency === undefined ? NEW : valuesOf(agency));
        setNote('');
      }}
      changes={SETTING_CHANGES}
    >
      <p>
        Letters that rest on this report name the agency and say how to reach it, from now on. Letters that were made
        stay as they are.
      </p>
      <TextField label="Name" value={fields.name} maxLength={200} onChange={(text) => set({ name: text })} />
      <ContactFields address={fields.address} phone={fields.phone} onChange={set} />
      <Check label="The number is toll-free" isOn={isTollFree} onChange={(isOn) => set({ toll_free: isOn })} />
      <Check label="The agency is nationwide" isOn={isNationwide} onChange={(isOn) => set({ nationwide: isOn })} />
      <Check
        label="It is a consumer reporting agency. If not, letters speak of another third party (15 USC 1681m(b))."
        isOn={fields.consumer_report}
        onChange={(isOn) => set({ consumer_report: isOn })}
      />
      {isExempt && (
        <>
          <TextField
            label="Why its reports are no consumer reports"
            value={note}
            maxLength={2_000}
            hasLines
            hint="The audit log keeps it. A consumer report is what an agency says of a person’s credit, character or way of life."
            onChange={setNote}
          />
          {me.four_eyes && (
            <p className="message" role="status">
              Your account asks for four eyes: two people say that the law asks for no agency, so an operator sets it (
              <code>cascade agencies set</code>).
            </p>
          )}
        </>
      )}
      {isNationwide && !isTollFree && (
        <p className="message bad" role="alert">
          A nationwide agency has a toll-free number: letters have to give it (15 USC 1681m(a)(3)(A)).
        </p>
      )}
    </Act>
  );
}

function valuesOf({ name, address, phone, toll_free, nationwide, consumer_report }: Agency): typeof NEW {
  return { name, address, phone, toll_free, nationwide, consumer_report };
}
