import { escapeHtml } from '../../../../core/interpolate.ts';
import { highlighted } from '../highlight.ts';
import { nameOfRef, type ApiSchema } from './document.ts';
import { SCHEMAS_PATH } from './paths.ts';

/*
 * Schemas in words: the type of a value, its limits, and a list of the members of an object.
 */

/** Paragraphs, with `code` in backticks. */
export function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

export function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

export function codeFigure(name: string, text: string, language: string): string {
  return `<figure class="code" data-language="${language}"><pre tabindex="0" role="group" aria-label="${escapeHtml(name)}"><code>${highlighted(text, language)}</code></pre></figure>`;
}

/** The type of a value; a named schema is a link. */
export function typeHtml(schema: ApiSchema): string {
  const { $ref, type, items, format, enum: values, oneOf, anyOf } = schema;
  if ($ref !== undefined) return `<a href="${SCHEMAS_PATH}#${nameOfRef($ref)}">${nameOfRef($ref)}</a>`;
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  const choices = oneOf ?? anyOf;
  if (choices !== undefined) return choices.map(typeHtml).join(' or ');
  if (values !== undefined) return values.includes(null) ? 'string or null' : 'string';
  const types = type === undefined ? ['any value'] : [type].flat();
  return types
    .map((one) => {
      if (one === 'array') return items === undefined ? 'list' : `list of ${typeHtml(items)}`;
      return one === 'string' && format !== undefined ? (FORMATS[format] ?? `string (${escapeHtml(format)})`) : one;
    })
    .join(' or ');
}

const FORMATS: Readonly<Record<string, string>> = { 'date-time': 'time', uri: 'address', binary: 'file' };

/** A value's choices and limits. */
function limitsHtml(schema: ApiSchema): string {
  const { enum: values, items, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const limits = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(minLength === undefined ? [] : [`${plural(minLength, 'character')} or more`]),
    ...(maxLength === undefined ? [] : [`at most ${plural(maxLength, 'character')}`]),
    ...(minItems === undefined ? [] : [`${plural(minItems, 'item')} or more`]),
    ...(maxItems === undefined ? [] : [`at most ${plural(maxItems, 'item')}`]),
    ...(pattern === undefined ? [] : [`matches <code>${escapeHtml(pattern)}</code>`]),
    ...(schema.default === undefined ? [] : [`default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`]),
  ];
  const choices = values ?? items?.enum;
  const listed = choices === undefined ? [] : [`One of ${choices.map(choiceHtml).join(', ')}.`];
  const text = limits.join(', ');
  const sentences = [...listed, ...(text === '' ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`])];
  return sentences.length === 0 ? '' : `<p class="limits">${sentences.join(' ')}</p>`;
}

function choiceHtml(value: unknown): string {
  return `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

interface Member {
  readonly name: string;
  readonly schema: ApiSchema;
  readonly isRequired: boolean;
  /** Shown beside the name, such as the place of a parameter. */
  readonly note?: string;
}

/** A list of members, each with the members of its own. */
export function membersHtml(members: readonly Member[]): string {
  if (members.length === 0) return '';
  const items = members.map(({ name, schema, isRequired, note }) => {
    const head = [
      `<code class="name">${escapeHtml(name)}</code>`,
      `<span class="type">${typeHtml(schema)}</span>`,
      ...(note === undefined ? [] : [`<span class="type">${note}</span>`]),
      ...(isRequired ? ['<span class="required">required</span>'] : []),
    ].join(' ');
    const text = schema.description === undefined ? '' : prose(schema.description);
    return `<li><div class="member">${head}</div>${text}${limitsHtml(schema)}${membersHtml(membersOf(schema))}</li>`;
  });
  return `<ul class="members">${items.join('\n')}</ul>`;
}

/** Members of an object, of the items of a list, or of the values of a map, whose keys are shown as `*`. */
export function membersOf(schema: ApiSchema): Member[] {
  const { properties = {}, required = [], items, additionalProperties } = schema;
  if (schema.$ref !== undefined) return [];
  if (items !== undefined) return membersOf(items);
  const named = Object.entries(properties).map(([name, one]) => ({
    name,
    schema: one,
    isRequired: required.includes(name),
  }));
  const isTyped = typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0;
  return isTyped ? [...named, { name: '*', schema: additionalProperties, isRequired: false }] : named;
}

/** A named schema: its description, and its members or forms. */
export function schemaHtml(schema: ApiSchema, all: Readonly<Record<string, ApiSchema>>): string {
  const forms = schema.oneOf ?? schema.anyOf;
  const text = schema.description === undefined ? '' : prose(schema.description);
  if (forms !== undefined) {
    const items = forms.map((form) => `<li>${typeHtml(form)}${tellerHtml(form, schema)}${aboutHtml(form, all)}</li>`);
    return `${text}<p>One of these forms:</p><ul class="forms">${items.join('\n')}</ul>`;
  }
  const members = membersHtml(membersOf(schema));
  return `${text}${members === '' ? `<p>${typeHtml(schema)}</p>${limitsHtml(schema)}` : members}`;
}

/** The member that tells a form from the others. */
function tellerHtml({ $ref }: ApiSchema, { discriminator }: ApiSchema): string {
  if (discriminator === undefined) return '';
  const values = Object.entries(discriminator.mapping).flatMap(([value, form]) => (form === $ref ? [value] : []));
  return `: <code>${discriminator.propertyName}</code> is ${values.map(choiceHtml).join(' or ')}`;
}

function aboutHtml({ $ref }: ApiSchema, all: Readonly<Record<string, ApiSchema>>): string {
  const form = $ref === undefined ? undefined : all[nameOfRef($ref)];
  return form?.description === undefined ? '' : `. ${inline(form.description)}`;
}
