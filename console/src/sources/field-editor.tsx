import type { FieldKind } from '../../../core/fields/spec.ts';
import { isJsonObject, type Json, type JsonSchema } from '../../../core/json.ts';
import { propertiesOf, type ReportField } from '../../../core/sources/schema-fields.ts';
import { Chosen, Faults, Figure, Line } from './controls.tsx';
import {
  isGroup,
  isRequired,
  keywordText,
  said,
  typeNameOf,
  withField,
  withoutField,
  withRequired,
  withSource,
  withTestValue,
  withType,
  type Draft,
  type FieldSource,
  type TestValue,
} from './draft.ts';
import type { Fault } from './faults.ts';
import { KIND_WORDS, REASON_WORDS, TYPE_WORDS } from './words.ts';
import { readCodes, readValue, readValues, writeCodes, writeValue, writeValues } from './written.ts';
import { TextLines } from './text-lines.tsx';

interface Props {
  readonly field: ReportField;
  readonly draft: Draft;
  readonly faults: readonly Fault[];
  readonly onChange: (draft: Draft) => void;
  readonly onClose: () => void;
}

/** One field of the report: its meaning, its place in the answer, its words in letters, and its values in test mode. */
export function FieldEditor({ field: { path, schema, list }, draft, faults, onChange, onClose }: Props) {
  const type = typeNameOf(schema);
  const isNumber = type === 'number' || type === 'integer' || type === 'list_of_numbers';
  const isList = schema.type === 'array';
  const set = (keywords: JsonSchema): void =>
    onChange(withField(draft, path, said<JsonSchema>({ ...schema, ...keywords })));
  const text = (keyword: string): string => keywordText(schema, keyword);
  const setText = (keyword: string) => (value: string) => set({ [keyword]: value === '' ? undefined : value });
  return (
    <fieldset className="field-row">
      <legend>
        <code>{path}</code>
      </legend>
      <p className="soft small about">
        {list !== undefined && (
          <>
            In each item of <code>{list}</code>.{' '}
          </>
        )}
        <button type="button" className="quiet" aria-label={`Close ${path}`} onClick={onClose}>
          Close
        </button>
        <button
          type="button"
          className="quiet"
          aria-label={`Remove ${path}`}
          onClick={() => onChange(withoutField(draft, path))}
        >
          Remove
        </button>
      </p>
      <div className="field-controls source-field">
        <Line
          label="Label"
          className="wide-control"
          value={text('title')}
          maxLength={60}
          placeholder="Fraud score"
          hint="As letters, policies and people call it"
          onChange={setText('title')}
        />
        <Chosen
          label="Type"
          value={type ?? ''}
          {...(type === undefined ? { none: 'as the JSON says' } : {})}
          options={TYPE_WORDS}
          onChange={(name) => name !== undefined && onChange(withField(draft, path, withType(schema, name)))}
        />
        {isNumber && (
          <Line
            label="Unit"
            list="source-units"
            value={text('x-unit')}
            maxLength={60}
            onChange={setText('x-unit')}
            hint="of the report"
          />
        )}
        {!isGroup(type) && (
          <Chosen<FieldKind>
            label="Who sees it"
            value={(text('x-kind') as FieldKind | '') || ''}
            none="hidden until asked for"
            options={KIND_WORDS}
            onChange={(kind) => set({ 'x-kind': kind })}
          />
        )}
        {isNumber && !isList && (
          <>
            <Figure
              label="At least"
              value={typeof schema.minimum === 'number' ? schema.minimum : undefined}
              onChange={(minimum) => set({ minimum })}
            />
            <Figure
              label="At most"
              value={typeof schema.maximum === 'number' ? schema.maximum : undefined}
              onChange={(maximum) => set({ maximum })}
            />
          </>
        )}
        {type === 'text' && (
          <TextLines
            label="Known texts, if no others come"
            value={writeValues((schema.enum as Json[] | undefined) ?? [])}
            placeholder="clear, consider"
            onChange={(written) => {
              const values = readValues(written);
              set({ enum: values.length === 0 ? undefined : values });
            }}
          />
        )}
        <label className="check">
          <input
            type="checkbox"
            checked={isRequired(draft, path)}
            onChange={({ target }) => onChange(withRequired(draft, path, target.checked))}
          />
          Every report has it
        </label>
        {schema['x-kind'] === 'score' && <ScoreParts schema={schema} draft={draft} path={path} onChange={onChange} />}
      </div>
      {draft.mapping !== undefined && type !== 'group' && (
        <Source draft={draft} path={path} schema={schema} list={list} onChange={onChange} />
      )}
      {!isGroup(type) && (
        <>
          <Reasons schema={schema} set={set} />
          <TestValues draft={draft} path={path} isNumber={isNumber} onChange={onChange} />
        </>
      )}
      <Faults faults={faults} />
    </fieldset>
  );
}

type Part = Pick<Props, 'draft' | 'onChange'> & { readonly path: string };

/** A letter gives a score with its factors and the day on which it was made (15 USC 1681g(f)(1)). */
function ScoreParts({ schema, draft, path, onChange }: Part & { readonly schema: JsonSchema }) {
  const fieldsOf = (...types: readonly string[]) =>
    Object.entries(propertiesOf(draft.schema)).flatMap(([name, own]) =>
      types.includes(typeNameOf(own) ?? '') ? [[name, name] as const] : [],
    );
  const set = (keyword: string) => (name: string | undefined) =>
    onChange(withField(draft, path, said<JsonSchema>({ ...schema, [keyword]: name })));
  return (
    <>
      <Chosen
        label="Its factors"
        value={keywordText(schema, 'x-factors')}
        none="–"
        options={fieldsOf('list_of_texts')}
        hint="The list of texts that holds them: letters give them"
        onChange={set('x-factors')}
      />
      <Chosen
        label="Made on"
        value={keywordText(schema, 'x-scored-on')}
        none="–"
        options={fieldsOf('date', 'date_time')}
        hint="The date in the report: letters give it"
        onChange={set('x-scored-on')}
      />
    </>
  );
}

