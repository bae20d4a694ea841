/**
 * One class for each resource of the Cascade API. Generated from its OpenAPI document: do not edit, run
 * `npm run client:generate`. Names of resources and methods: clients/generate/resources.ts.
 */
import type { Calls } from './calls.ts';
import { List, filters } from './list.ts';
import type { BodyOf, DataOf, ListQueryOf, OptionsOfCall, QueryOf } from './types.ts';

abstract class Resource {
  // Private to the language, so that a client can be printed.
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  protected get calls(): Calls {
    return this.#calls;
  }
}

export class WorkflowsOperations extends Resource {
  /**
   * List cascades.
   *
   * Cascades of the account, the newest first.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows`
   */
  list(query: ListQueryOf<'/workflows'> = {}, options: OptionsOfCall<'get', '/workflows'> = {}): List<'/workflows'> {
    return new List(this.calls, '/workflows', { ...options, query: filters(query) });
  }

  /**
   * Create a cascade.
   *
   * Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft whatever `active` says, and so it is while its live notices lack a purpose or an agency, or while a notice or a review can be reached and it reads fields that nobody declared; `note` then says why.
   *
   * Scope: `workflows:write`.
   *
   * `POST /workflows`
   */
  async create(body: BodyOf<'post', '/workflows'>, options: OptionsOfCall<'post', '/workflows'> = {}): Promise<DataOf<'post', '/workflows'>> {
    return (await this.calls.post('/workflows', { ...options, body })).data;
  }

