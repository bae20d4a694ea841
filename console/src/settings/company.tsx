import { useState } from 'react';
import { Act } from '../ui/act.tsx';
import { ContactFields, TextField } from './fields.tsx';
import { SETTING_CHANGES, type Company } from './queries.ts';

interface Props {
  readonly company: Company;
  readonly label?: string;
}

const NEW = { legal_name: '', address: '', phone: '', ecoa_agency: '' };
const NAMES = ['legal_name', 'address', 'phone', 'ecoa_agency'] as const;

/**
 * Only changed members are sent, so that concurrent changes by others are kept. A setting can be replaced but not
 * emptied.
 */
function changesOf(before: typeof NEW, after: typeof NEW): Partial<typeof NEW> {
  const given = NAMES.map((name) => [name, after[name].trim()] as const);
  return Object.fromEntries(given.filter(([name, text]) => text !== '' && text !== before[name]));
}

/** A form for the sender of letters. */
export function SetCompany({ company, label = 'Change' }: Props) {
  const [fields, setFields] = useState(NEW);
  const body = changesOf(valuesOf(company), fields);
  const set = (change: Partial<typeof NEW>): void => setFields({ ...fields, ...change });
  return (
    <Act
      label={label}
      confirm="Save"
      title="Your company"
      request={{ method: 'PATCH', path: '/company', body }}
      isReady={Object.keys(body).length > 0}
      onAsk={() => setFields(valuesOf(company))}
      changes={SETTING_CHANGES}
    >
      <p>Letters are from it, from now on. Letters that were made stay as they are.</p>
      <TextField
        label="Legal name"
        value={fields.legal_name}
        maxLength={200}
        isRequired={false}
        onChange={(text) => set({ legal_name: text })}
      />
      <ContactFields address={fields.address} phone={fields.phone} isRequired={false} onChange={set} />
      <FederalAgency company={company} chosen={fields.ecoa_agency} onChange={(key) => set({ ecoa_agency: key })} />
    </Act>
  );
}

interface FederalProps {
  readonly company: Company;
  readonly chosen: string;
  readonly onChange: (key: string) => void;
}

function FederalAgency({ company: { ecoa_agencies: agencies }, chosen, onChange }: FederalProps) {
  const found = agencies.find(({ key }) => key === chosen);
  return (
    <label className="field">
      Federal agency that supervises you
      <select value={chosen} onChange={({ target }) => onChange(target.value)}>
        <option value="">–</option>
        {agencies.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <span className="soft small">
        {found === undefined
          ? 'Only letters about credit name it (12 CFR 1002, Appendix A).'
          : `For: ${found.creditors}`}
      </span>
    </label>
  );
}

function valuesOf({ legal_name, address, phone, ecoa_agency: agency }: Company): typeof NEW {
  return { legal_name, address, phone, ecoa_agency: agency ?? '' };
}
