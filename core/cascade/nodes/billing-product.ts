import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { datedReport, PRODUCT_CODES, productByCode, releasedPart, type Product } from '../../products/index.ts';
import { testAnswer, vendorErrorOf } from '../../products/test-report.ts';
import { oneOf } from '../../schema/words.ts';
import { isoTime } from '../../time.ts';
import { quote } from '../checks.ts';
import type { NodeSpec, Turn, VisitContext } from '../contract.ts';
import type { NodeBase } from '../definition.ts';
import { ownProductOf, productCodeOf } from '../own-products.ts';

export interface BillingProductNode extends NodeBase {
  readonly type: 'BillingProduct' | 'Product';
  readonly billing_product_code?: string;
}

/**
 * Pulls a report. Test mode uses the report that the trigger chose, else that of a registered subject, else a synthetic
 * one. In live mode the executor is asked to pull, unless the execution re-evaluates another one and may use its
 * reports. Source: semantics 6.1, 6.2 and 13.3.2.
 */
export const billingProduct: NodeSpec<BillingProductNode, 'BillingProduct'> = {
  kind: 'BillingProduct',
  namedBy: 'type',
  aliases: ['Product'],
  schema: {
    description: 'Pulls a report; its output can be compared by conditions.',
    properties: {
      billing_product_code: {
        type: 'string',
        description: `Product to pull: ${PRODUCT_CODES.join(', ')}, or one that the account describes. Required; may be nested as \`config.billing_product_code\` instead.`,
      },
      config: {
        type: 'object',
        description: 'Settings of the node; other keys are kept.',
        properties: {
          store_result_as: {
            type: 'string',
            maxLength: 200,
            description: 'Name of the output in `{{…}}` paths.',
          },
          billing_product_code: { type: 'string', description: 'Product to pull, if the node itself names none.' },
        },
      },
    },
  },
  edges: ['next_step'],

  validate(node, at, _scope, report) {
    const nested = isJsonObject(node.config) ? node.config.billing_product_code : undefined;
    if (node.billing_product_code === undefined && nested === undefined) {
      const isCode = (value: Json | undefined): boolean => PRODUCT_CODES.some((code) => code === value);
      const meant = Object.keys(node).find((key) => isCode(node[key]));
      const hint = meant === undefined ? '' : `; did you mean it by ${quote(meant)}?`;
      report(`${at}.billing_product_code`, `is required; the products are ${PRODUCT_CODES.join(', ')}${hint}`);
    }
    const own = ownProductOf(node)?.code;
    const named = { billing_product_code: node.billing_product_code, 'config.billing_product_code': nested };
    for (const [member, code] of Object.entries(named)) {
      const isKnown = typeof code !== 'string' || code === own || productByCode(code) !== undefined;
      if (!isKnown) report(`${at}.${member}`, oneOf(PRODUCT_CODES, code));
    }
  },
  conditionSource(node) {
    return { kind: 'report', productCode: productCodeOf(node), product: pulledBy(node) };
  },

  start(node, visit) {
    const product = pulledBy(node);
    if (product === undefined) {
      return { do: 'fail', code: 'product_unavailable', message: 'The product is not offered any more.' };
    }
    const reused = visit.reusedReports.get(product.code);
    if (reused !== undefined) {
      const message = visit.execution.mode === 'test' ? vendorErrorOf(reused) : undefined;
      return message === undefined ? pulled(node, reused, visit) : { do: 'fail', code: 'vendor_error', message };
    }
    if (visit.execution.mode === 'live') {
      return { do: 'effect', request: { kind: 'live_pull', key: 'pull', product_code: product.code }, memo: {} };
    }
    const answer = testAnswer(product, visit.payload, {
      sandbox: visit.sandbox,
      asOf: isoTime(visit.now).slice(0, 10),
    });
    return answer.kind === 'vendor_error'
      ? { do: 'fail', code: 'vendor_error', message: answer.message }
      : pulled(node, answer.output, visit);
  },

  resume(node, visit, _memo, happened) {
    if (happened.kind === 'effect_done') return pulled(node, happened.result.report ?? null, visit);
    if (happened.kind === 'effect_failed') return { ...happened, do: 'fail' };
    throw new Error(`a pull does not wait for a ${happened.kind}`);
  },
};

/** The pulled product: the account's own, or a built-in one. */
function pulledBy(node: JsonObject | NodeBase): Product | undefined {
  return ownProductOf(node) ?? productByCode(productCodeOf(node) ?? '');
}

function pulled(node: BillingProductNode, delivered: Json, visit: VisitContext): Turn {
  const product = pulledBy(node);
  const report = product === undefined || !isJsonObject(delivered) ? delivered : releasedPart(product, delivered);
  return {
    do: 'finish',
    output: product === undefined ? report : datedReport(report, product.schema, isoTime(visit.now).slice(0, 10)),
    next: node.next_step ?? [],
    // Only a credit report makes a report PDF (semantics 6.4.1).
    ...(productCodeOf(node) === 'credit_report' ? { aside: { report: true } } : {}),
  };
}
