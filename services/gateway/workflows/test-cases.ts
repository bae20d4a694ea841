import type { JsonObject } from '../../../core/json.ts';
import type { SandboxSubject } from '../../../core/products/sandbox.ts';

/** A sandbox subject as the API shows it. Source: OpenAPI document, TestCase. */
export function presentTestCase({ id, case_name, product_code, payload }: SandboxSubject): JsonObject {
  return { id, case_name, product_code, payload: { ...payload } };
}
