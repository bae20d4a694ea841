import { productCodeOf, type BillingProductNode } from '../definition/types.ts';
import { validateProductCode } from '../definition/validate-branches.ts';
import { optionalObject, optionalString } from '../definition/checks.ts';
import { isJsonObject, type Json } from '../json.ts';
import { PRODUCT_CODES, productByCode } from '../products/index.ts';
import type { NodeSpec, Turn, VisitContext } from './contract.ts';
import { edgesOf, isoTime } from './edges.ts';

/**
 * Pulls a report. In test mode a registered subject answers, else a synthetic report, both in here; in live mode the
 * executor is asked to pull, unless the execution re-evaluates another and may use its reports.
 * Source: api-decisions section 7.
 */
export const billingProduct: NodeSpec<BillingProductNode> = {
  schema: {
    type: 'object',
    description: 'Pulls a report; its output can be compared by conditions.',
    properties: {
      billing_product_code: {
        type: 'string',
        enum: [...PRODUCT_CODES],
        description: 'Product to pull; may be nested as `config.billing_product_code` instead.',
      },
      config: {
        type: 'object',
        properties: {
          store_result_as: { type: 'string', description: 'Key under which the output can be interpolated.' },
          billing_product_code: { type: 'string', enum: [...PRODUCT_CODES] },
        },
      },
    },
  },

  validate: (node, at) => [
    ...validateProductCode(node, at),
    ...optionalObject(node, 'config', at),
    ...(isJsonObject(node.config) ? optionalString(node.config, 'store_result_as', `${at}.config`, 200) : []),
  ],
  edges: (node) => edgesOf('next_step', node.next_step),
  jumps: () => [],

  start(node, visit) {
    const product = productByCode(productCodeOf(node));
    if (product === undefined) {
      return { do: 'fail', code: 'product_unavailable', message: 'The product is not offered any more.' };
    }
    const reused = visit.reusedReports.get(product.code);
    if (reused !== undefined) return pulled(node, reused);
    if (visit.execution.mode === 'live') {
      return { do: 'effect', request: { kind: 'live_pull', key: 'pull', product_code: product.code }, memo: {} };
    }
    const applicant = isJsonObject(visit.payload.applicant) ? visit.payload.applicant : {};
    const registered = visit.sandbox.find(product.code, applicant);
    if (registered?.kind === 'vendor_error') {
      return { do: 'fail', code: 'vendor_error', message: registered.message };
    }
    if (registered !== undefined) return pulled(node, registered.output);
    const property = isJsonObject(visit.payload.property) ? visit.payload.property : undefined;
    return pulled(node, product.synthetic(applicant, isoTime(visit.now).slice(0, 10), property));
  },

  resume(node, _visit: VisitContext, _memo, happened) {
    if (happened.kind === 'effect_done') return pulled(node, happened.result.report ?? null);
    if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
    throw new Error(`a pull does not wait for a ${happened.kind}`);
  },
};

function pulled(node: BillingProductNode, report: Json): Turn {
  return {
    do: 'finish',
    output: report,
    next: node.next_step ?? [],
    // Only a credit report makes a report PDF (api-decisions section 7).
    ...(productCodeOf(node) === 'credit_report' ? { aside: { report: true } } : {}),
  };
}
