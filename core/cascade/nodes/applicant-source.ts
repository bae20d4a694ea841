import { STANDARD_SCOPE } from '../../fields/change.ts';
import { dictionaryFaults, specFaults } from '../../fields/faults.ts';
import { FIELD_SPEC_SCHEMA, type FieldSpec, type FieldSpecsJson } from '../../fields/spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { checkSchema } from '../../schema/check.ts';
import { componentRef, type NodeSpec } from '../contract.ts';
import type { NodeBase } from '../definition.ts';

export interface ApplicantSourceNode extends NodeBase {
  readonly type: 'ApplicantSource';
}

/** The only entry point. All nodes can read the payload as `context`; the step's own output is empty. */
export const applicantSource: NodeSpec<ApplicantSourceNode, 'ApplicantSource'> = {
  kind: 'ApplicantSource',
  namedBy: 'type',
  isEntry: true,
  schema: {
    description: 'Entry point; exposes the payload of the trigger as `context.applicant`.',
    properties: {
      config: {
        type: 'object',
        description: 'Settings of the node; other keys are kept.',
        properties: {
          fields: {
            type: 'object',
            description:
              'What this cascade declares of fields of the payload, by path, in place of what the account does (`PUT /fields/{field}`). ' +
              'It is part of the version.',
            additionalProperties: componentRef('FieldSpec'),
          },
        },
      },
    },
  },
  components: { FieldSpec: FIELD_SPEC_SCHEMA },
  edges: ['next_step'],
  conditionSource: () => ({ kind: 'context' }),

  validate({ config }, at, _scope, report) {
    const sent = isJsonObject(config) ? config.fields : undefined;
    if (!isJsonObject(sent)) return;
    // The schema check has reported the entries of a wrong shape.
    const specs = new Map(
      Object.entries(sent).filter((entry): entry is [string, Json & FieldSpec] => isSpec(entry[1])),
    );
    for (const { path, field, message } of dictionaryFaults(specs, STANDARD_SCOPE)) {
      const isOwn = specFaults(path, specs.get(path) as FieldSpec).some((own) => own.message === message);
      // The person may be declared by the account.
      if (field === 'of_person' && !isOwn) continue;
      report(`${at}.config.fields.${path}${field === 'path' ? '' : `.${field}`}`, message);
    }
  },

  start: (node) => ({ do: 'finish', output: {}, next: node.next_step ?? [] }),
};

function isSpec(value: Json | undefined): boolean {
  let faults = 0;
  checkSchema(value, FIELD_SPEC_SCHEMA, { root: FIELD_SPEC_SCHEMA, formats: new Map(), report: () => (faults += 1) });
  return faults === 0;
}

/** The cascade's declarations of payload fields. Takes a node of a validated definition. */
export function fieldsOfSource({ config }: Pick<NodeBase, 'config'>): FieldSpecsJson {
  const fields: Json = config?.fields ?? {};
  return isJsonObject(fields) ? (fields as JsonObject & FieldSpecsJson) : {};
}

/** The cascade's declarations, which override the account's; null if there are none. Takes a validated definition. */
export function fieldsOfCascade(definition: readonly NodeBase[]): FieldSpecsJson | null {
  const source = definition.find(({ type }) => type === 'ApplicantSource');
  const fields = source === undefined ? {} : fieldsOfSource(source);
  return Object.keys(fields).length === 0 ? null : fields;
}
