import type { ErrorDetail } from '../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import type { ValidationScope } from '../nodes/contract.ts';
import { fieldSchema, productByCode } from '../products/index.ts';
import { detail, optionalOneOf, quote, requireObject, requireOneOf, requireString } from './checks.ts';
import { CONDITION_OPERATORS, UNARY_OPERATORS } from './types.ts';

/** The `source_node_id` under which conditions read the built-in variables, unless a node has that id. */
export const CONTEXT_SOURCE = 'context';

export const BRANCH_KEYS = ['pass', 'human_review'] as const;
const LOGICS = ['and', 'or'] as const;

/**
 * All that is wrong with the `branches` of an IfElse node. `at` is the path of the node.
 * Source: reference, "CascadeDefinition and nodes"; api-decisions section 6.
 */
export function validateBranches(node: JsonObject, at: string, scope: ValidationScope): ErrorDetail[] {
  const wrong = requireObject(node, 'branches', at);
  const branches = node.branches;
  if (!isJsonObject(branches)) return wrong;
  return BRANCH_KEYS.flatMap((key) => {
    const branch = branches[key];
    return branch === undefined ? [] : validateBranch(branch, `${at}.branches.${key}`, scope);
  });
}

function validateBranch(branch: Json, at: string, scope: ValidationScope): ErrorDetail[] {
  if (!isJsonObject(branch)) return [detail(at, 'must be an object')];
  const wrong = optionalOneOf(branch, 'group_logic', at, LOGICS);
  const groups = branch.condition_groups;
  if (groups === undefined) return wrong;
  if (!Array.isArray(groups)) return [...wrong, detail(`${at}.condition_groups`, 'must be an array')];
  return [
    ...wrong,
    ...groups.flatMap((group, index) => validateGroup(group, `${at}.condition_groups[${index}]`, scope)),
  ];
}

function validateGroup(group: Json, at: string, scope: ValidationScope): ErrorDetail[] {
  if (!isJsonObject(group)) return [detail(at, 'must be an object')];
  const wrong = optionalOneOf(group, 'logic', at, LOGICS);
  const conditions = group.conditions;
  if (conditions === undefined) return [...wrong, detail(`${at}.conditions`, 'is required')];
  if (!Array.isArray(conditions)) return [...wrong, detail(`${at}.conditions`, 'must be an array')];
  return [
    ...wrong,
    ...conditions.flatMap((condition, index) => validateCondition(condition, `${at}.conditions[${index}]`, scope)),
  ];
}

function validateCondition(condition: Json, at: string, scope: ValidationScope): ErrorDetail[] {
  if (!isJsonObject(condition)) return [detail(at, 'must be an object')];
  const wrongField = requireString(condition, 'field', at);
  return [
    ...validateSource(condition, at, scope),
    ...wrongField,
    ...(wrongField.length === 0 ? validateProductField(condition, at, scope) : []),
    ...requireOneOf(condition, 'operator', at, CONDITION_OPERATORS),
    ...validateValue(condition, at),
  ];
}

function validateSource(condition: JsonObject, at: string, scope: ValidationScope): ErrorDetail[] {
  const wrong = requireString(condition, 'source_node_id', at);
  const id = condition.source_node_id;
  if (wrong.length > 0 || typeof id !== 'string') return wrong;
  const field = `${at}.source_node_id`;
  const source = scope.node(id);
  if (source === undefined) {
    return id === CONTEXT_SOURCE ? [] : [detail(field, `no node has the id ${quote(id)}`)];
  }
  if (isProductNode(source) || source.type === 'ApplicantSource') return [];
  return [detail(field, 'must be the id of a product node or of the ApplicantSource, or `context`')];
}

/** Fields of a product's output are known; those of the applicant and the property are the caller's own. */
function validateProductField(condition: JsonObject, at: string, scope: ValidationScope): ErrorDetail[] {
  const { source_node_id: id, field } = condition;
  const source = typeof id === 'string' ? scope.node(id) : undefined;
  if (source === undefined || typeof field !== 'string' || !isProductNode(source)) return [];
  const product = productByCode(rawProductCode(source) ?? '');
  if (product === undefined || fieldSchema(product, field) !== undefined) return [];
  return [detail(`${at}.field`, `the product ${product.code} has no field ${quote(field)}`)];
}

function validateValue(condition: JsonObject, at: string): ErrorDetail[] {
  const { operator, value } = condition;
  const field = `${at}.value`;
  if (typeof value === 'object' && value !== null) {
    return [detail(field, 'must be a string, a number or a boolean')];
  }
  const isBinary =
    CONDITION_OPERATORS.some((name) => name === operator) && !UNARY_OPERATORS.some((name) => name === operator);
  if (!isBinary) return [];
  if (value === undefined) return [detail(field, `is required for the operator ${String(operator)}`)];
  if (value === null) return [detail(field, `must not be null for the operator ${String(operator)}`)];
  return [];
}

export function isProductNode(node: JsonObject): boolean {
  return node.type === 'BillingProduct' || node.type === 'Product';
}

/** The product code of a product node as it was sent: its own key, else the nested one; undefined where neither is text. */
export function rawProductCode(node: JsonObject): string | undefined {
  const own = node.billing_product_code;
  if (own !== undefined) return typeof own === 'string' ? own : undefined;
  const nested = isJsonObject(node.config) ? node.config.billing_product_code : undefined;
  return typeof nested === 'string' ? nested : undefined;
}

/** What is wrong with the product code of a BillingProduct node. */
export function validateProductCode(node: JsonObject, at: string): ErrorDetail[] {
  const nested = isJsonObject(node.config) ? node.config : {};
  const isNested = node.billing_product_code === undefined && nested.billing_product_code !== undefined;
  const [holder, path] = isNested ? [nested, `${at}.config`] : [node, at];
  const wrong = requireString(holder, 'billing_product_code', path);
  if (wrong.length > 0) return wrong;
  const code = rawProductCode(node) ?? '';
  if (productByCode(code) !== undefined) return [];
  return [detail(`${path}.billing_product_code`, `no product has the code ${quote(code)}`)];
}
