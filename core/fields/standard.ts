import standard from '../../data/fields/standard.json' with { type: 'json' };
import { readSchema } from './schema.ts';
import type { FieldSpecs } from './spec.ts';

/** The standard dictionary: what many payloads hold, and what the service itself reads by name, beside what people bring. */
export const STANDARD_SPECS: FieldSpecs = readSchema(standard).specs;
