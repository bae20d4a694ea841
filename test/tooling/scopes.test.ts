import { describe, expect, test } from '../support/jest.ts';
import { SEMANTICS } from '../support/rules.ts';
import { SCOPES } from '../../core/access.ts';
import { scopesOf } from '../../services/gateway/http/route.ts';
import { ROUTES } from '../../services/gateway/routes.ts';

/** `scope METHOD /path` of each line of the table of scopes. */
const lines = [...SEMANTICS.matchAll(/^\| `([a-z_]+:[a-z:]+)` +\| (.*) \|$/gm)];
const documented = lines.flatMap(([, scope, operations = '']) =>
  [...operations.matchAll(/`([A-Z]+ [^`]+)`/g)].map(([, operation]) => `${scope} ${operation}`),
);
const admitted = ROUTES.flatMap((route) => scopesOf(route).map((scope) => `${scope} ${route.method} ${route.path}`));

describe('the table of scopes', () => {
  // Rules: 16.4.1
  test('says of each operation which scopes admit it, and of no other one', () => {
    expect(documented.toSorted()).toEqual(admitted.toSorted());
  });

  test('has every scope', () => {
    expect(new Set(lines.map(([, scope]) => scope))).toEqual(new Set(SCOPES));
  });

  test('lets whoever reads executions read the products that their reasons come from', () => {
    expect(admitted).toContain('executions:read GET /products');
    expect(admitted).toContain('executions:read GET /products/{code}');
  });
});