interface SourceProps extends Part {
  readonly schema: JsonSchema;
  readonly list: string | undefined;
}

function Source({ draft, path, schema, list, onChange }: SourceProps) {
  const source: FieldSource = draft.mapping?.fields[path] ?? {};
  const isFixed = source.const !== undefined;
  const items = isJsonObject(schema.items) ? schema.items : undefined;
  const isOfGroups = items?.type === 'object';
  const isNumber = ['number', 'integer'].includes(String((items ?? schema).type));
  const set = (part: { readonly [Name in keyof FieldSource]?: FieldSource[Name] | undefined }): void => {
    const next = said<FieldSource>({ ...source, ...part });
    onChange(withSource(draft, path, Object.keys(next).length === 0 ? undefined : next));
  };
  return (
    <div className="field-words">
      <h3>In the vendor’s answer</h3>
      <div className="field-controls">
        {!isFixed && (
          <Line
            label="Where it stands"
            value={source.path ?? ''}
            placeholder={list === undefined ? `data.${path}` : path.slice(list.length + 1)}
            hint={
              list === undefined
                ? 'The way to it, with dots. Of a list: jobs.count, jobs.max.pay'
                : 'The way to it within the item'
            }
            onChange={(written) => set({ path: written === '' ? undefined : written })}
          />
        )}
        {(isFixed || source.path === undefined) && (
          <TextLines
            label="Or the same value always"
            value={writeValue(source.const)}
            onChange={(written) => set(written === '' ? { const: undefined } : { const: scalar(readValue(written)) })}
          />
        )}
        {!isFixed && typeof schema['x-unit'] === 'string' && (
          <Line
            label="The vendor’s unit"
            list="source-units"
            value={source.unit ?? ''}
            hint={`If it is another one than ${schema['x-unit']}`}
            onChange={(unit) => set({ unit: unit === '' ? undefined : unit })}
          />
        )}
        {!isFixed && isNumber && source.values === undefined && (
          <>
            <label className="check">
              <input
                type="checkbox"
                checked={source.as === 'number'}
                onChange={({ target }) => set({ as: target.checked ? 'number' : undefined, decimals: undefined })}
              />
              The vendor writes it as a text: "1450.20"
            </label>
            {source.as === 'number' && items === undefined && (
              <Line
                label="Where it says how many digits are decimals"
                value={source.decimals ?? ''}
                hint="If it writes 8194.19 as 819419"
                onChange={(path) => set({ decimals: path === '' ? undefined : path })}
              />
            )}
          </>
        )}
        {!isFixed && !isOfGroups && source.as === undefined && (
          <TextLines
            label="What the vendor’s codes mean"
            value={writeCodes(source.values)}
            isLong
            placeholder={'A = clear\nB = consider'}
            hint="One line a code, if the vendor sends codes. Any other code is a fault"
            onChange={(written) => {
              const codes = readCodes(written);
              set({ values: codes as FieldSource['values'] });
            }}
          />
        )}
      </div>
    </div>
  );
}

const scalar = (value: Json): string | number | boolean | null =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

function Reasons({ schema, set }: { readonly schema: JsonSchema; readonly set: (keywords: JsonSchema) => void }) {
  const isOpen = Object.keys(schema).some((keyword) => keyword.startsWith('x-reason-'));
  return (
    <details className="field-words" open={isOpen}>
      <summary>Reasons in letters</summary>
      <div className="field-controls">
        {REASON_WORDS.map(([keyword, label]) => (
          <Line
            key={keyword}
            label={label}
            value={keywordText(schema, keyword)}
            maxLength={120}
            onChange={(words) => set({ [keyword]: words === '' ? undefined : words })}
          />
        ))}
        <label className="check">
          <input
            type="checkbox"
            checked={schema['x-absent'] === 'none_on_record'}
            onChange={({ target }) => set({ 'x-absent': target.checked ? 'none_on_record' : undefined })}
          />
          If it is missing, there is none on record, which is the best
        </label>
      </div>
    </details>
  );
}

function TestValues({ draft, path, isNumber, onChange }: Part & { readonly isNumber: boolean }) {
  const value: TestValue = draft.test_values?.[path] ?? {};
  const set = (part: { readonly [Name in keyof TestValue]?: TestValue[Name] | undefined }): void => {
    const next = said<TestValue>({ ...value, ...part });
    onChange(withTestValue(draft, path, Object.keys(next).length === 0 ? undefined : next));
  };
  return (
    <details className="field-words" open={draft.test_values?.[path] !== undefined}>
      <summary>In test mode</summary>
      <p className="soft small">Without these, values are made up within what the field allows.</p>
      <div className="field-controls">
        <TextLines
          label="One of these"
          value={writeValues(value.among as Json[] | undefined)}
          placeholder={isNumber ? '10, 55, 92' : 'clear, consider'}
          onChange={(written) => {
            const among = readValues(written);
            set({ among: (among.length === 0 ? undefined : among) as TestValue['among'] });
          }}
        />
        {isNumber && value.among === undefined && (
          <>
            <Figure label="Or from" value={value.from} onChange={(from) => set({ from })} />
            <Figure label="to" value={value.to} onChange={(to) => set({ to })} />
          </>
        )}
      </div>
    </details>
  );
}