  /**
   * Read a cascade.
   *
   * The cascade with its current definition.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/workflows/{id}'> = {}): Promise<DataOf<'get', '/workflows/{id}'>> {
    return (await this.calls.get('/workflows/{id}', { ...options, path: { id } })).data;
  }

  /**
   * Change a cascade.
   *
   * Only keys that are present change. `definition` replaces the whole array and becomes a new version; executions that were accepted before keep their version. `active` alone needs the scope `workflows:activate`, which `workflows:write` implies unless the account asks for four eyes; everything else needs `workflows:write`, and a new version of an active cascade both.
   *
   * Scope: `workflows:write` or `workflows:activate`.
   *
   * `PATCH /workflows/{id}`
   */
  async update(id: number, body?: BodyOf<'patch', '/workflows/{id}'>, options: OptionsOfCall<'patch', '/workflows/{id}'> = {}): Promise<DataOf<'patch', '/workflows/{id}'>> {
    return (await this.calls.patch('/workflows/{id}', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Delete a cascade.
   *
   * Executions that were accepted finish and stay readable. Its examples and backtests are deleted with it.
   *
   * Scope: `workflows:write`.
   *
   * `DELETE /workflows/{id}`
   */
  async delete(id: number, options: OptionsOfCall<'delete', '/workflows/{id}'> = {}): Promise<void> {
    await this.calls.delete('/workflows/{id}', { ...options, path: { id } });
  }

  /**
   * Run a cascade for one applicant.
   *
   * The execution is committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response, with the header `Idempotent-Replayed: true`. An empty body starts an execution in test mode with an empty payload. A body without `payload` but with `applicant` or `property` at its top level is taken as the payload itself, so the payload of a test case is a drop-in body. The dates `application_completed_at` and `esign_consent` of a person must be of ISO 8601 and not more than 24 hours ahead: live mode refuses others, test mode warns of them in `warnings`. A value of another type than the data dictionary of the account declares is refused; a number may be sent as its text, and a value may be missing or null.
   *
   * Scope: `executions:write`.
   *
   * `POST /workflows/{id}/trigger`
   */
  async trigger(id: number, body?: BodyOf<'post', '/workflows/{id}/trigger'>, options: OptionsOfCall<'post', '/workflows/{id}/trigger'> = {}): Promise<DataOf<'post', '/workflows/{id}/trigger'>> {
    return (await this.calls.post('/workflows/{id}/trigger', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Validate a definition.
   *
   * Returns the errors with which the definition would be refused, and the warnings of one that can be saved. Nothing is saved.
   *
   * Scope: `workflows:read`.
   *
   * `POST /workflows/validate`
   */
  async validate(body: BodyOf<'post', '/workflows/validate'>, options: OptionsOfCall<'post', '/workflows/validate'> = {}): Promise<DataOf<'post', '/workflows/validate'>> {
    return (await this.calls.post('/workflows/validate', { ...options, body })).data;
  }

  /**
   * Simulate a cascade.
   *
   * Takes the current definition, or that of the `version` named. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.
   *
   * Scope: `workflows:read`.
   *
   * `POST /workflows/{id}/simulate`
   */
  async simulate(id: number, body?: BodyOf<'post', '/workflows/{id}/simulate'>, options: OptionsOfCall<'post', '/workflows/{id}/simulate'> = {}): Promise<DataOf<'post', '/workflows/{id}/simulate'>> {
    return (await this.calls.post('/workflows/{id}/simulate', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Simulate a definition.
   *
   * Takes a definition that need not be saved. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.
   *
   * Scope: `workflows:read`.
   *
   * `POST /workflows/simulate`
   */
  async simulateDefinition(body: BodyOf<'post', '/workflows/simulate'>, options: OptionsOfCall<'post', '/workflows/simulate'> = {}): Promise<DataOf<'post', '/workflows/simulate'>> {
    return (await this.calls.post('/workflows/simulate', { ...options, body })).data;
  }

  /**
   * Read a cascade in English.
   *
   * Says in plain English what a cascade does, what becomes of applicants of whom a value is not known, and of those at and beside each threshold. With `compare_to` it also says how the version differs from another one, and whom the two treat differently. Fields of the payload are called as the account calls them now (`PUT /fields/{field}`).
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/reading`
   */
  async reading(id: number, query?: QueryOf<'get', '/workflows/{id}/reading'>, options: OptionsOfCall<'get', '/workflows/{id}/reading'> = {}): Promise<DataOf<'get', '/workflows/{id}/reading'>> {
    return (await this.calls.get('/workflows/{id}/reading', { ...options, path: { id }, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Read a definition in English before it is saved.
   *
   * Says in plain English what a definition does that is no version of the cascade, how it differs from the current version, or the one that `compare_to` names, and whom the two treat differently. Nothing is stored.
   *
   * Scope: `workflows:read`.
   *
   * `POST /workflows/{id}/reading`
   */
  async readDefinition(id: number, body: BodyOf<'post', '/workflows/{id}/reading'>, options: OptionsOfCall<'post', '/workflows/{id}/reading'> = {}): Promise<DataOf<'post', '/workflows/{id}/reading'>> {
    return (await this.calls.post('/workflows/{id}/reading', { ...options, path: { id }, body })).data;
  }

  /**
   * Read the rules of a cascade.
   *
   * One row a rule, in the order in which they are tried: whom it is about, what becomes of them, the reason of the letter, and how a person is asked. `no_rules` says from where on the cascade is no list of rules. The `ETag` is that of the cascade, for `PUT`.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/rules`
   */
  async rules(id: number, query?: QueryOf<'get', '/workflows/{id}/rules'>, options: OptionsOfCall<'get', '/workflows/{id}/rules'> = {}): Promise<DataOf<'get', '/workflows/{id}/rules'>> {
    return (await this.calls.get('/workflows/{id}/rules', { ...options, path: { id }, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Change the rules of a cascade.
   *
   * The rules replace those of the current version, which `If-Match` has to name. Only what differs changes: other nodes stay as they are. The rules of a draft become its next version, and those of an active cascade an activation request, which another request of the same user replaces, or are live at once with `activate`. The same rules again change nothing. `effects` says who is treated differently.
   *
   * Scope: `workflows:write`.
   *
   * `PUT /workflows/{id}/rules`
   */
  async setRules(id: number, body: BodyOf<'put', '/workflows/{id}/rules'>, options: OptionsOfCall<'put', '/workflows/{id}/rules'> = {}): Promise<DataOf<'put', '/workflows/{id}/rules'>> {
    return (await this.calls.put('/workflows/{id}/rules', { ...options, path: { id }, body })).data;
  }

  /**
   * Try other rules of a cascade.
   *
   * Says who would be treated differently by these rules, and saves nothing.
   *
   * Scope: `workflows:read`.
   *
   * `POST /workflows/{id}/rules/preview`
   */
  async previewRules(id: number, body: BodyOf<'post', '/workflows/{id}/rules/preview'>, options: OptionsOfCall<'post', '/workflows/{id}/rules/preview'> = {}): Promise<DataOf<'post', '/workflows/{id}/rules/preview'>> {
    return (await this.calls.post('/workflows/{id}/rules/preview', { ...options, path: { id }, body })).data;
  }

  /**
   * Generate a cascade.
   *
   * Makes a cascade from a policy in plain language. It is saved as a draft until a user activates it; with `create: false` nothing is saved and the reply is a preview. Words in a rule that are not understood are an error that quotes them; words elsewhere are listed in `unrecognized`.
   *
   * Scope: `workflows:write`.
   *
   * `POST /workflows/generate`
   */
  async generate(body: BodyOf<'post', '/workflows/generate'>, options: OptionsOfCall<'post', '/workflows/generate'> = {}): Promise<DataOf<'post', '/workflows/generate'>> {
    return (await this.calls.post('/workflows/generate', { ...options, body })).data;
  }

  /**
   * List sandbox subjects.
   *
   * Made-up applicants whose reports are registered, for the products that the cascade uses. Trigger in test mode with such a payload to get the registered report.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/test_cases`
   */
  async testCases(id: number, options: OptionsOfCall<'get', '/workflows/{id}/test_cases'> = {}): Promise<DataOf<'get', '/workflows/{id}/test_cases'>> {
    return (await this.calls.get('/workflows/{id}/test_cases', { ...options, path: { id } })).data;
  }

  /**
   * List the versions of a cascade.
   *
   * Every version that was saved, newest first, with who saved it and when.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/versions`
   */
  listVersions(id: number, query: ListQueryOf<'/workflows/{id}/versions'> = {}, options: OptionsOfCall<'get', '/workflows/{id}/versions'> = {}): List<'/workflows/{id}/versions'> {
    return new List(this.calls, '/workflows/{id}/versions', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Read a version of a cascade.
   *
   * The version with its definition. `workflow_version` of an execution names the one that it runs.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/versions/{version}`
   */
  async getVersion(id: number, version: number, options: OptionsOfCall<'get', '/workflows/{id}/versions/{version}'> = {}): Promise<DataOf<'get', '/workflows/{id}/versions/{version}'>> {
    return (await this.calls.get('/workflows/{id}/versions/{version}', { ...options, path: { id, version } })).data;
  }

  /**
   * Restore a version of a cascade.
   *
   * The definition of that version becomes a new version. Name, use case and `active` stay as they are. If it is the current definition already, nothing changes.
   *
   * Scope: `workflows:write`.
   *
   * `POST /workflows/{id}/versions/{version}/restore`
   */
  async restoreVersion(id: number, version: number, body?: BodyOf<'post', '/workflows/{id}/versions/{version}/restore'>, options: OptionsOfCall<'post', '/workflows/{id}/versions/{version}/restore'> = {}): Promise<DataOf<'post', '/workflows/{id}/versions/{version}/restore'>> {
    return (await this.calls.post('/workflows/{id}/versions/{version}/restore', { ...options, path: { id, version }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * List the examples of a cascade.
   *
   * Made-up applicants with what is expected of the cascade about each, the newest first. There are at most 200.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/examples`
   */
  listExamples(id: number, query: ListQueryOf<'/workflows/{id}/examples'> = {}, options: OptionsOfCall<'get', '/workflows/{id}/examples'> = {}): List<'/workflows/{id}/examples'> {
    return new List(this.calls, '/workflows/{id}/examples', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Keep an example of a cascade.
   *
   * Keeps a made-up applicant, to be asked at every save and before a version goes live. Without `expected` the current version is asked, and what it does is expected from now on; without `as_of` the person applies today, and always will. Keep nothing of a real person: examples are no part of an execution, so that nothing erases them with it.
   *
   * Scope: `workflows:write`.
   *
   * `POST /workflows/{id}/examples`
   */
  async createExample(id: number, body: BodyOf<'post', '/workflows/{id}/examples'>, options: OptionsOfCall<'post', '/workflows/{id}/examples'> = {}): Promise<DataOf<'post', '/workflows/{id}/examples'>> {
    return (await this.calls.post('/workflows/{id}/examples', { ...options, path: { id }, body })).data;
  }

  /**
   * Ask the examples of a cascade.
   *
   * Says which examples do as expected: of the current version, of `version`, of what an `activation_request` asks for, or of a `definition` that is not saved. Nothing is sent, pulled or stored.
   *
   * Scope: `workflows:read`.
   *
   * `POST /workflows/{id}/examples/run`
   */
  async runExamples(id: number, body?: BodyOf<'post', '/workflows/{id}/examples/run'>, options: OptionsOfCall<'post', '/workflows/{id}/examples/run'> = {}): Promise<DataOf<'post', '/workflows/{id}/examples/run'>> {
    return (await this.calls.post('/workflows/{id}/examples/run', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Read an example of a cascade.
   *
   * The applicant, what is expected, and who said so when.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/examples/{example_id}`
   */
  async getExample(id: number, example_id: number, options: OptionsOfCall<'get', '/workflows/{id}/examples/{example_id}'> = {}): Promise<DataOf<'get', '/workflows/{id}/examples/{example_id}'>> {
    return (await this.calls.get('/workflows/{id}/examples/{example_id}', { ...options, path: { id, example_id } })).data;
  }

  /**
   * Change an example of a cascade.
   *
   * Only what is given changes; each member as a whole. With `expected` you accept another result: the `got` of a result has its form. The example and the audit log keep who did so, and when.
   *
   * Scope: `workflows:write`.
   *
   * `PATCH /workflows/{id}/examples/{example_id}`
   */
  async updateExample(id: number, example_id: number, body?: BodyOf<'patch', '/workflows/{id}/examples/{example_id}'>, options: OptionsOfCall<'patch', '/workflows/{id}/examples/{example_id}'> = {}): Promise<DataOf<'patch', '/workflows/{id}/examples/{example_id}'>> {
    return (await this.calls.patch('/workflows/{id}/examples/{example_id}', { ...options, path: { id, example_id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Delete an example of a cascade.
   *
   * The example is asked no more. The audit log keeps its name and its expected result.
   *
   * Scope: `workflows:write`.
   *
   * `DELETE /workflows/{id}/examples/{example_id}`
   */
  async deleteExample(id: number, example_id: number, options: OptionsOfCall<'delete', '/workflows/{id}/examples/{example_id}'> = {}): Promise<void> {
    await this.calls.delete('/workflows/{id}/examples/{example_id}', { ...options, path: { id, example_id } });
  }

  /**
   * List the backtests of a cascade.
   *
   * Those of the calling API client, the newest first, without their results. Needs `executions:read:full`, too.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/backtests`
   */
  listBacktests(id: number, query: ListQueryOf<'/workflows/{id}/backtests'> = {}, options: OptionsOfCall<'get', '/workflows/{id}/backtests'> = {}): List<'/workflows/{id}/backtests'> {
    return new List(this.calls, '/workflows/{id}/backtests', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Ask what a version would have changed.
   *
   * Runs a version of the cascade, or a `definition` that is not saved, over executions of yours that were decided: with what was sent, the reports that were pulled and what people decided then, at the times at which it came. Nothing is pulled, sent or billed, and no execution changes. What is not known, such as a report that was never pulled or what a person would say, is counted as undetermined. Backtests of an account are worked off one after the other, behind everything else; at most 5 may be under way. The newest 50 of a cascade are kept. Needs the scope `executions:read:full`, too: what a definition would decide about an applicant tells what stands in the application.
   *
   * Scope: `workflows:write`.
   *
   * `POST /workflows/{id}/backtests`
   */
  async createBacktest(id: number, body?: BodyOf<'post', '/workflows/{id}/backtests'>, options: OptionsOfCall<'post', '/workflows/{id}/backtests'> = {}): Promise<DataOf<'post', '/workflows/{id}/backtests'>> {
    return (await this.calls.post('/workflows/{id}/backtests', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Read a backtest.
   *
   * How far it is, and what it found once it has ended. If fewer executions were asked about than the filter finds, shares have 95 % intervals (Wilson), and differences those of pairs (Newcombe). Needs `executions:read:full`, too.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/backtests/{backtest_id}`
   */
  async getBacktest(id: number, backtest_id: number, options: OptionsOfCall<'get', '/workflows/{id}/backtests/{backtest_id}'> = {}): Promise<DataOf<'get', '/workflows/{id}/backtests/{backtest_id}'>> {
    return (await this.calls.get('/workflows/{id}/backtests/{backtest_id}', { ...options, path: { id, backtest_id } })).data;
  }

  /**
   * Cancel a backtest.
   *
   * It ends, with what it had found by then. One that has ended stays as it is. Needs the scope `executions:read:full`, too.
   *
   * Scope: `workflows:write`.
   *
   * `POST /workflows/{id}/backtests/{backtest_id}/cancel`
   */
  async cancelBacktest(id: number, backtest_id: number, body?: BodyOf<'post', '/workflows/{id}/backtests/{backtest_id}/cancel'>, options: OptionsOfCall<'post', '/workflows/{id}/backtests/{backtest_id}/cancel'> = {}): Promise<DataOf<'post', '/workflows/{id}/backtests/{backtest_id}/cancel'>> {
    return (await this.calls.post('/workflows/{id}/backtests/{backtest_id}/cancel', { ...options, path: { id, backtest_id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * List what a backtest would change.
   *
   * Executions with another outcome, another letter, or about whom a person is asked on one side alone, as they were found. One that is redacted is not listed any more. Needs the scope `workflows:read`, too. Each page is recorded in the audit log.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /workflows/{id}/backtests/{backtest_id}/changes`
   */
  listBacktestChanges(id: number, backtest_id: number, query: ListQueryOf<'/workflows/{id}/backtests/{backtest_id}/changes'> = {}, options: OptionsOfCall<'get', '/workflows/{id}/backtests/{backtest_id}/changes'> = {}): List<'/workflows/{id}/backtests/{backtest_id}/changes'> {
    return new List(this.calls, '/workflows/{id}/backtests/{backtest_id}/changes', { ...options, path: { id, backtest_id }, query: filters(query) });
  }

  /**
   * Export what a backtest would change as CSV.
   *
   * The same as the list, in one file: UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it. Several values of a cell stand behind semicolons. The export is recorded in the audit log.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /workflows/{id}/backtests/{backtest_id}/changes.csv`
   */
  exportBacktestChanges(id: number, backtest_id: number, options: OptionsOfCall<'get', '/workflows/{id}/backtests/{backtest_id}/changes.csv'> = {}): Promise<Response> {
    return this.calls.download('/workflows/{id}/backtests/{backtest_id}/changes.csv', { ...options, path: { id, backtest_id } });
  }

  /**
   * Ask that a cascade goes live.
   *
   * Asks for the current version of a draft, or, with `definition`, `name` or `use_case`, for others than the current ones: executions go on with these until it is approved, and it becomes a version then. Of a cascade one request is pending at a time. It is superseded as soon as the cascade gets another version, or is deleted.
   *
   * Scope: `workflows:write` or `workflows:activate`.
   *
   * `POST /workflows/{id}/activation_requests`
   */
  async requestActivation(id: number, body?: BodyOf<'post', '/workflows/{id}/activation_requests'>, options: OptionsOfCall<'post', '/workflows/{id}/activation_requests'> = {}): Promise<DataOf<'post', '/workflows/{id}/activation_requests'>> {
    return (await this.calls.post('/workflows/{id}/activation_requests', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * List the activation requests of a cascade.
   *
   * The newest first.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/activation_requests`
   */
  listActivationRequests(id: number, query: ListQueryOf<'/workflows/{id}/activation_requests'> = {}, options: OptionsOfCall<'get', '/workflows/{id}/activation_requests'> = {}): List<'/workflows/{id}/activation_requests'> {
    return new List(this.calls, '/workflows/{id}/activation_requests', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * List the activation requests of all cascades.
   *
   * Those of the account, the newest first; cascades that were deleted are left out. With `filter[status]=pending` it is what waits for an approval, by a user with a confirmed address who is not among the `written_by_user_ids`. While there are `unconfirmed_user_ids` nobody approves it.
   *
   * Scope: `workflows:read`.
   *
   * `GET /activation_requests`
   */
  listAllActivationRequests(query: ListQueryOf<'/activation_requests'> = {}, options: OptionsOfCall<'get', '/activation_requests'> = {}): List<'/activation_requests'> {
    return new List(this.calls, '/activation_requests', { ...options, query: filters(query) });
  }

  /**
   * Read an activation request.
   *
   * With the definition that would go live, and with what changed in the examples of the cascade since a version last went live. `POST /workflows/{id}/examples/run` with `activation_request` says what they say of it now. The `ETag` changes with the examples: an approval that names it in `If-Match` stands on what you saw.
   *
   * Scope: `workflows:read`.
   *
   * `GET /workflows/{id}/activation_requests/{activation_request_id}`
   */
  async getActivationRequest(id: number, activation_request_id: number, options: OptionsOfCall<'get', '/workflows/{id}/activation_requests/{activation_request_id}'> = {}): Promise<DataOf<'get', '/workflows/{id}/activation_requests/{activation_request_id}'>> {
    return (await this.calls.get('/workflows/{id}/activation_requests/{activation_request_id}', { ...options, path: { id, activation_request_id } })).data;
  }

  /**
   * Approve an activation request.
   *
   * Puts what was asked for live. Only a user who wrote none of it can: no version since the last one that was approved, and not what the request proposes. `If-Match` names the request as you read it: it is refused if its examples have changed since. Where examples have to hold (`examples_gate`), it is refused without `If-Match` if they changed since it was asked for.
   *
   * Scope: `workflows:activate`.
   *
   * `POST /workflows/{id}/activation_requests/{activation_request_id}/approve`
   */
  async approveActivation(id: number, activation_request_id: number, body?: BodyOf<'post', '/workflows/{id}/activation_requests/{activation_request_id}/approve'>, options: OptionsOfCall<'post', '/workflows/{id}/activation_requests/{activation_request_id}/approve'> = {}): Promise<DataOf<'post', '/workflows/{id}/activation_requests/{activation_request_id}/approve'>> {
    return (await this.calls.post('/workflows/{id}/activation_requests/{activation_request_id}/approve', { ...options, path: { id, activation_request_id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Refuse an activation request.
   *
   * Nothing goes live. `note` says why.
   *
   * Scope: `workflows:activate`.
   *
   * `POST /workflows/{id}/activation_requests/{activation_request_id}/refuse`
   */
  async refuseActivation(id: number, activation_request_id: number, body: BodyOf<'post', '/workflows/{id}/activation_requests/{activation_request_id}/refuse'>, options: OptionsOfCall<'post', '/workflows/{id}/activation_requests/{activation_request_id}/refuse'> = {}): Promise<DataOf<'post', '/workflows/{id}/activation_requests/{activation_request_id}/refuse'>> {
    return (await this.calls.post('/workflows/{id}/activation_requests/{activation_request_id}/refuse', { ...options, path: { id, activation_request_id }, body })).data;
  }

  /**
   * Withdraw an activation request.
   *
   * For the user who made it. Others refuse it.
   *
   * Scope: `workflows:write` or `workflows:activate`.
   *
   * `POST /workflows/{id}/activation_requests/{activation_request_id}/withdraw`
   */
  async withdrawActivation(id: number, activation_request_id: number, options: OptionsOfCall<'post', '/workflows/{id}/activation_requests/{activation_request_id}/withdraw'> = {}): Promise<DataOf<'post', '/workflows/{id}/activation_requests/{activation_request_id}/withdraw'>> {
    return (await this.calls.post('/workflows/{id}/activation_requests/{activation_request_id}/withdraw', { ...options, path: { id, activation_request_id } })).data;
  }
}

export class ApplicantsOperations extends Resource {
  /**
   * Find people.
   *
   * People of the calling API client by the beginnings of words of their names and references, or by the id of an execution. With the scope `pii:read` also by a whole declared number, telephone number or e-mail address. Accents, letter case and signs within words do not count: `obrien` finds O'Brien. A POST, because URLs stand in logs and histories: what is searched for is written down nowhere. The audit log has one row an hour for each person who searches: how many searches, and how many people were shown.
   *
   * Scope: `executions:read:full`.
   *
   * `POST /applicants/searches`
   */
  async search(body: BodyOf<'post', '/applicants/searches'>, options: OptionsOfCall<'post', '/applicants/searches'> = {}): Promise<DataOf<'post', '/applicants/searches'>> {
    return (await this.calls.post('/applicants/searches', { ...options, body })).data;
  }

  /**
   * Read a person.
   *
   * A person with their executions, letters, reports and their age, decisions and notes, and others who may be the same person. With the scope `audit:read` also who looked. Each read is recorded in the audit log.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /applicants/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/applicants/{id}'> = {}): Promise<DataOf<'get', '/applicants/{id}'>> {
    return (await this.calls.get('/applicants/{id}', { ...options, path: { id } })).data;
  }

  /**
   * Join executions to a person.
   *
   * Joins executions to this person, whoever they were about before. Numbers and keys that no other execution of the former person has go along, so later executions are joined to this person, too. Also needs the scope `reviews:decide`.
   *
   * Scope: `executions:read:full`.
   *
   * `POST /applicants/{id}/executions`
   */
  async join(id: number, body: BodyOf<'post', '/applicants/{id}/executions'>, options: OptionsOfCall<'post', '/applicants/{id}/executions'> = {}): Promise<DataOf<'post', '/applicants/{id}/executions'>> {
    return (await this.calls.post('/applicants/{id}/executions', { ...options, path: { id }, body })).data;
  }

  /**
   * Take executions apart from a person.
   *
   * Moves executions of the person to a new person, because they are about another human being. At least one execution has to stay. Also needs the scope `reviews:decide`.
   *
   * Scope: `executions:read:full`.
   *
   * `POST /applicants/{id}/separations`
   */
  async separate(id: number, body: BodyOf<'post', '/applicants/{id}/separations'>, options: OptionsOfCall<'post', '/applicants/{id}/separations'> = {}): Promise<DataOf<'post', '/applicants/{id}/separations'>> {
    return (await this.calls.post('/applicants/{id}/separations', { ...options, path: { id }, body })).data;
  }

  /**
   * Forget a person.
   *
   * Empties everything that is held of the person: executions with your own references and keys, reports, letters, mails, bodies of webhooks, notes, files and what search finds. What the law wants kept, or your account keeps for claims, goes on the day on which its period ends. A letter that is owed goes out first. Executions that have not ended are a 409, or are cancelled with `cancel`. No event tells of it. While a request of the person is open, asking again returns that one.
   *
   * Scope: `applicants:erase`.
   *
   * `POST /applicants/{id}/erasures`
   */
  async erase(id: number, body: BodyOf<'post', '/applicants/{id}/erasures'>, options: OptionsOfCall<'post', '/applicants/{id}/erasures'> = {}): Promise<DataOf<'post', '/applicants/{id}/erasures'>> {
    return (await this.calls.post('/applicants/{id}/erasures', { ...options, path: { id }, body })).data;
  }

  /**
   * List requests to forget a person.
   *
   * The newest first.
   *
   * Scope: `applicants:erase`.
   *
   * `GET /applicants/{id}/erasures`
   */
  erasures(id: number, query: ListQueryOf<'/applicants/{id}/erasures'> = {}, options: OptionsOfCall<'get', '/applicants/{id}/erasures'> = {}): List<'/applicants/{id}/erasures'> {
    return new List(this.calls, '/applicants/{id}/erasures', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Read a request to forget a person.
   *
   * What was emptied, what is kept until when and why, and what it waits for. Once all that could go is gone it has a signed receipt, which also lists what is out of reach, such as backups, and until when.
   *
   * Scope: `applicants:erase`.
   *
   * `GET /applicants/{id}/erasures/{erasure_id}`
   */
  async erasure(id: number, erasure_id: number, options: OptionsOfCall<'get', '/applicants/{id}/erasures/{erasure_id}'> = {}): Promise<DataOf<'get', '/applicants/{id}/erasures/{erasure_id}'>> {
    return (await this.calls.get('/applicants/{id}/erasures/{erasure_id}', { ...options, path: { id, erasure_id } })).data;
  }

  /**
   * Export what is held of a person.
   *
   * A ZIP file for the person: for each execution what was sent, corrected and reported, what was decided, the letters, reports and mails as files, in words (`read-me.html`) and as JSON; and who received something: vendors, webhook subscriptions, mailboxes, and who downloaded or looked. Nothing is masked, so `pii:read` is needed besides `applicants:export`. Rules of the cascade and names of reviewers are left out.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /applicants/{id}/export`
   */
  export(id: number, options: OptionsOfCall<'get', '/applicants/{id}/export'> = {}): Promise<Response> {
    return this.calls.download('/applicants/{id}/export', { ...options, path: { id } });
  }
}

export class WorkflowTemplatesOperations extends Resource {
  /**
   * List published templates.
   *
   * Templates that are published, the newest first.
   *
   * Scope: `workflow_templates:read`.
   *
   * `GET /workflow_templates`
   */
  list(query: ListQueryOf<'/workflow_templates'> = {}, options: OptionsOfCall<'get', '/workflow_templates'> = {}): List<'/workflow_templates'> {
    return new List(this.calls, '/workflow_templates', { ...options, query: filters(query) });
  }

  /**
   * Read a template.
   *
   * A published template with its definition, to create a cascade from.
   *
   * Scope: `workflow_templates:read`.
   *
   * `GET /workflow_templates/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/workflow_templates/{id}'> = {}): Promise<DataOf<'get', '/workflow_templates/{id}'>> {
    return (await this.calls.get('/workflow_templates/{id}', { ...options, path: { id } })).data;
  }
}

export class ProductsOperations extends Resource {
  /**
   * List the products.
   *
   * The reports that a cascade can pull: those that are built in, then those that the account describes.
   *
   * Scope: `executions:read` or `workflows:read`.
   *
   * `GET /products`
   */
  list(query: ListQueryOf<'/products'> = {}, options: OptionsOfCall<'get', '/products'> = {}): List<'/products'> {
    return new List(this.calls, '/products', { ...options, query: filters(query) });
  }

  /**
   * Read a product.
   *
   * The schema of the report, its fields with unit, allowed values and the words of their reasons, and its sandbox subjects. For a product of your own also its description as it was sent, in the newest version or the one that you name.
   *
   * Scope: `executions:read` or `workflows:read`.
   *
   * `GET /products/{code}`
   */
  async get(code: string, query?: QueryOf<'get', '/products/{code}'>, options: OptionsOfCall<'get', '/products/{code}'> = {}): Promise<DataOf<'get', '/products/{code}'>> {
    return (await this.calls.get('/products/{code}', { ...options, path: { code }, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Describe a product of your own.
   *
   * A report that you contract yourself: its schema, how a vendor is asked for it and what the answers mean, and how its test reports look. The schema is a closed part of JSON Schema 2020-12 with the keywords of the data dictionary. It is compiled, and tried with made-up people, before it is saved. A cascade pulls the version that it was saved with.
   *
   * Scope: `products:write`.
   *
   * `POST /products`
   */
  async create(body: BodyOf<'post', '/products'>, options: OptionsOfCall<'post', '/products'> = {}): Promise<DataOf<'post', '/products'>> {
    return (await this.calls.post('/products', { ...options, body })).data;
  }

  /**
   * Give a product of your own another version.
   *
   * Only members that are present change; each is replaced whole. Cascades keep the version that they were saved with, and take this one when they are saved again. The same request again changes nothing. `If-Match` names a version.
   *
   * Scope: `products:write`.
   *
   * `PATCH /products/{code}`
   */
  async update(code: string, body?: BodyOf<'patch', '/products/{code}'>, options: OptionsOfCall<'patch', '/products/{code}'> = {}): Promise<DataOf<'patch', '/products/{code}'>> {
    return (await this.calls.patch('/products/{code}', { ...options, path: { code }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Withdraw a product of your own.
   *
   * No cascade that is saved from now on can pull it. Runs that were accepted finish, and its versions stay readable.
   *
   * Scope: `products:write`.
   *
   * `DELETE /products/{code}`
   */
  async withdraw(code: string, options: OptionsOfCall<'delete', '/products/{code}'> = {}): Promise<void> {
    await this.calls.delete('/products/{code}', { ...options, path: { code } });
  }

  /**
   * List the versions of a product of your own.
   *
   * The newest first, with who saved each. `GET /products/{code}?version=2` reads one.
   *
   * Scope: `executions:read` or `workflows:read`.
   *
   * `GET /products/{code}/versions`
   */
  listVersions(code: string, query: ListQueryOf<'/products/{code}/versions'> = {}, options: OptionsOfCall<'get', '/products/{code}/versions'> = {}): List<'/products/{code}/versions'> {
    return new List(this.calls, '/products/{code}/versions', { ...options, path: { code }, query: filters(query) });
  }

  /**
   * Read the account's connection to a vendor.
   *
   * As it was set, without its secrets. Not found: the vendor of the installation is asked.
   *
   * Scope: `connections:write`.
   *
   * `GET /products/{code}/connection`
   */
  async getConnection(code: string, options: OptionsOfCall<'get', '/products/{code}/connection'> = {}): Promise<DataOf<'get', '/products/{code}/connection'>> {
    return (await this.calls.get('/products/{code}/connection', { ...options, path: { code } })).data;
  }

  /**
   * Set how the vendor of a product is asked.
   *
   * Address, credentials and terms, for pulls of this account from now on, in place of what was set before. A secret that is left out is kept while servers and kind of credentials stay the same. Orders that are open stay with the server where they were placed. In an account that asks for four eyes an operator sets it (`cascade connections set`).
   *
   * Scope: `connections:write`.
   *
   * `PUT /products/{code}/connection`
   */
  async setConnection(code: string, body: BodyOf<'put', '/products/{code}/connection'>, options: OptionsOfCall<'put', '/products/{code}/connection'> = {}): Promise<DataOf<'put', '/products/{code}/connection'>> {
    return (await this.calls.put('/products/{code}/connection', { ...options, path: { code }, body })).data;
  }

  /**
   * Remove the account's connection to a vendor.
   *
   * The installation's vendor is asked from now on, if there is one. Orders that are open are asked for no more, and end at their deadline.
   *
   * Scope: `connections:write`.
   *
   * `DELETE /products/{code}/connection`
   */
  async deleteConnection(code: string, options: OptionsOfCall<'delete', '/products/{code}/connection'> = {}): Promise<void> {
    await this.calls.delete('/products/{code}/connection', { ...options, path: { code } });
  }

  /**
   * Check a connection to a vendor.
   *
   * Asks the vendor for an order that does not exist if it looks orders up, and otherwise sends a GET to its address. Nothing is ordered, and no data of an applicant is sent.
   *
   * Scope: `connections:write`.
   *
   * `POST /products/{code}/connection/check`
   */
  async checkConnection(code: string, body?: BodyOf<'post', '/products/{code}/connection/check'>, options: OptionsOfCall<'post', '/products/{code}/connection/check'> = {}): Promise<DataOf<'post', '/products/{code}/connection/check'>> {
    return (await this.calls.post('/products/{code}/connection/check', { ...options, path: { code }, ...(body === undefined ? {} : { body }) })).data;
  }
}

export class StatisticsOperations extends Resource {
  /**
   * Count decisions.
   *
   * Runs by when they ended, with their outcomes and times. Of the calling client, a few seconds behind, in one mode.
   *
   * Scope: `statistics:read`.
   *
   * `GET /statistics/decisions`
   */
  async decisions(query?: QueryOf<'get', '/statistics/decisions'>, options: OptionsOfCall<'get', '/statistics/decisions'> = {}): Promise<DataOf<'get', '/statistics/decisions'>> {
    return (await this.calls.get('/statistics/decisions', { ...options, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Count what each rule decided.
   *
   * Rules that decided runs that ended, and rules whose condition held. Of the calling client, a few seconds behind, in one mode.
   *
   * Scope: `statistics:read`.
   *
   * `GET /statistics/rules`
   */
  async rules(query?: QueryOf<'get', '/statistics/rules'>, options: OptionsOfCall<'get', '/statistics/rules'> = {}): Promise<DataOf<'get', '/statistics/rules'>> {
    return (await this.calls.get('/statistics/rules', { ...options, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Count reasons of letters.
   *
   * Reasons that letters of runs that ended gave, by their codes. Of the calling client, a few seconds behind, in one mode.
   *
   * Scope: `statistics:read`.
   *
   * `GET /statistics/reasons`
   */
  async reasons(query?: QueryOf<'get', '/statistics/reasons'>, options: OptionsOfCall<'get', '/statistics/reasons'> = {}): Promise<DataOf<'get', '/statistics/reasons'>> {
    return (await this.calls.get('/statistics/reasons', { ...options, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Count reviews.
   *
   * Decisions of people on runs that ended, how long they took, and what is open. Of the calling client, a few seconds behind, in one mode.
   *
   * Scope: `statistics:read`.
   *
   * `GET /statistics/reviews`
   */
  async reviews(query?: QueryOf<'get', '/statistics/reviews'>, options: OptionsOfCall<'get', '/statistics/reviews'> = {}): Promise<DataOf<'get', '/statistics/reviews'>> {
    return (await this.calls.get('/statistics/reviews', { ...options, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Count pulls.
   *
   * Live pulls of runs that ended, their failures and times. Of the calling client, a few seconds behind, in one mode.
   *
   * Scope: `statistics:read`.
   *
   * `GET /statistics/vendors`
   */
  async vendors(query?: QueryOf<'get', '/statistics/vendors'>, options: OptionsOfCall<'get', '/statistics/vendors'> = {}): Promise<DataOf<'get', '/statistics/vendors'>> {
    return (await this.calls.get('/statistics/vendors', { ...options, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * List what differs from before.
   *
   * Live decisions of the calling client in active workflows, held against the same days of the four weeks before. A vendor that sends the same value for everybody is found after 30 decisions.
   *
   * Scope: `statistics:read`.
   *
   * `GET /statistics/drifts`
   */
  async drifts(options: OptionsOfCall<'get', '/statistics/drifts'> = {}): Promise<DataOf<'get', '/statistics/drifts'>> {
    return (await this.calls.get('/statistics/drifts', { ...options })).data;
  }
}

export class FieldsOperations extends Resource {
  /**
   * List the fields that are declared.
   *
   * Fields that the account declares, the latest declaration first.
   *
   * Scope: `workflows:read`.
   *
   * `GET /fields`
   */
  list(query: ListQueryOf<'/fields'> = {}, options: OptionsOfCall<'get', '/fields'> = {}): List<'/fields'> {
    return new List(this.calls, '/fields', { ...options, query: filters(query) });
  }

  /**
   * Read what is declared of a field.
   *
   * The current declaration of the field. An execution keeps the version of the dictionary that was current at its acceptance.
   *
   * Scope: `workflows:read`.
   *
   * `GET /fields/{field}`
   */
  async get(field: string, options: OptionsOfCall<'get', '/fields/{field}'> = {}): Promise<DataOf<'get', '/fields/{field}'>> {
    return (await this.calls.get('/fields/{field}', { ...options, path: { field } })).data;
  }

  /**
   * Declare a field.
   *
   * Declares a field of the payload: its type, its label in letters, its unit, its person, and its kind, which decides who sees it. It replaces the earlier declaration of the field, for executions that are accepted from now on. The same request again changes nothing. `context.applicant.x` is another name of `applicant.x`; a member of a list has no position (`jobs.pay`). Changing an identifier, a birth or an age to a fact needs the scope `pii:read`. `If-Match` names a version of the dictionary.
   *
   * Scope: `workflows:write`.
   *
   * `PUT /fields/{field}`
   */
  async set(field: string, body: BodyOf<'put', '/fields/{field}'>, options: OptionsOfCall<'put', '/fields/{field}'> = {}): Promise<DataOf<'put', '/fields/{field}'>> {
    return (await this.calls.put('/fields/{field}', { ...options, path: { field }, body })).data;
  }

  /**
   * Remove the declaration of a field.
   *
   * Holds for executions that are accepted from now on. A field that an active cascade reads cannot be removed.
   *
   * Scope: `workflows:write`.
   *
   * `DELETE /fields/{field}`
   */
  async remove(field: string, options: OptionsOfCall<'delete', '/fields/{field}'> = {}): Promise<void> {
    await this.calls.delete('/fields/{field}', { ...options, path: { field } });
  }

  /**
   * Declare all fields at once.
   *
   * Replaces the whole dictionary of the account, as one version. A field that the body leaves out is no longer declared. The body is JSON Schema 2020-12 with keywords of ours (`x-kind`, `x-unit`, `x-person`, `x-basis`, `x-item`, `x-empty`, `x-absent`, `x-also`, `x-reason-above`, `-below`, `-is` and `-missing`), as `GET /fields/schema?of=account` writes it. Another keyword is a fault, and each fault names its place as a JSON pointer. The same request again changes nothing. `If-Match` names a version of the dictionary.
   *
   * Scope: `workflows:write`.
   *
   * `PUT /fields`
   */
  async setAll(body?: BodyOf<'put', '/fields'>, options: OptionsOfCall<'put', '/fields'> = {}): Promise<DataOf<'put', '/fields'>> {
    return (await this.calls.put('/fields', { ...options, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Read the fields as JSON Schema.
   *
   * JSON Schema 2020-12. `payload` describes the payload of a trigger to the programs that send it: the types that the account declares, and the fields of the standard dictionary. It accepts a payload exactly if a trigger accepts its types. `account` describes the declarations of the account, in the form that `PUT /fields` takes. The `ETag` names the version of the dictionary.
   *
   * Scope: `workflows:read`.
   *
   * `GET /fields/schema`
   */
  async schema(query?: QueryOf<'get', '/fields/schema'>, options: OptionsOfCall<'get', '/fields/schema'> = {}): Promise<DataOf<'get', '/fields/schema'>> {
    return (await this.calls.get('/fields/schema', { ...options, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * List undeclared fields.
   *
   * Lists undeclared paths that the 100 newest cascades of the account read, or that arrived with the 50 newest executions of the client. Redacted payloads and those above 64 KiB are left out. Each path has the JSON types that were seen, never a value, and a label made of its name for a person to correct. Proposals decide nothing. `questions` lists open questions about declared fields, and `answers` lists the answers that were given.
   *
   * Scope: `workflows:read`.
   *
   * `GET /fields/proposals`
   */
  async proposals(options: OptionsOfCall<'get', '/fields/proposals'> = {}): Promise<DataOf<'get', '/fields/proposals'>> {
    return (await this.calls.get('/fields/proposals', { ...options })).data;
  }

  /**
   * Answer a question about a field.
   *
   * Says why a field is not what the words of its name look like, in place of a `kind` or a `basis`. The question is not asked again until the answer is withdrawn (`reason` null). Nothing in a run depends on it. The same request again changes nothing.
   *
   * Scope: `workflows:write`.
   *
   * `PUT /fields/{field}/answers`
   */
  async answer(field: string, body: BodyOf<'put', '/fields/{field}/answers'>, options: OptionsOfCall<'put', '/fields/{field}/answers'> = {}): Promise<DataOf<'put', '/fields/{field}/answers'>> {
    return (await this.calls.put('/fields/{field}/answers', { ...options, path: { field }, body })).data;
  }

  /**
   * See what declaring all fields would change.
   *
   * Takes the body of `PUT /fields` and saves nothing. Lists what it would change, the active cascades whose letters would say something else, and what would keep it from being saved.
   *
   * Scope: `workflows:write`.
   *
   * `POST /fields/changes`
   */
  async preview(body?: BodyOf<'post', '/fields/changes'>, options: OptionsOfCall<'post', '/fields/changes'> = {}): Promise<DataOf<'post', '/fields/changes'>> {
    return (await this.calls.post('/fields/changes', { ...options, ...(body === undefined ? {} : { body }) })).data;
  }
}

export class FieldRequestsOperations extends Resource {
  /**
   * List the requests to declare fields otherwise.
   *
   * Those of the account, the newest first.
   *
   * Scope: `workflows:read`.
   *
   * `GET /field_requests`
   */
  list(query: ListQueryOf<'/field_requests'> = {}, options: OptionsOfCall<'get', '/field_requests'> = {}): List<'/field_requests'> {
    return new List(this.calls, '/field_requests', { ...options, query: filters(query) });
  }

  /**
   * Ask that fields are declared otherwise.
   *
   * Where an account asks for four eyes, another person approves what changes the letters of an active cascade or shows more of an applicant. `fields` is the whole dictionary, as `PUT /fields` takes it. One request is pending at a time; the next version of the dictionary supersedes it. A request that shows more needs `pii:read`. `If-Match` names a version of the dictionary.
   *
   * Scope: `workflows:write`.
   *
   * `POST /field_requests`
   */
  async create(body: BodyOf<'post', '/field_requests'>, options: OptionsOfCall<'post', '/field_requests'> = {}): Promise<DataOf<'post', '/field_requests'>> {
    return (await this.calls.post('/field_requests', { ...options, body })).data;
  }

  /**
   * Read a request to declare fields otherwise.
   *
   * With what it would change, and the active cascades whose letters would say something else.
   *
   * Scope: `workflows:read`.
   *
   * `GET /field_requests/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/field_requests/{id}'> = {}): Promise<DataOf<'get', '/field_requests/{id}'>> {
    return (await this.calls.get('/field_requests/{id}', { ...options, path: { id } })).data;
  }

  /**
   * Approve a request to declare fields otherwise.
   *
   * Makes the next version of the dictionary of it, for executions that are accepted from then on. Only another person than the one who asked can. A request that was made of another version of the dictionary is refused.
   *
   * Scope: `workflows:activate`.
   *
   * `POST /field_requests/{id}/approve`
   */
  async approve(id: number, body?: BodyOf<'post', '/field_requests/{id}/approve'>, options: OptionsOfCall<'post', '/field_requests/{id}/approve'> = {}): Promise<DataOf<'post', '/field_requests/{id}/approve'>> {
    return (await this.calls.post('/field_requests/{id}/approve', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Refuse a request to declare fields otherwise.
   *
   * The dictionary stays as it is. `note` says why.
   *
   * Scope: `workflows:activate`.
   *
   * `POST /field_requests/{id}/refuse`
   */
  async refuse(id: number, body: BodyOf<'post', '/field_requests/{id}/refuse'>, options: OptionsOfCall<'post', '/field_requests/{id}/refuse'> = {}): Promise<DataOf<'post', '/field_requests/{id}/refuse'>> {
    return (await this.calls.post('/field_requests/{id}/refuse', { ...options, path: { id }, body })).data;
  }

  /**
   * Withdraw a request to declare fields otherwise.
   *
   * For the user who made it. Others refuse it.
   *
   * Scope: `workflows:write`.
   *
   * `POST /field_requests/{id}/withdraw`
   */
  async withdraw(id: number, options: OptionsOfCall<'post', '/field_requests/{id}/withdraw'> = {}): Promise<DataOf<'post', '/field_requests/{id}/withdraw'>> {
    return (await this.calls.post('/field_requests/{id}/withdraw', { ...options, path: { id } })).data;
  }
}

export class ExecutionsOperations extends Resource {
  /**
   * List executions.
   *
   * Executions of the calling API client, the newest first. Filters narrow each other. One that failed says why: its `error_code`, and with the scope `executions:read:full` its `error`. With that scope each has the name of the applicant.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions`
   */
  list(query: ListQueryOf<'/executions'> = {}, options: OptionsOfCall<'get', '/executions'> = {}): List<'/executions'> {
    return new List(this.calls, '/executions', { ...options, query: filters(query) });
  }

  /**
   * Read an execution.
   *
   * With the scope `executions:read:full` the answer also has `step_outputs`, `failed_steps` and `error`, which hold identity data of the applicant and reports. Without it the values of `input_context` are `***`. Without the scope `pii:read` a declared identifier is `****6789`, a birth `1990-**-**` and an age `***`, and a value of live data that nobody declared is the text `*** (text, not declared)`, or `number` or `yes or no` in place of `text`: it waits for its declaration (`PUT /fields/{field}`), and `POST /executions/{id}/reveal` shows it.
   *
   * With `wait` the response comes when the execution has ended (`completed`, `failed`, `cancelled`, `skipped`) or is in `awaiting_review`, or after that many seconds with the status that it then has, which is no error: ask again. At most 250 requests of an account wait at the same time; one more is answered at once with the present state, and so are all when the server shuts down. So look at `status`, not at the time, and pause for a second before you ask again if the response came early.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions/{id}`
   */
  async get(id: number, query?: QueryOf<'get', '/executions/{id}'>, options: OptionsOfCall<'get', '/executions/{id}'> = {}): Promise<DataOf<'get', '/executions/{id}'>> {
    return (await this.calls.get('/executions/{id}', { ...options, path: { id }, ...(query === undefined ? {} : { query }) })).data;
  }

  /**
   * Explain why notices were issued.
   *
   * For each adverse-action notice of the execution: the way taken, the choices that decided with the required and the actual values, what the reviewers said, and the smallest change that would have avoided it.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/explanation`
   */
  async explain(id: number, options: OptionsOfCall<'get', '/executions/{id}/explanation'> = {}): Promise<DataOf<'get', '/executions/{id}/explanation'>> {
    return (await this.calls.get('/executions/{id}/explanation', { ...options, path: { id } })).data;
  }

  /**
   * Read what happened in an execution.
   *
   * The cascade as it was run, each visit of a node with its times and the way that led there, what was asked of the outside world, what people did, the events with their deliveries, and the mail. It says nothing about the applicant.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions/{id}/timeline`
   */
  async timeline(id: number, options: OptionsOfCall<'get', '/executions/{id}/timeline'> = {}): Promise<DataOf<'get', '/executions/{id}/timeline'>> {
    return (await this.calls.get('/executions/{id}/timeline', { ...options, path: { id } })).data;
  }

  /**
   * Show masked values.
   *
   * Shows values in full that are masked elsewhere, in this one response. Who asked, when, from which address, for which fields and why is recorded in the audit log, together with the response or not at all. A repeat shows and records them once more: an Idempotency-Key has no effect.
   *
   * Scope: `executions:read:full`.
   *
   * `POST /executions/{id}/reveal`
   */
  async reveal(id: number, body: BodyOf<'post', '/executions/{id}/reveal'>, options: OptionsOfCall<'post', '/executions/{id}/reveal'> = {}): Promise<DataOf<'post', '/executions/{id}/reveal'>> {
    return (await this.calls.post('/executions/{id}/reveal', { ...options, path: { id }, body })).data;
  }

  /**
   * List pulls that were cut short.
   *
   * Pulls that failed as `vendor_unknown`: nobody knows whether the vendor has the order, and a repeat would order again. Ask the vendor, and enter what it says with `POST /executions/{id}/settle_pull`.
   *
   * Scope: `connections:write`.
   *
   * `GET /unknown_pulls`
   */
  listUnknownPulls(query: ListQueryOf<'/unknown_pulls'> = {}, options: OptionsOfCall<'get', '/unknown_pulls'> = {}): List<'/unknown_pulls'> {
    return new List(this.calls, '/unknown_pulls', { ...options, query: filters(query) });
  }

  /**
   * Say what became of a pull that was cut short.
   *
   * With the reference of the vendor the order is asked for, billed and kept, whatever became of the execution; a retry or a re-evaluation uses it. With null there is no order, and the next pull orders again.
   *
   * Scope: `connections:write`.
   *
   * `POST /executions/{id}/settle_pull`
   */
  async settlePull(id: number, body: BodyOf<'post', '/executions/{id}/settle_pull'>, options: OptionsOfCall<'post', '/executions/{id}/settle_pull'> = {}): Promise<DataOf<'post', '/executions/{id}/settle_pull'>> {
    return (await this.calls.post('/executions/{id}/settle_pull', { ...options, path: { id }, body })).data;
  }

  /**
   * Cancel an execution.
   *
   * No step begins after this; steps under way finish. An execution that is already cancelled is returned unchanged. Takes no body. No event is sent.
   *
   * Scope: `executions:write`.
   *
   * `POST /executions/{id}/cancel`
   */
  async cancel(id: number, options: OptionsOfCall<'post', '/executions/{id}/cancel'> = {}): Promise<DataOf<'post', '/executions/{id}/cancel'>> {
    return (await this.calls.post('/executions/{id}/cancel', { ...options, path: { id } })).data;
  }

  /**
   * Re-evaluate an execution.
   *
   * A new execution of the cascade's current version, with the payload, mode and reference of the old one. By default the reports that were pulled are used again, matched by product and at no cost, also of an execution that failed. Mail and notices are sent again.
   *
   * With `corrections` it runs on other values than the old one: who corrected them, when and why is kept with it, and its comparison, its evidence and its letters say it.
   *
   * An execution is evaluated again ten times in a day, with all that re-evaluate it; one more is `rate_limited`.
   *
   * Scope: `executions:write`.
   *
   * `POST /executions/{id}/re_evaluations`
   */
  async reEvaluate(id: number, body?: BodyOf<'post', '/executions/{id}/re_evaluations'>, options: OptionsOfCall<'post', '/executions/{id}/re_evaluations'> = {}): Promise<DataOf<'post', '/executions/{id}/re_evaluations'>> {
    return (await this.calls.post('/executions/{id}/re_evaluations', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Re-evaluate what failed.
   *
   * Every execution that matches the filter, has failed and was not evaluated again since: as if each were re-evaluated by itself, without corrections. `expected_count` is the number that GET /executions counts with the same filter and `filter[unresolved]=true`; if it is another one by now, nothing is done. One request takes the 500 oldest in one transaction and says how many remain: send the next one with another key. Executions are skipped if their cascade cannot be run, their input is redacted, they were evaluated again ten times in a day, or a pull of theirs has to be settled first (`GET /unknown_pulls`).
   *
   * Scope: `executions:write`.
   *
   * `POST /executions/re_evaluations`
   */
  async reEvaluateFailed(body: BodyOf<'post', '/executions/re_evaluations'>, options: OptionsOfCall<'post', '/executions/re_evaluations'> = {}): Promise<DataOf<'post', '/executions/re_evaluations'>> {
    return (await this.calls.post('/executions/re_evaluations', { ...options, body })).data;
  }

  /**
   * Compare two executions.
   *
   * What differs between two executions of the calling API client, such as one and its re-evaluation: outcome, branches, conditions with required and actual values, values of the reports, reasons.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/comparison`
   */
  async compare(id: number, query: QueryOf<'get', '/executions/{id}/comparison'>, options: OptionsOfCall<'get', '/executions/{id}/comparison'> = {}): Promise<DataOf<'get', '/executions/{id}/comparison'>> {
    return (await this.calls.get('/executions/{id}/comparison', { ...options, path: { id }, query })).data;
  }

  /**
   * Download the evidence of a decision.
   *
   * A signed ZIP file: the definition, the input, the reports, the trace of all steps and its explanation, the reviewers' acts, the letters and mails with their SHA-256, the mail server's responses, and the events with their deliveries. `manifest.json` lists the SHA-256 of every file, `manifest.sig` is its Ed25519 signature, and the file's comment signs all its bytes. Public keys: `/.well-known/cascade-evidence.json`; `cascade evidence verify FILE` checks all of it. PDFs of reports that are not made yet are made now, which takes up to 30 seconds. Nothing in it is masked, so the scope `pii:read` is needed too.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/evidence.zip`
   */
  downloadEvidence(id: number, options: OptionsOfCall<'get', '/executions/{id}/evidence.zip'> = {}): Promise<Response> {
    return this.calls.download('/executions/{id}/evidence.zip', { ...options, path: { id } });
  }
}

export class ReviewsOperations extends Resource {
  /**
   * List open reviews.
   *
   * The inbox of reviewers: open reviews of the calling API client, the first due first and those without a time limit last. `meta.counts` counts all open reviews, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.
   *
   * Scope: `executions:read`.
   *
   * `GET /reviews`
   */
  list(query: ListQueryOf<'/reviews'> = {}, options: OptionsOfCall<'get', '/reviews'> = {}): List<'/reviews'> {
    return new List(this.calls, '/reviews', { ...options, query: filters(query) });
  }

  /**
   * Claim the next review.
   *
   * Claims the most urgent open review that nobody has claimed: the first due, then the oldest. Two people who ask at once get two reviews. Whoever works queues gets reviews of these and of none; what is put off is given to nobody. `not_found` if none is left.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /reviews/next`
   */
  async next(body?: BodyOf<'post', '/reviews/next'>, options: OptionsOfCall<'post', '/reviews/next'> = {}): Promise<DataOf<'post', '/reviews/next'>> {
    return (await this.calls.post('/reviews/next', { ...options, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Take back all that a user has claimed.
   *
   * Takes the claims of a user off all open reviews of the API client, such as those of a colleague who is ill. Each execution has a review event of it. Reviews of live executions need production access.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /reviews/release`
   */
  async release(body: BodyOf<'post', '/reviews/release'>, options: OptionsOfCall<'post', '/reviews/release'> = {}): Promise<DataOf<'post', '/reviews/release'>> {
    return (await this.calls.post('/reviews/release', { ...options, body })).data;
  }

  /**
   * Hear when the inbox changes.
   *
   * Server-sent events: `inbox` whenever a review opens, is decided, is claimed or is given back, and once at the beginning. It says how many reviews are open; `GET /reviews` says which. An event that is lost is made up for within seconds. The stream ends within a minute, and browsers then connect again by themselves.
   *
   * Scope: `executions:read`.
   *
   * `GET /reviews/stream`
   */
  stream(options: OptionsOfCall<'get', '/reviews/stream'> = {}): Promise<Response> {
    return this.calls.download('/reviews/stream', { ...options });
  }

  /**
   * Read what a reviewer needs.
   *
   * The open review and the conditions that flagged it with required and actual values, the reports in brief with their PDFs, what people did before, and what approving and denying lead to: the nodes that would run, and the letters with the reasons that they would give.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/review`
   */
  async get(id: number, options: OptionsOfCall<'get', '/executions/{id}/review'> = {}): Promise<DataOf<'get', '/executions/{id}/review'>> {
    return (await this.calls.get('/executions/{id}/review', { ...options, path: { id } })).data;
  }

  /**
   * Decide the open review.
   *
   * For a review of kind `decision`, `approved` continues at `human_review_steps` (or at `pass_steps` if that is empty) and `denied` at `fail_steps`. For a review of kind `notice`, `approved` sends the drafted notice and `denied` discards it. Of two simultaneous decisions one wins, and the other gets `review_not_pending`. Where several people have to approve (`pending_review.approvals`), the review stays open until they have; one denial denies.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/review_decisions`
   */
  async decide(id: number, body: BodyOf<'post', '/executions/{id}/review_decisions'>, options: OptionsOfCall<'post', '/executions/{id}/review_decisions'> = {}): Promise<DataOf<'post', '/executions/{id}/review_decisions'>> {
    return (await this.calls.post('/executions/{id}/review_decisions', { ...options, path: { id }, body })).data;
  }

  /**
   * Assign or release the open review.
   *
   * Assigning a review to the user who holds it, or releasing one that nobody holds, changes nothing. What another user has claimed is taken over or released with `force` only.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/review_assignment`
   */
  async assign(id: number, body: BodyOf<'post', '/executions/{id}/review_assignment'>, options: OptionsOfCall<'post', '/executions/{id}/review_assignment'> = {}): Promise<DataOf<'post', '/executions/{id}/review_assignment'>> {
    return (await this.calls.post('/executions/{id}/review_assignment', { ...options, path: { id }, body })).data;
  }

  /**
   * Move the open review to a queue.
   *
   * Nobody holds it afterwards: a reviewer of the queue takes it. The queue is one that a user of the account works (`PATCH /users/{id}`). What another user has claimed is refused.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/review_queue`
   */
  async move(id: number, body: BodyOf<'post', '/executions/{id}/review_queue'>, options: OptionsOfCall<'post', '/executions/{id}/review_queue'> = {}): Promise<DataOf<'post', '/executions/{id}/review_queue'>> {
    return (await this.calls.post('/executions/{id}/review_queue', { ...options, path: { id }, body })).data;
  }

  /**
   * Put the open review off until a time.
   *
   * Until then `POST /reviews/next` gives it to nobody. It can still be opened and decided, its due time stands, and the user who holds it keeps it. What another user has claimed is refused.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/review_snooze`
   */
  async snooze(id: number, body: BodyOf<'post', '/executions/{id}/review_snooze'>, options: OptionsOfCall<'post', '/executions/{id}/review_snooze'> = {}): Promise<DataOf<'post', '/executions/{id}/review_snooze'>> {
    return (await this.calls.post('/executions/{id}/review_snooze', { ...options, path: { id }, body })).data;
  }

  /**
   * Add a note.
   *
   * Possible at any time, in every status of the execution, until its person is forgotten.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/review_notes`
   */
  async addNote(id: number, body: BodyOf<'post', '/executions/{id}/review_notes'>, options: OptionsOfCall<'post', '/executions/{id}/review_notes'> = {}): Promise<DataOf<'post', '/executions/{id}/review_notes'>> {
    return (await this.calls.post('/executions/{id}/review_notes', { ...options, path: { id }, body })).data;
  }

  /**
   * Act on many reviews.
   *
   * Every id ends in exactly one of three. `applied`: the review was assigned, and nothing is left to do. `enqueued`: the decision was recorded, and the execution has been woken to continue by it. `skipped`: nothing was done. So `approve` and `deny` count under `enqueued`, and `assign_to_me` under `applied`, and so does an approval that others have to join. An id that is named twice counts once. `approve` and `deny` decide the first review of the given `kind` and no later one. Each id is a transaction of its own. After a failure, repeat the request with the same Idempotency-Key: what was done is not done again, and the response counts it.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/review_bulk_actions`
   */
  async bulk(body: BodyOf<'post', '/executions/review_bulk_actions'>, options: OptionsOfCall<'post', '/executions/review_bulk_actions'> = {}): Promise<DataOf<'post', '/executions/review_bulk_actions'>> {
    return (await this.calls.post('/executions/review_bulk_actions', { ...options, body })).data;
  }

  /**
   * List review events.
   *
   * Events of the reviews of the execution, oldest first. Notes, reasons and the values that a letter lacked are words about the applicant: they are `***` without the scope `executions:read:full`.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions/{id}/review_events`
   */
  listEvents(id: number, query: ListQueryOf<'/executions/{id}/review_events'> = {}, options: OptionsOfCall<'get', '/executions/{id}/review_events'> = {}): List<'/executions/{id}/review_events'> {
    return new List(this.calls, '/executions/{id}/review_events', { ...options, path: { id }, query: filters(query) });
  }
}

export class ArtifactsOperations extends Resource {
  /**
   * List credit-report PDFs.
   *
   * The whole collection, oldest first; not paginated.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions/{id}/report_artifacts`
   */
  listReports(id: number, query: ListQueryOf<'/executions/{id}/report_artifacts'> = {}, options: OptionsOfCall<'get', '/executions/{id}/report_artifacts'> = {}): List<'/executions/{id}/report_artifacts'> {
    return new List(this.calls, '/executions/{id}/report_artifacts', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Download one credit-report PDF.
   *
   * The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/report_artifacts/{artifact_id}`
   */
  downloadReport(id: number, artifact_id: number, options: OptionsOfCall<'get', '/executions/{id}/report_artifacts/{artifact_id}'> = {}): Promise<Response> {
    return this.calls.download('/executions/{id}/report_artifacts/{artifact_id}', { ...options, path: { id, artifact_id } });
  }

  /**
   * List adverse-action notice PDFs.
   *
   * The whole collection, oldest first; not paginated.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions/{id}/notice_artifacts`
   */
  listNotices(id: number, query: ListQueryOf<'/executions/{id}/notice_artifacts'> = {}, options: OptionsOfCall<'get', '/executions/{id}/notice_artifacts'> = {}): List<'/executions/{id}/notice_artifacts'> {
    return new List(this.calls, '/executions/{id}/notice_artifacts', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Download one adverse-action notice PDF.
   *
   * The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/notice_artifacts/{artifact_id}`
   */
  downloadNotice(id: number, artifact_id: number, options: OptionsOfCall<'get', '/executions/{id}/notice_artifacts/{artifact_id}'> = {}): Promise<Response> {
    return this.calls.download('/executions/{id}/notice_artifacts/{artifact_id}', { ...options, path: { id, artifact_id } });
  }

  /**
   * List e-mails that were not sent.
   *
   * Without production access an account reaches only addresses of its own; any other e-mail is kept as a file. The whole collection, oldest first; not paginated.
   *
   * Scope: `executions:read`.
   *
   * `GET /executions/{id}/mail_artifacts`
   */
  listMails(id: number, query: ListQueryOf<'/executions/{id}/mail_artifacts'> = {}, options: OptionsOfCall<'get', '/executions/{id}/mail_artifacts'> = {}): List<'/executions/{id}/mail_artifacts'> {
    return new List(this.calls, '/executions/{id}/mail_artifacts', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Download one e-mail that was not sent.
   *
   * The message as it would have been sent. Nothing in it is masked, so the scope `pii:read` is needed too. The `ETag` is the SHA-256 of the file.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /executions/{id}/mail_artifacts/{artifact_id}`
   */
  downloadMail(id: number, artifact_id: number, options: OptionsOfCall<'get', '/executions/{id}/mail_artifacts/{artifact_id}'> = {}): Promise<Response> {
    return this.calls.download('/executions/{id}/mail_artifacts/{artifact_id}', { ...options, path: { id, artifact_id } });
  }

  /**
   * Send a notice again.
   *
   * E-mails a sent notice once more, with the same attachments under a new Message-ID. The review event `adverse_action_replayed` says when the mail server accepted it. Unless the letter did not arrive (states `returned` and `resend_failed` of `GET /waiting_letters`), it takes a reason, once a day (`rate_limited` with Retry-After).
   *
   * Scope: `executions:write`.
   *
   * `POST /executions/{id}/notice_artifacts/{artifact_id}/resend`
   */
  async resendNotice(id: number, artifact_id: number, body?: BodyOf<'post', '/executions/{id}/notice_artifacts/{artifact_id}/resend'>, options: OptionsOfCall<'post', '/executions/{id}/notice_artifacts/{artifact_id}/resend'> = {}): Promise<DataOf<'post', '/executions/{id}/notice_artifacts/{artifact_id}/resend'>> {
    return (await this.calls.post('/executions/{id}/notice_artifacts/{artifact_id}/resend', { ...options, path: { id, artifact_id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Record that a notice was posted.
   *
   * For a notice that may not go by e-mail (`pending_review.delivery` is `post`). The notice is then `sent`, and the execution continues. A notice that was sent by e-mail can be recorded as posted too: the review event keeps the day, and a letter that comes back no longer waits.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/notice_artifacts/{artifact_id}/posted`
   */
  async recordPosted(id: number, artifact_id: number, body: BodyOf<'post', '/executions/{id}/notice_artifacts/{artifact_id}/posted'>, options: OptionsOfCall<'post', '/executions/{id}/notice_artifacts/{artifact_id}/posted'> = {}): Promise<DataOf<'post', '/executions/{id}/notice_artifacts/{artifact_id}/posted'>> {
    return (await this.calls.post('/executions/{id}/notice_artifacts/{artifact_id}/posted', { ...options, path: { id, artifact_id }, body })).data;
  }

  /**
   * Record a notice that was sent elsewhere.
   *
   * For a notice in `notices_due` that went out outside this service: the execution, and those that it re-evaluates, owe that person none any more. With `artifact_id`, for a letter that came back or could not be sent again: it waits no more.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/sent_notices`
   */
  async recordSentNotice(id: number, body: BodyOf<'post', '/executions/{id}/sent_notices'>, options: OptionsOfCall<'post', '/executions/{id}/sent_notices'> = {}): Promise<DataOf<'post', '/executions/{id}/sent_notices'>> {
    return (await this.calls.post('/executions/{id}/sent_notices', { ...options, path: { id }, body })).data;
  }

  /**
   * Record what became of an application.
   *
   * For a live application for credit whose run ended without a decision (`why` `no_decision` in `notices_due`): it was withdrawn by the applicant, a notice of incompleteness was sent, it was decided elsewhere, or it was no application. Executions of the same `external_reference` owe no answer then either.
   *
   * Scope: `reviews:decide`.
   *
   * `POST /executions/{id}/application_answers`
   */
  async recordApplicationAnswer(id: number, body: BodyOf<'post', '/executions/{id}/application_answers'>, options: OptionsOfCall<'post', '/executions/{id}/application_answers'> = {}): Promise<DataOf<'post', '/executions/{id}/application_answers'>> {
    return (await this.calls.post('/executions/{id}/application_answers', { ...options, path: { id }, body })).data;
  }
}

export class WaitingLettersOperations extends Resource {
  /**
   * List letters that wait.
   *
   * Letters of the calling API client that wait for a person: drafts to be sent or discarded, letters that are parked, letters to be posted, letters that are owed, and letters that came back. The first due first; one without a due time stands at the time since when it waits. `meta.counts` counts all of them, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.
   *
   * Scope: `executions:read`.
   *
   * `GET /waiting_letters`
   */
  list(query: ListQueryOf<'/waiting_letters'> = {}, options: OptionsOfCall<'get', '/waiting_letters'> = {}): List<'/waiting_letters'> {
    return new List(this.calls, '/waiting_letters', { ...options, query: filters(query) });
  }
}

export class BatchesOperations extends Resource {
  /**
   * List batches.
   *
   * Batches of the calling API client, the newest first.
   *
   * Scope: `executions:read`.
   *
   * `GET /batches`
   */
  list(query: ListQueryOf<'/batches'> = {}, options: OptionsOfCall<'get', '/batches'> = {}): List<'/batches'> {
    return new List(this.calls, '/batches', { ...options, query: filters(query) });
  }

  /**
   * Run a cascade for up to 500 applicants.
   *
   * The batch and an execution for each row are committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response. A row is at most 64 KiB, the body 8 MiB. Dates of persons and declared types are checked as those of a trigger. Beside `applicant` and `property` a row may hold what is declared, such as `loan` or `co_applicant`.
   *
   * Scope: `executions:write`.
   *
   * `POST /workflows/{id}/batches`
   */
  async create(id: number, body: BodyOf<'post', '/workflows/{id}/batches'>, options: OptionsOfCall<'post', '/workflows/{id}/batches'> = {}): Promise<DataOf<'post', '/workflows/{id}/batches'>> {
    return (await this.calls.post('/workflows/{id}/batches', { ...options, path: { id }, body })).data;
  }

  /**
   * Read a batch.
   *
   * `completed_count` and `failed_count` grow while it runs.
   *
   * Scope: `executions:read`.
   *
   * `GET /batches/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/batches/{id}'> = {}): Promise<DataOf<'get', '/batches/{id}'>> {
    return (await this.calls.get('/batches/{id}', { ...options, path: { id } })).data;
  }

  /**
   * Count the rows of a batch.
   *
   * By status, outcome, review status and error, with the durations of the rows that have ended.
   *
   * Scope: `executions:read`.
   *
   * `GET /batches/{id}/summary`
   */
  async summary(id: number, options: OptionsOfCall<'get', '/batches/{id}/summary'> = {}): Promise<DataOf<'get', '/batches/{id}/summary'>> {
    return (await this.calls.get('/batches/{id}/summary', { ...options, path: { id } })).data;
  }

  /**
   * List the rows of a batch.
   *
   * In the order in which they were submitted.
   *
   * Scope: `executions:read`.
   *
   * `GET /batches/{id}/executions`
   */
  listExecutions(id: number, query: ListQueryOf<'/batches/{id}/executions'> = {}, options: OptionsOfCall<'get', '/batches/{id}/executions'> = {}): List<'/batches/{id}/executions'> {
    return new List(this.calls, '/batches/{id}/executions', { ...options, path: { id }, query: filters(query) });
  }

  /**
   * Cancel a batch.
   *
   * Rows that were dispatched become `cancelled`, the others `skipped`; rows that have ended stay as they are. A batch that is already cancelled is returned unchanged. No event is sent.
   *
   * Scope: `executions:write`.
   *
   * `POST /batches/{id}/cancel`
   */
  async cancel(id: number, options: OptionsOfCall<'post', '/batches/{id}/cancel'> = {}): Promise<DataOf<'post', '/batches/{id}/cancel'>> {
    return (await this.calls.post('/batches/{id}/cancel', { ...options, path: { id } })).data;
  }

  /**
   * Resume an interrupted batch.
   *
   * Dispatch of its rows goes on.
   *
   * Scope: `executions:write`.
   *
   * `POST /batches/{id}/resume`
   */
  async resume(id: number, options: OptionsOfCall<'post', '/batches/{id}/resume'> = {}): Promise<DataOf<'post', '/batches/{id}/resume'>> {
    return (await this.calls.post('/batches/{id}/resume', { ...options, path: { id } })).data;
  }

  /**
   * Retry the failed and skipped rows of a batch.
   *
   * The batch must have ended. Each row keeps its execution and goes on where it failed: steps that succeeded, mails and pulls included, are not repeated.
   *
   * Scope: `executions:write`.
   *
   * `POST /batches/{id}/retry_failed`
   */
  async retryFailed(id: number, options: OptionsOfCall<'post', '/batches/{id}/retry_failed'> = {}): Promise<DataOf<'post', '/batches/{id}/retry_failed'>> {
    return (await this.calls.post('/batches/{id}/retry_failed', { ...options, path: { id } })).data;
  }

  /**
   * Export the results of a batch as CSV.
   *
   * One line for each row, as it is now; UTF-8 with a byte order mark. With the scope `executions:read:full` also the applicant's name and e-mail, the error, and a column for each product field that a condition reads. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. A connection that breaks leaves an incomplete file.
   *
   * Scope: `executions:read`.
   *
   * `GET /batches/{id}/exports.csv`
   */
  downloadCsv(id: number, query?: QueryOf<'get', '/batches/{id}/exports.csv'>, options: OptionsOfCall<'get', '/batches/{id}/exports.csv'> = {}): Promise<Response> {
    return this.calls.download('/batches/{id}/exports.csv', { ...options, path: { id }, ...(query === undefined ? {} : { query }) });
  }

  /**
   * Export the results of a batch as ZIP.
   *
   * `results.csv`, `batch.json`, and `rows/<row_index>-<execution_id>.json` for each row. With the scope `executions:read:full` the rows have their input and the outputs of their steps.
   *
   * Scope: `executions:read`.
   *
   * `GET /batches/{id}/exports.zip`
   */
  downloadZip(id: number, query?: QueryOf<'get', '/batches/{id}/exports.zip'>, options: OptionsOfCall<'get', '/batches/{id}/exports.zip'> = {}): Promise<Response> {
    return this.calls.download('/batches/{id}/exports.zip', { ...options, path: { id }, ...(query === undefined ? {} : { query }) });
  }

  /**
   * Download the adverse-action notices of a batch.
   *
   * Every notice that was sent, as `<row_index>-<execution_id>-<file name>`. Without any, the ZIP is empty.
   *
   * Scope: `executions:read:full`.
   *
   * `GET /batches/{id}/adverse_action_notices.zip`
   */
  downloadNotices(id: number, query?: QueryOf<'get', '/batches/{id}/adverse_action_notices.zip'>, options: OptionsOfCall<'get', '/batches/{id}/adverse_action_notices.zip'> = {}): Promise<Response> {
    return this.calls.download('/batches/{id}/adverse_action_notices.zip', { ...options, path: { id }, ...(query === undefined ? {} : { query }) });
  }
}

export class WebhookSubscriptionsOperations extends Resource {
  /**
   * List subscriptions.
   *
   * Subscriptions of the calling API client, the newest first. Secrets are never shown.
   *
   * Scope: `webhooks:read`.
   *
   * `GET /webhook_subscriptions`
   */
  list(query: ListQueryOf<'/webhook_subscriptions'> = {}, options: OptionsOfCall<'get', '/webhook_subscriptions'> = {}): List<'/webhook_subscriptions'> {
    return new List(this.calls, '/webhook_subscriptions', { ...options, query: filters(query) });
  }

  /**
   * Subscribe to events.
   *
   * The response holds the signing secret, which is not shown again; store it.
   *
   * Scope: `webhooks:write`.
   *
   * `POST /webhook_subscriptions`
   */
  async create(body: BodyOf<'post', '/webhook_subscriptions'>, options: OptionsOfCall<'post', '/webhook_subscriptions'> = {}): Promise<DataOf<'post', '/webhook_subscriptions'>> {
    return (await this.calls.post('/webhook_subscriptions', { ...options, body })).data;
  }

  /**
   * Read a subscription.
   *
   * Without its secret.
   *
   * Scope: `webhooks:read`.
   *
   * `GET /webhook_subscriptions/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/webhook_subscriptions/{id}'> = {}): Promise<DataOf<'get', '/webhook_subscriptions/{id}'>> {
    return (await this.calls.get('/webhook_subscriptions/{id}', { ...options, path: { id } })).data;
  }

  /**
   * Change a subscription.
   *
   * Only keys that are present change anything. Deliveries under way use the new URL from then on.
   *
   * Scope: `webhooks:write`.
   *
   * `PATCH /webhook_subscriptions/{id}`
   */
  async update(id: number, body?: BodyOf<'patch', '/webhook_subscriptions/{id}'>, options: OptionsOfCall<'patch', '/webhook_subscriptions/{id}'> = {}): Promise<DataOf<'patch', '/webhook_subscriptions/{id}'>> {
    return (await this.calls.patch('/webhook_subscriptions/{id}', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Delete a subscription.
   *
   * Deliveries stop; their records stay.
   *
   * Scope: `webhooks:write`.
   *
   * `DELETE /webhook_subscriptions/{id}`
   */
  async delete(id: number, options: OptionsOfCall<'delete', '/webhook_subscriptions/{id}'> = {}): Promise<void> {
    await this.calls.delete('/webhook_subscriptions/{id}', { ...options, path: { id } });
  }

  /**
   * Rotate the signing secret.
   *
   * For 24 hours deliveries are signed with both: `v1` with the new secret, `v0` with the previous one. A second rotation within that time drops the oldest. Takes no body.
   *
   * Scope: `webhooks:write`.
   *
   * `POST /webhook_subscriptions/{id}/rotate_secret`
   */
  async rotateSecret(id: number, options: OptionsOfCall<'post', '/webhook_subscriptions/{id}/rotate_secret'> = {}): Promise<DataOf<'post', '/webhook_subscriptions/{id}/rotate_secret'>> {
    return (await this.calls.post('/webhook_subscriptions/{id}/rotate_secret', { ...options, path: { id } })).data;
  }

  /**
   * Send a sample event.
   *
   * A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter says: signed, recorded and retried like any other. Read the delivery for its result.
   *
   * Scope: `webhooks:write`.
   *
   * `POST /webhook_subscriptions/{id}/test`
   */
  async test(id: number, body?: BodyOf<'post', '/webhook_subscriptions/{id}/test'>, options: OptionsOfCall<'post', '/webhook_subscriptions/{id}/test'> = {}): Promise<DataOf<'post', '/webhook_subscriptions/{id}/test'>> {
    return (await this.calls.post('/webhook_subscriptions/{id}/test', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * Redeliver what failed.
   *
   * Retries the deliveries of this subscription that are `failed` or `dead` and whose events were emitted since a time, the oldest first, at most 5000 in one request. Each is retried as by the retry of one delivery.
   *
   * Scope: `webhooks:write`.
   *
   * `POST /webhook_subscriptions/{id}/redeliver`
   */
  async redeliver(id: number, body: BodyOf<'post', '/webhook_subscriptions/{id}/redeliver'>, options: OptionsOfCall<'post', '/webhook_subscriptions/{id}/redeliver'> = {}): Promise<DataOf<'post', '/webhook_subscriptions/{id}/redeliver'>> {
    return (await this.calls.post('/webhook_subscriptions/{id}/redeliver', { ...options, path: { id }, body })).data;
  }
}

export class WebhookDeliveriesOperations extends Resource {
  /**
   * List deliveries.
   *
   * Deliveries to the subscriptions of the calling API client, the newest first. Payloads are not shown.
   *
   * Scope: `webhooks:read`.
   *
   * `GET /webhook_deliveries`
   */
  list(query: ListQueryOf<'/webhook_deliveries'> = {}, options: OptionsOfCall<'get', '/webhook_deliveries'> = {}): List<'/webhook_deliveries'> {
    return new List(this.calls, '/webhook_deliveries', { ...options, query: filters(query) });
  }

  /**
   * Read a delivery.
   *
   * With its attempts. The payload is not shown; read the execution instead.
   *
   * Scope: `webhooks:read`.
   *
   * `GET /webhook_deliveries/{id}`
   */
  async get(id: number, options: OptionsOfCall<'get', '/webhook_deliveries/{id}'> = {}): Promise<DataOf<'get', '/webhook_deliveries/{id}'>> {
    return (await this.calls.get('/webhook_deliveries/{id}', { ...options, path: { id } })).data;
  }

  /**
   * Retry a delivery.
   *
   * A `failed` delivery returns to its schedule, a `dead` one gets one more attempt, both at once. Takes no body.
   *
   * Scope: `webhooks:write`.
   *
   * `POST /webhook_deliveries/{id}/retry`
   */
  async retry(id: number, options: OptionsOfCall<'post', '/webhook_deliveries/{id}/retry'> = {}): Promise<DataOf<'post', '/webhook_deliveries/{id}/retry'>> {
    return (await this.calls.post('/webhook_deliveries/{id}/retry', { ...options, path: { id } })).data;
  }
}

export class MeOperations extends Resource {
  /**
   * Read who is calling.
   *
   * Account, API client, user and scopes of the token, and the limits that apply.
   *
   * Scope: `executions:read` or `workflows:read`.
   *
   * `GET /me`
   */
  async get(options: OptionsOfCall<'get', '/me'> = {}): Promise<DataOf<'get', '/me'>> {
    return (await this.calls.get('/me', { ...options })).data;
  }
}

export class CompanyOperations extends Resource {
  /**
   * Read whom letters are from.
   *
   * Legal name, address and telephone number of the account, and its federal agency.
   *
   * Scope: `workflows:read`.
   *
   * `GET /company`
   */
  async get(options: OptionsOfCall<'get', '/company'> = {}): Promise<DataOf<'get', '/company'>> {
    return (await this.calls.get('/company', { ...options })).data;
  }

  /**
   * Set whom letters are from.
   *
   * For letters that are made from now on. Only what is given changes. In an account that asks for four eyes what is set already is changed by an operator (`cascade accounts update`).
   *
   * Scope: `settings:write`.
   *
   * `PATCH /company`
   */
  async update(body?: BodyOf<'patch', '/company'>, options: OptionsOfCall<'patch', '/company'> = {}): Promise<DataOf<'patch', '/company'>> {
    return (await this.calls.patch('/company', { ...options, ...(body === undefined ? {} : { body }) })).data;
  }
}

export class AgenciesOperations extends Resource {
  /**
   * List the agencies behind reports.
   *
   * One for each product whose agency is set.
   *
   * Scope: `workflows:read`.
   *
   * `GET /agencies`
   */
  list(query: ListQueryOf<'/agencies'> = {}, options: OptionsOfCall<'get', '/agencies'> = {}): List<'/agencies'> {
    return new List(this.calls, '/agencies', { ...options, query: filters(query) });
  }

  /**
   * Set the agency behind a report.
   *
   * Says who is behind the reports of a product, for letters that are made from now on. It replaces what was set before, unless the account asks for four eyes: then an operator replaces it (`cascade agencies set`).
   *
   * Scope: `settings:write`.
   *
   * `PUT /agencies/{code}`
   */
  async set(code: string, body: BodyOf<'put', '/agencies/{code}'>, options: OptionsOfCall<'put', '/agencies/{code}'> = {}): Promise<DataOf<'put', '/agencies/{code}'>> {
    return (await this.calls.put('/agencies/{code}', { ...options, path: { code }, body })).data;
  }
}

export class UsersOperations extends Resource {
  /**
   * List users.
   *
   * Names of the users of the account, newest first, for the user ids of reviews, with the role and the queues of each, and who confirmed their e-mail address.
   *
   * Scope: `executions:read`.
   *
   * `GET /users`
   */
  list(query: ListQueryOf<'/users'> = {}, options: OptionsOfCall<'get', '/users'> = {}): List<'/users'> {
    return new List(this.calls, '/users', { ...options, query: filters(query) });
  }

  /**
   * Set the queues of a user.
   *
   * The queues of reviews that a user of the account works, all of them: `POST /reviews/next` gives them reviews of these and of none. It holds from their next request on, and what they have claimed in other queues is released. Names, addresses and roles are changed by an operator (`cascade users update`).
   *
   * Scope: `users:write`.
   *
   * `PATCH /users/{id}`
   */
  async update(id: number, body: BodyOf<'patch', '/users/{id}'>, options: OptionsOfCall<'patch', '/users/{id}'> = {}): Promise<DataOf<'patch', '/users/{id}'>> {
    return (await this.calls.patch('/users/{id}', { ...options, path: { id }, body })).data;
  }

  /**
   * List people.
   *
   * People of the account, the newest first, with their addresses, roles and sessions.
   *
   * Scope: `people:write`.
   *
   * `GET /people`
   */
  listPeople(query: ListQueryOf<'/people'> = {}, options: OptionsOfCall<'get', '/people'> = {}): List<'/people'> {
    return new List(this.calls, '/people', { ...options, query: filters(query) });
  }

  /**
   * Invite a person.
   *
   * Makes a user with a role and mails them a link with which they sign in once, within three days. Their address counts as unconfirmed until the identity provider or an operator confirms it. Only a person who signed in less than 15 minutes ago makes administrators, and no token does. In an account that asks for four eyes an operator makes publishers and administrators (`cascade users create`).
   *
   * Scope: `people:write`.
   *
   * `POST /people`
   */
  async invite(body: BodyOf<'post', '/people'>, options: OptionsOfCall<'post', '/people'> = {}): Promise<DataOf<'post', '/people'>> {
    return (await this.calls.post('/people', { ...options, body })).data;
  }

  /**
   * Set the role of a person.
   *
   * Another role ends their sessions at once and releases the reviews that they can decide no more. Nobody changes their own role, gives or takes a scope that they lack, or takes the last administrator away. Their tokens keep working: revoke them.
   *
   * Scope: `people:write`.
   *
   * `PATCH /people/{id}`
   */
  async setRole(id: number, body: BodyOf<'patch', '/people/{id}'>, options: OptionsOfCall<'patch', '/people/{id}'> = {}): Promise<DataOf<'patch', '/people/{id}'>> {
    return (await this.calls.patch('/people/{id}', { ...options, path: { id }, body })).data;
  }

  /**
   * Invite a person once more.
   *
   * Mails them a link with which they sign in once, within three days. Earlier links work until they expire.
   *
   * Scope: `people:write`.
   *
   * `POST /people/{id}/links`
   */
  async sendLink(id: number, body?: BodyOf<'post', '/people/{id}/links'>, options: OptionsOfCall<'post', '/people/{id}/links'> = {}): Promise<DataOf<'post', '/people/{id}/links'>> {
    return (await this.calls.post('/people/{id}/links', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }

  /**
   * List tokens.
   *
   * Tokens of the account, the newest first, with those that ended. No token is shown again.
   *
   * Scope: `tokens:write`.
   *
   * `GET /tokens`
   */
  listTokens(query: ListQueryOf<'/tokens'> = {}, options: OptionsOfCall<'get', '/tokens'> = {}): List<'/tokens'> {
    return new List(this.calls, '/tokens', { ...options, query: filters(query) });
  }

  /**
   * Make a token.
   *
   * By an administrator who signed in less than 15 minutes ago, and never with a token. It acts for them, has no scope that they lack, and lives no longer than `longest_token_days` of the account. In an account that asks for four eyes an operator makes those that put cascades live, see numbers in full, or make people and tokens.
   *
   * Scope: `tokens:write`.
   *
   * `POST /tokens`
   */
  async createToken(body: BodyOf<'post', '/tokens'>, options: OptionsOfCall<'post', '/tokens'> = {}): Promise<DataOf<'post', '/tokens'>> {
    return (await this.calls.post('/tokens', { ...options, body })).data;
  }

  /**
   * Exchange a token.
   *
   * Makes one with the same scopes and API client, and lets the earlier one of yours end after the overlap.
   *
   * Scope: `tokens:write`.
   *
   * `POST /tokens/{id}/rotate`
   */
  async rotateToken(id: number, body: BodyOf<'post', '/tokens/{id}/rotate'>, options: OptionsOfCall<'post', '/tokens/{id}/rotate'> = {}): Promise<DataOf<'post', '/tokens/{id}/rotate'>> {
    return (await this.calls.post('/tokens/{id}/rotate', { ...options, path: { id }, body })).data;
  }

  /**
   * Revoke a token.
   *
   * It opens nothing from the next request on, and cannot be brought back.
   *
   * Scope: `tokens:write`.
   *
   * `POST /tokens/{id}/revoke`
   */
  async revokeToken(id: number, body?: BodyOf<'post', '/tokens/{id}/revoke'>, options: OptionsOfCall<'post', '/tokens/{id}/revoke'> = {}): Promise<DataOf<'post', '/tokens/{id}/revoke'>> {
    return (await this.calls.post('/tokens/{id}/revoke', { ...options, path: { id }, ...(body === undefined ? {} : { body }) })).data;
  }
}

export class AuditEventsOperations extends Resource {
  /**
   * List audit events.
   *
   * Who did what in the account, the newest first. Each event holds the hash of the one before it, so that one that was changed or removed is found (`cascade audit verify`).
   *
   * Scope: `audit:read`.
   *
   * `GET /audit_events`
   */
  list(query: ListQueryOf<'/audit_events'> = {}, options: OptionsOfCall<'get', '/audit_events'> = {}): List<'/audit_events'> {
    return new List(this.calls, '/audit_events', { ...options, query: filters(query) });
  }

  /**
   * Export audit events as CSV.
   *
   * The oldest first; UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. The export is recorded itself.
   *
   * Scope: `audit:read`.
   *
   * `GET /audit_events/exports.csv`
   */
  downloadCsv(query?: QueryOf<'get', '/audit_events/exports.csv'>, options: OptionsOfCall<'get', '/audit_events/exports.csv'> = {}): Promise<Response> {
    return this.calls.download('/audit_events/exports.csv', { ...options, ...(query === undefined ? {} : { query }) });
  }
}
