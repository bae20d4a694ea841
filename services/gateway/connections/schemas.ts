import type { JsonObject } from '../../../core/json.ts';
import { ACCOUNT_CONNECTION_SCHEMA } from '../../../core/products/account-connection.ts';
import { bodySchema } from '../http/route.ts';
import { id, named, oneOf, record, text, textOrNull, time } from '../http/schemas.ts';

export const CONNECTION_BODY = bodySchema(ACCOUNT_CONNECTION_SCHEMA);

export const CONNECTION_BODY_EXAMPLE: JsonObject = {
  url: 'https://vendor.example.com/v1/reports',
  credentials: { type: 'bearer', token: 'sk_live_4f9a' },
  idempotency: 'header',
};

export const CONNECTION = named(
  'Connection',
  record(
    "How the account asks the vendor of a product. Without a connection of its own, the installation's vendor is asked.",
    'connection',
    {
      product_code: text('Code of the product.'),
      settings: { ...ACCOUNT_CONNECTION_SCHEMA, description: 'As it was set, without its secrets.' },
      callback_url: textOrNull(
        'The one URL that is entered at the vendor, for callbacks about all orders: a secret. Null: the settings have no `callback`.',
      ),
      updated_at: time('When it was set.'),
    },
  ),
);

export const CONNECTION_EXAMPLE: JsonObject = {
  object: 'connection',
  product_code: 'credit_report',
  settings: {
    url: 'https://vendor.example.com/v1/reports',
    credentials: { type: 'bearer' },
    idempotency: 'header',
  },
  callback_url: null,
  updated_at: '2026-03-02T10:00:00.000Z',
};

export const CHECK_RESULTS = ['accepted', 'refused', 'reached', 'unreachable', 'forbidden'] as const;

export const CONNECTION_CHECK = named(
  'ConnectionCheck',
  record('The result of a check. Nothing was ordered.', 'connection_check', {
    result: oneOf(
      '`accepted`: the vendor accepts the credentials. `refused`: it does not. `reached`: it answers, but that does not show ' +
        'whether it accepts them. `unreachable`: it does not answer. `forbidden`: no requests are sent to the address.',
      CHECK_RESULTS,
    ),
    message: text('The result in words, with the status that the vendor answered.'),
  }),
);

export const CONNECTION_CHECK_EXAMPLE: JsonObject = {
  object: 'connection_check',
  result: 'accepted',
  message: 'The vendor accepts the credentials: it answered 404 for an order that does not exist.',
};

export const UNKNOWN_PULL = named(
  'UnknownPull',
  record('A pull that was cut short: nobody knows whether the vendor has the order.', 'unknown_pull', {
    id: id('The pull.'),
    execution_id: id('The execution.'),
    node_id: text('The node that pulls.'),
    product_code: text('Code of the product.'),
    our_reference: text('Our reference, by which the vendor may find the order.'),
    asked_at: time('When the vendor was asked.'),
  }),
);

export const UNKNOWN_PULL_EXAMPLE: JsonObject = {
  object: 'unknown_pull',
  id: 3,
  execution_id: 4711,
  node_id: 'credit',
  product_code: 'credit_report',
  our_reference: '7e4b1d0c-58ce-5b0e-9a63-2f1c1de7a001',
  asked_at: '2026-03-02T10:00:00.000Z',
};

export const SETTLED_PULL = named(
  'SettledPull',
  record('The result of a pull.', 'settled_pull', {
    execution_id: id('The execution.'),
    node_id: text('The node that pulls.'),
    product_code: text('Code of the product.'),
    result: oneOf('`asked_for`: the vendor is asked for the order. `not_ordered`: the next pull orders again.', [
      'asked_for',
      'not_ordered',
    ]),
  }),
);

export const SETTLED_PULL_EXAMPLE: JsonObject = {
  object: 'settled_pull',
  execution_id: 4711,
  node_id: 'credit',
  product_code: 'credit_report',
  result: 'asked_for',
};
