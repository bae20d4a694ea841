/**
 * Types of the Cascade API. Generated from its OpenAPI document: do not edit, run `npm run client:generate`.
 */
export interface paths {
    "/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cascades
         * @description Cascades of the account, the newest first.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a cascade
         * @description Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft whatever `active` says, and so it is while its live notices lack a purpose or an agency, or while a notice or a review can be reached and it reads fields that nobody declared; `note` then says why.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a cascade
         * @description The cascade with its current definition.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        /**
         * Delete a cascade
         * @description Executions that were accepted finish and stay readable. Its examples and backtests are deleted with it.
         *
         *     Scope: `workflows:write`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Change a cascade
         * @description Only keys that are present change. `definition` replaces the whole array and becomes a new version; executions that were accepted before keep their version. `active` alone needs the scope `workflows:activate`, which `workflows:write` implies unless the account asks for four eyes; everything else needs `workflows:write`, and a new version of an active cascade both.
         *
         *     Scope: `workflows:write` or `workflows:activate`.
         */
        patch: operations["updateWorkflow"];
        trace?: never;
    };
    "/workflows/{id}/test_cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sandbox subjects
         * @description Made-up applicants whose reports are registered, for the products that the cascade uses. Trigger in test mode with such a payload to get the registered report.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listTestCases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate a cascade
         * @description Makes a cascade from a policy in plain language. It is saved as a draft until a user activates it; with `create: false` nothing is saved and the reply is a preview. Words in a rule that are not understood are an error that quotes them; words elsewhere are listed in `unrecognized`.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["generateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a definition
         * @description Returns the errors with which the definition would be refused, and the warnings of one that can be saved. Nothing is saved.
         *
         *     Scope: `workflows:read`.
         */
        post: operations["validateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a cascade
         * @description Takes the current definition, or that of the `version` named. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.
         *
         *     Scope: `workflows:read`.
         */
        post: operations["simulateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a definition
         * @description Takes a definition that need not be saved. Runs it on given reports and decisions and returns the way that it takes, the outcome, and why notices would be issued. Waits pass at once; mail, notifications and notices count as sent. Products without a report get that of test mode. Nothing is stored.
         *
         *     Scope: `workflows:read`.
         */
        post: operations["simulateDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a cascade
         * @description Every version that was saved, newest first, with who saved it and when.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of a cascade
         * @description The version with its definition. `workflow_version` of an execution names the one that it runs.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/versions/{version}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of a cascade
         * @description The definition of that version becomes a new version. Name, use case and `active` stay as they are. If it is the current definition already, nothing changes.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["restoreWorkflowVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/reading": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a cascade in English
         * @description Says in plain English what a cascade does, what becomes of applicants of whom a value is not known, and of those at and beside each threshold. With `compare_to` it also says how the version differs from another one, and whom the two treat differently. Fields of the payload are called as the account calls them now (`PUT /fields/{field}`).
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getWorkflowReading"];
        put?: never;
        /**
         * Read a definition in English before it is saved
         * @description Says in plain English what a definition does that is no version of the cascade, how it differs from the current version, or the one that `compare_to` names, and whom the two treat differently. Nothing is stored.
         *
         *     Scope: `workflows:read`.
         */
        post: operations["readDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the rules of a cascade
         * @description One row a rule, in the order in which they are tried: whom it is about, what becomes of them, the reason of the letter, and how a person is asked. `no_rules` says from where on the cascade is no list of rules. The `ETag` is that of the cascade, for `PUT`.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getWorkflowRules"];
        /**
         * Change the rules of a cascade
         * @description The rules replace those of the current version, which `If-Match` has to name. Only what differs changes: other nodes stay as they are. The rules of a draft become its next version, and those of an active cascade an activation request, which another request of the same user replaces, or are live at once with `activate`. The same rules again change nothing. `effects` says who is treated differently.
         *
         *     Scope: `workflows:write`.
         */
        put: operations["setWorkflowRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try other rules of a cascade
         * @description Says who would be treated differently by these rules, and saves nothing.
         *
         *     Scope: `workflows:read`.
         */
        post: operations["previewWorkflowRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/activation_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activation requests of all cascades
         * @description Those of the account, the newest first; cascades that were deleted are left out. With `filter[status]=pending` it is what waits for an approval, by a user with a confirmed address who is not among the `written_by_user_ids`. While there are `unconfirmed_user_ids` nobody approves it.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listAllActivationRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/activation_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the activation requests of a cascade
         * @description The newest first.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listActivationRequests"];
        put?: never;
        /**
         * Ask that a cascade goes live
         * @description Asks for the current version of a draft, or, with `definition`, `name` or `use_case`, for others than the current ones: executions go on with these until it is approved, and it becomes a version then. Of a cascade one request is pending at a time. It is superseded as soon as the cascade gets another version, or is deleted.
         *
         *     Scope: `workflows:write` or `workflows:activate`.
         */
        post: operations["requestActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/activation_requests/{activation_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an activation request
         * @description With the definition that would go live, and with what changed in the examples of the cascade since a version last went live. `POST /workflows/{id}/examples/run` with `activation_request` says what they say of it now. The `ETag` changes with the examples: an approval that names it in `If-Match` stands on what you saw.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getActivationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/activation_requests/{activation_request_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an activation request
         * @description Puts what was asked for live. Only a user who wrote none of it can: no version since the last one that was approved, and not what the request proposes. `If-Match` names the request as you read it: it is refused if its examples have changed since. Where examples have to hold (`examples_gate`), it is refused without `If-Match` if they changed since it was asked for.
         *
         *     Scope: `workflows:activate`.
         */
        post: operations["approveActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/activation_requests/{activation_request_id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse an activation request
         * @description Nothing goes live. `note` says why.
         *
         *     Scope: `workflows:activate`.
         */
        post: operations["refuseActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/activation_requests/{activation_request_id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw an activation request
         * @description For the user who made it. Others refuse it.
         *
         *     Scope: `workflows:write` or `workflows:activate`.
         */
        post: operations["withdrawActivation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the examples of a cascade
         * @description Made-up applicants with what is expected of the cascade about each, the newest first. There are at most 200.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listExamples"];
        put?: never;
        /**
         * Keep an example of a cascade
         * @description Keeps a made-up applicant, to be asked at every save and before a version goes live. Without `expected` the current version is asked, and what it does is expected from now on; without `as_of` the person applies today, and always will. Keep nothing of a real person: examples are no part of an execution, so that nothing erases them with it.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["createExample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/examples/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the examples of a cascade
         * @description Says which examples do as expected: of the current version, of `version`, of what an `activation_request` asks for, or of a `definition` that is not saved. Nothing is sent, pulled or stored.
         *
         *     Scope: `workflows:read`.
         */
        post: operations["runExamples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/examples/{example_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an example of a cascade
         * @description The applicant, what is expected, and who said so when.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getExample"];
        put?: never;
        post?: never;
        /**
         * Delete an example of a cascade
         * @description The example is asked no more. The audit log keeps its name and its expected result.
         *
         *     Scope: `workflows:write`.
         */
        delete: operations["deleteExample"];
        options?: never;
        head?: never;
        /**
         * Change an example of a cascade
         * @description Only what is given changes; each member as a whole. With `expected` you accept another result: the `got` of a result has its form. The example and the audit log keep who did so, and when.
         *
         *     Scope: `workflows:write`.
         */
        patch: operations["updateExample"];
        trace?: never;
    };
    "/workflows/{id}/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the backtests of a cascade
         * @description Those of the calling API client, the newest first, without their results. Needs `executions:read:full`, too.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listBacktests"];
        put?: never;
        /**
         * Ask what a version would have changed
         * @description Runs a version of the cascade, or a `definition` that is not saved, over executions of yours that were decided: with what was sent, the reports that were pulled and what people decided then, at the times at which it came. Nothing is pulled, sent or billed, and no execution changes. What is not known, such as a report that was never pulled or what a person would say, is counted as undetermined. Backtests of an account are worked off one after the other, behind everything else; at most 5 may be under way. The newest 50 of a cascade are kept. Needs the scope `executions:read:full`, too: what a definition would decide about an applicant tells what stands in the application.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["createBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/backtests/{backtest_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a backtest
         * @description How far it is, and what it found once it has ended. If fewer executions were asked about than the filter finds, shares have 95 % intervals (Wilson), and differences those of pairs (Newcombe). Needs `executions:read:full`, too.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/backtests/{backtest_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a backtest
         * @description It ends, with what it had found by then. One that has ended stays as it is. Needs the scope `executions:read:full`, too.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["cancelBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/backtests/{backtest_id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a backtest would change
         * @description Executions with another outcome, another letter, or about whom a person is asked on one side alone, as they were found. One that is redacted is not listed any more. Needs the scope `workflows:read`, too. Each page is recorded in the audit log.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["listBacktestChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/backtests/{backtest_id}/changes.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what a backtest would change as CSV
         * @description The same as the list, in one file: UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it. Several values of a cell stand behind semicolons. The export is recorded in the audit log.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["exportBacktestChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a cascade for one applicant
         * @description The execution is committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response, with the header `Idempotent-Replayed: true`. An empty body starts an execution in test mode with an empty payload. A body without `payload` but with `applicant` or `property` at its top level is taken as the payload itself, so the payload of a test case is a drop-in body. The dates `application_completed_at` and `esign_consent` of a person must be of ISO 8601 and not more than 24 hours ahead: live mode refuses others, test mode warns of them in `warnings`. A value of another type than the data dictionary of the account declares is refused; a number may be sent as its text, and a value may be missing or null.
         *
         *     Scope: `executions:write`.
         */
        post: operations["triggerWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflow_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published templates
         * @description Templates that are published, the newest first.
         *
         *     Scope: `workflow_templates:read`.
         */
        get: operations["listWorkflowTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflow_templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a template
         * @description A published template with its definition, to create a cascade from.
         *
         *     Scope: `workflow_templates:read`.
         */
        get: operations["getWorkflowTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the products
         * @description The reports that a cascade can pull: those that are built in, then those that the account describes.
         *
         *     Scope: `executions:read` or `workflows:read`.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Describe a product of your own
         * @description A report that you contract yourself: its schema, how a vendor is asked for it and what the answers mean, and how its test reports look. The schema is a closed part of JSON Schema 2020-12 with the keywords of the data dictionary. It is compiled, and tried with made-up people, before it is saved. A cascade pulls the version that it was saved with.
         *
         *     Scope: `products:write`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description The schema of the report, its fields with unit, allowed values and the words of their reasons, and its sandbox subjects. For a product of your own also its description as it was sent, in the newest version or the one that you name.
         *
         *     Scope: `executions:read` or `workflows:read`.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        /**
         * Withdraw a product of your own
         * @description No cascade that is saved from now on can pull it. Runs that were accepted finish, and its versions stay readable.
         *
         *     Scope: `products:write`.
         */
        delete: operations["withdrawProduct"];
        options?: never;
        head?: never;
        /**
         * Give a product of your own another version
         * @description Only members that are present change; each is replaced whole. Cascades keep the version that they were saved with, and take this one when they are saved again. The same request again changes nothing. `If-Match` names a version.
         *
         *     Scope: `products:write`.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/products/{code}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a product of your own
         * @description The newest first, with who saved each. `GET /products/{code}?version=2` reads one.
         *
         *     Scope: `executions:read` or `workflows:read`.
         */
        get: operations["listProductVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{code}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account's connection to a vendor
         * @description As it was set, without its secrets. Not found: the vendor of the installation is asked.
         *
         *     Scope: `connections:write`.
         */
        get: operations["getConnection"];
        /**
         * Set how the vendor of a product is asked
         * @description Address, credentials and terms, for pulls of this account from now on, in place of what was set before. A secret that is left out is kept while servers and kind of credentials stay the same. Orders that are open stay with the server where they were placed. In an account that asks for four eyes an operator sets it (`cascade connections set`).
         *
         *     Scope: `connections:write`.
         */
        put: operations["setConnection"];
        post?: never;
        /**
         * Remove the account's connection to a vendor
         * @description The installation's vendor is asked from now on, if there is one. Orders that are open are asked for no more, and end at their deadline.
         *
         *     Scope: `connections:write`.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{code}/connection/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a connection to a vendor
         * @description Asks the vendor for an order that does not exist if it looks orders up, and otherwise sends a GET to its address. Nothing is ordered, and no data of an applicant is sent.
         *
         *     Scope: `connections:write`.
         */
        post: operations["checkConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fields that are declared
         * @description Fields that the account declares, the latest declaration first.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listFields"];
        /**
         * Declare all fields at once
         * @description Replaces the whole dictionary of the account, as one version. A field that the body leaves out is no longer declared. The body is JSON Schema 2020-12 with keywords of ours (`x-kind`, `x-unit`, `x-person`, `x-basis`, `x-item`, `x-empty`, `x-absent`, `x-also`, `x-reason-above`, `-below`, `-is` and `-missing`), as `GET /fields/schema?of=account` writes it. Another keyword is a fault, and each fault names its place as a JSON pointer. The same request again changes nothing. `If-Match` names a version of the dictionary.
         *
         *     Scope: `workflows:write`.
         */
        put: operations["setFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See what declaring all fields would change
         * @description Takes the body of `PUT /fields` and saves nothing. Lists what it would change, the active cascades whose letters would say something else, and what would keep it from being saved.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["previewFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the fields as JSON Schema
         * @description JSON Schema 2020-12. `payload` describes the payload of a trigger to the programs that send it: the types that the account declares, and the fields of the standard dictionary. It accepts a payload exactly if a trigger accepts its types. `account` describes the declarations of the account, in the form that `PUT /fields` takes. The `ETag` names the version of the dictionary.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getFieldSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List undeclared fields
         * @description Lists undeclared paths that the 100 newest cascades of the account read, or that arrived with the 50 newest executions of the client. Redacted payloads and those above 64 KiB are left out. Each path has the JSON types that were seen, never a value, and a label made of its name for a person to correct. Proposals decide nothing. `questions` lists open questions about declared fields, and `answers` lists the answers that were given.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getFieldProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/field_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests to declare fields otherwise
         * @description Those of the account, the newest first.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listFieldRequests"];
        put?: never;
        /**
         * Ask that fields are declared otherwise
         * @description Where an account asks for four eyes, another person approves what changes the letters of an active cascade or shows more of an applicant. `fields` is the whole dictionary, as `PUT /fields` takes it. One request is pending at a time; the next version of the dictionary supersedes it. A request that shows more needs `pii:read`. `If-Match` names a version of the dictionary.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["requestFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/field_requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a request to declare fields otherwise
         * @description With what it would change, and the active cascades whose letters would say something else.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getFieldRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/field_requests/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a request to declare fields otherwise
         * @description Makes the next version of the dictionary of it, for executions that are accepted from then on. Only another person than the one who asked can. A request that was made of another version of the dictionary is refused.
         *
         *     Scope: `workflows:activate`.
         */
        post: operations["approveFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/field_requests/{id}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a request to declare fields otherwise
         * @description The dictionary stays as it is. `note` says why.
         *
         *     Scope: `workflows:activate`.
         */
        post: operations["refuseFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/field_requests/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a request to declare fields otherwise
         * @description For the user who made it. Others refuse it.
         *
         *     Scope: `workflows:write`.
         */
        post: operations["withdrawFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/{field}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is declared of a field
         * @description The current declaration of the field. An execution keeps the version of the dictionary that was current at its acceptance.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getField"];
        /**
         * Declare a field
         * @description Declares a field of the payload: its type, its label in letters, its unit, its person, and its kind, which decides who sees it. It replaces the earlier declaration of the field, for executions that are accepted from now on. The same request again changes nothing. `context.applicant.x` is another name of `applicant.x`; a member of a list has no position (`jobs.pay`). Changing an identifier, a birth or an age to a fact needs the scope `pii:read`. `If-Match` names a version of the dictionary.
         *
         *     Scope: `workflows:write`.
         */
        put: operations["setField"];
        post?: never;
        /**
         * Remove the declaration of a field
         * @description Holds for executions that are accepted from now on. A field that an active cascade reads cannot be removed.
         *
         *     Scope: `workflows:write`.
         */
        delete: operations["removeField"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/{field}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer a question about a field
         * @description Says why a field is not what the words of its name look like, in place of a `kind` or a `basis`. The question is not asked again until the answer is withdrawn (`reason` null). Nothing in a run depends on it. The same request again changes nothing.
         *
         *     Scope: `workflows:write`.
         */
        put: operations["answerFieldQuestion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions
         * @description Executions of the calling API client, the newest first. Filters narrow each other. One that failed says why: its `error_code`, and with the scope `executions:read:full` its `error`. With that scope each has the name of the applicant.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an execution
         * @description With the scope `executions:read:full` the answer also has `step_outputs`, `failed_steps` and `error`, which hold identity data of the applicant and reports. Without it the values of `input_context` are `***`. Without the scope `pii:read` a declared identifier is `****6789`, a birth `1990-**-**` and an age `***`, and a value of live data that nobody declared is the text `*** (text, not declared)`, or `number` or `yes or no` in place of `text`: it waits for its declaration (`PUT /fields/{field}`), and `POST /executions/{id}/reveal` shows it.
         *
         *     With `wait` the response comes when the execution has ended (`completed`, `failed`, `cancelled`, `skipped`) or is in `awaiting_review`, or after that many seconds with the status that it then has, which is no error: ask again. At most 250 requests of an account wait at the same time; one more is answered at once with the present state, and so are all when the server shuts down. So look at `status`, not at the time, and pause for a second before you ask again if the response came early.
         *
         *     Scope: `executions:read`.
         */
        get: operations["getExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened in an execution
         * @description The cascade as it was run, each visit of a node with its times and the way that led there, what was asked of the outside world, what people did, the events with their deliveries, and the mail. It says nothing about the applicant.
         *
         *     Scope: `executions:read`.
         */
        get: operations["getTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain why notices were issued
         * @description For each adverse-action notice of the execution: the way taken, the choices that decided with the required and the actual values, what the reviewers said, and the smallest change that would have avoided it.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["explainExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show masked values
         * @description Shows values in full that are masked elsewhere, in this one response. Who asked, when, from which address, for which fields and why is recorded in the audit log, together with the response or not at all. A repeat shows and records them once more: an Idempotency-Key has no effect.
         *
         *     Scope: `executions:read:full`.
         */
        post: operations["revealValues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an execution
         * @description No step begins after this; steps under way finish. An execution that is already cancelled is returned unchanged. Takes no body. No event is sent.
         *
         *     Scope: `executions:write`.
         */
        post: operations["cancelExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find people
         * @description People of the calling API client by the beginnings of words of their names and references, or by the id of an execution. With the scope `pii:read` also by a whole declared number, telephone number or e-mail address. Accents, letter case and signs within words do not count: `obrien` finds O'Brien. A POST, because URLs stand in logs and histories: what is searched for is written down nowhere. The audit log has one row an hour for each person who searches: how many searches, and how many people were shown.
         *
         *     Scope: `executions:read:full`.
         */
        post: operations["searchApplicants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a person
         * @description A person with their executions, letters, reports and their age, decisions and notes, and others who may be the same person. With the scope `audit:read` also who looked. Each read is recorded in the audit log.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["getApplicant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join executions to a person
         * @description Joins executions to this person, whoever they were about before. Numbers and keys that no other execution of the former person has go along, so later executions are joined to this person, too. Also needs the scope `reviews:decide`.
         *
         *     Scope: `executions:read:full`.
         */
        post: operations["joinExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/{id}/separations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take executions apart from a person
         * @description Moves executions of the person to a new person, because they are about another human being. At least one execution has to stay. Also needs the scope `reviews:decide`.
         *
         *     Scope: `executions:read:full`.
         */
        post: operations["separateExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/re_evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Re-evaluate what failed
         * @description Every execution that matches the filter, has failed and was not evaluated again since: as if each were re-evaluated by itself, without corrections. `expected_count` is the number that GET /executions counts with the same filter and `filter[unresolved]=true`; if it is another one by now, nothing is done. One request takes the 500 oldest in one transaction and says how many remain: send the next one with another key. Executions are skipped if their cascade cannot be run, their input is redacted, they were evaluated again ten times in a day, or a pull of theirs has to be settled first (`GET /unknown_pulls`).
         *
         *     Scope: `executions:write`.
         */
        post: operations["reEvaluateExecutions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/re_evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Re-evaluate an execution
         * @description A new execution of the cascade's current version, with the payload, mode and reference of the old one. By default the reports that were pulled are used again, matched by product and at no cost, also of an execution that failed. Mail and notices are sent again.
         *
         *     With `corrections` it runs on other values than the old one: who corrected them, when and why is kept with it, and its comparison, its evidence and its letters say it.
         *
         *     An execution is evaluated again ten times in a day, with all that re-evaluate it; one more is `rate_limited`.
         *
         *     Scope: `executions:write`.
         */
        post: operations["reEvaluateExecution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/comparison": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two executions
         * @description What differs between two executions of the calling API client, such as one and its re-evaluation: outcome, branches, conditions with required and actual values, values of the reports, reasons.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["compareExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/{id}/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List requests to forget a person
         * @description The newest first.
         *
         *     Scope: `applicants:erase`.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Forget a person
         * @description Empties everything that is held of the person: executions with your own references and keys, reports, letters, mails, bodies of webhooks, notes, files and what search finds. What the law wants kept, or your account keeps for claims, goes on the day on which its period ends. A letter that is owed goes out first. Executions that have not ended are a 409, or are cancelled with `cancel`. No event tells of it. While a request of the person is open, asking again returns that one.
         *
         *     Scope: `applicants:erase`.
         */
        post: operations["createErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/{id}/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a request to forget a person
         * @description What was emptied, what is kept until when and why, and what it waits for. Once all that could go is gone it has a signed receipt, which also lists what is out of reach, such as backups, and until when.
         *
         *     Scope: `applicants:erase`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/applicants/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export what is held of a person
         * @description A ZIP file for the person: for each execution what was sent, corrected and reported, what was decided, the letters, reports and mails as files, in words (`read-me.html`) and as JSON; and who received something: vendors, webhook subscriptions, mailboxes, and who downloaded or looked. Nothing is masked, so `pii:read` is needed besides `applicants:export`. Rules of the cascade and names of reviewers are left out.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["exportApplicant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/unknown_pulls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pulls that were cut short
         * @description Pulls that failed as `vendor_unknown`: nobody knows whether the vendor has the order, and a repeat would order again. Ask the vendor, and enter what it says with `POST /executions/{id}/settle_pull`.
         *
         *     Scope: `connections:write`.
         */
        get: operations["listUnknownPulls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/settle_pull": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what became of a pull that was cut short
         * @description With the reference of the vendor the order is asked for, billed and kept, whatever became of the execution; a retry or a re-evaluation uses it. With null there is no order, and the next pull orders again.
         *
         *     Scope: `connections:write`.
         */
        post: operations["settlePull"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workflows/{id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a cascade for up to 500 applicants
         * @description The batch and an execution for each row are committed when the response is sent. Repeating the same request with the same Idempotency-Key returns the original response. A row is at most 64 KiB, the body 8 MiB. Dates of persons and declared types are checked as those of a trigger. Beside `applicant` and `property` a row may hold what is declared, such as `loan` or `co_applicant`.
         *
         *     Scope: `executions:write`.
         */
        post: operations["createBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List batches
         * @description Batches of the calling API client, the newest first.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a batch
         * @description `completed_count` and `failed_count` grow while it runs.
         *
         *     Scope: `executions:read`.
         */
        get: operations["getBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a batch
         * @description In the order in which they were submitted.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listBatchExecutions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the rows of a batch
         * @description By status, outcome, review status and error, with the durations of the rows that have ended.
         *
         *     Scope: `executions:read`.
         */
        get: operations["getBatchSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a batch
         * @description Rows that were dispatched become `cancelled`, the others `skipped`; rows that have ended stay as they are. A batch that is already cancelled is returned unchanged. No event is sent.
         *
         *     Scope: `executions:write`.
         */
        post: operations["cancelBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an interrupted batch
         * @description Dispatch of its rows goes on.
         *
         *     Scope: `executions:write`.
         */
        post: operations["resumeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/retry_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed and skipped rows of a batch
         * @description The batch must have ended. Each row keeps its execution and goes on where it failed: steps that succeeded, mails and pulls included, are not repeated.
         *
         *     Scope: `executions:write`.
         */
        post: operations["retryFailedRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/exports.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the results of a batch as CSV
         * @description One line for each row, as it is now; UTF-8 with a byte order mark. With the scope `executions:read:full` also the applicant's name and e-mail, the error, and a column for each product field that a condition reads. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. A connection that breaks leaves an incomplete file.
         *
         *     Scope: `executions:read`.
         */
        get: operations["exportBatchCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/exports.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the results of a batch as ZIP
         * @description `results.csv`, `batch.json`, and `rows/<row_index>-<execution_id>.json` for each row. With the scope `executions:read:full` the rows have their input and the outputs of their steps.
         *
         *     Scope: `executions:read`.
         */
        get: operations["exportBatchZip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batches/{id}/adverse_action_notices.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the adverse-action notices of a batch
         * @description Every notice that was sent, as `<row_index>-<execution_id>-<file name>`. Without any, the ZIP is empty.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["exportBatchNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open reviews
         * @description The inbox of reviewers: open reviews of the calling API client, the first due first and those without a time limit last. `meta.counts` counts all open reviews, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim the next review
         * @description Claims the most urgent open review that nobody has claimed: the first due, then the oldest. Two people who ask at once get two reviews. Whoever works queues gets reviews of these and of none; what is put off is given to nobody. `not_found` if none is left.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["claimNextReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back all that a user has claimed
         * @description Takes the claims of a user off all open reviews of the API client, such as those of a colleague who is ill. Each execution has a review event of it. Reviews of live executions need production access.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["releaseReviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear when the inbox changes
         * @description Server-sent events: `inbox` whenever a review opens, is decided, is claimed or is given back, and once at the beginning. It says how many reviews are open; `GET /reviews` says which. An event that is lost is made up for within seconds. The stream ends within a minute, and browsers then connect again by themselves.
         *
         *     Scope: `executions:read`.
         */
        get: operations["streamReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review_queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the open review to a queue
         * @description Nobody holds it afterwards: a reviewer of the queue takes it. The queue is one that a user of the account works (`PATCH /users/{id}`). What another user has claimed is refused.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["moveReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review_snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put the open review off until a time
         * @description Until then `POST /reviews/next` gives it to nobody. It can still be opened and decided, its due time stands, and the user who holds it keeps it. What another user has claimed is refused.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["snoozeReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review_decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide the open review
         * @description For a review of kind `decision`, `approved` continues at `human_review_steps` (or at `pass_steps` if that is empty) and `denied` at `fail_steps`. For a review of kind `notice`, `approved` sends the drafted notice and `denied` discards it. Of two simultaneous decisions one wins, and the other gets `review_not_pending`. Where several people have to approve (`pending_review.approvals`), the review stays open until they have; one denial denies.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["decideReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List review events
         * @description Events of the reviews of the execution, oldest first. Notes, reasons and the values that a letter lacked are words about the applicant: they are `***` without the scope `executions:read:full`.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listReviewEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review_assignment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign or release the open review
         * @description Assigning a review to the user who holds it, or releasing one that nobody holds, changes nothing. What another user has claimed is taken over or released with `force` only.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["assignReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note
         * @description Possible at any time, in every status of the execution, until its person is forgotten.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["addReviewNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/review_bulk_actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act on many reviews
         * @description Every id ends in exactly one of three. `applied`: the review was assigned, and nothing is left to do. `enqueued`: the decision was recorded, and the execution has been woken to continue by it. `skipped`: nothing was done. So `approve` and `deny` count under `enqueued`, and `assign_to_me` under `applied`, and so does an approval that others have to join. An id that is named twice counts once. `approve` and `deny` decide the first review of the given `kind` and no later one. Each id is a transaction of its own. After a failure, repeat the request with the same Idempotency-Key: what was done is not done again, and the response counts it.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["bulkReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a reviewer needs
         * @description The open review and the conditions that flagged it with required and actual values, the reports in brief with their PDFs, what people did before, and what approving and denying lead to: the nodes that would run, and the letters with the reasons that they would give.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["getReviewCase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/report_artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit-report PDFs
         * @description The whole collection, oldest first; not paginated.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listReportArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/report_artifacts/{artifact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one credit-report PDF
         * @description The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["downloadReportArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/notice_artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List adverse-action notice PDFs
         * @description The whole collection, oldest first; not paginated.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listNoticeArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/notice_artifacts/{artifact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one adverse-action notice PDF
         * @description The `ETag` is the SHA-256 of the file. A file that is no longer stored returns `not_found`. A report that is not made yet is made now, which takes up to 30 seconds.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["downloadNoticeArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/mail_artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List e-mails that were not sent
         * @description Without production access an account reaches only addresses of its own; any other e-mail is kept as a file. The whole collection, oldest first; not paginated.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listMailArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/mail_artifacts/{artifact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one e-mail that was not sent
         * @description The message as it would have been sent. Nothing in it is masked, so the scope `pii:read` is needed too. The `ETag` is the SHA-256 of the file.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["downloadMailArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/notice_artifacts/{artifact_id}/posted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a notice was posted
         * @description For a notice that may not go by e-mail (`pending_review.delivery` is `post`). The notice is then `sent`, and the execution continues. A notice that was sent by e-mail can be recorded as posted too: the review event keeps the day, and a letter that comes back no longer waits.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["recordPostedNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/sent_notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a notice that was sent elsewhere
         * @description For a notice in `notices_due` that went out outside this service: the execution, and those that it re-evaluates, owe that person none any more. With `artifact_id`, for a letter that came back or could not be sent again: it waits no more.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["recordSentNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/application_answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record what became of an application
         * @description For a live application for credit whose run ended without a decision (`why` `no_decision` in `notices_due`): it was withdrawn by the applicant, a notice of incompleteness was sent, it was decided elsewhere, or it was no application. Executions of the same `external_reference` owe no answer then either.
         *
         *     Scope: `reviews:decide`.
         */
        post: operations["recordApplicationAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/notice_artifacts/{artifact_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a notice again
         * @description E-mails a sent notice once more, with the same attachments under a new Message-ID. The review event `adverse_action_replayed` says when the mail server accepted it. Unless the letter did not arrive (states `returned` and `resend_failed` of `GET /waiting_letters`), it takes a reason, once a day (`rate_limited` with Retry-After).
         *
         *     Scope: `executions:write`.
         */
        post: operations["resendNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/waiting_letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List letters that wait
         * @description Letters of the calling API client that wait for a person: drafts to be sent or discarded, letters that are parked, letters to be posted, letters that are owed, and letters that came back. The first due first; one without a due time stands at the time since when it waits. `meta.counts` counts all of them, whatever the filters. With the scope `executions:read:full` each has the name of the applicant.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listWaitingLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whom letters are from
         * @description Legal name, address and telephone number of the account, and its federal agency.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["getCompany"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set whom letters are from
         * @description For letters that are made from now on. Only what is given changes. In an account that asks for four eyes what is set already is changed by an operator (`cascade accounts update`).
         *
         *     Scope: `settings:write`.
         */
        patch: operations["updateCompany"];
        trace?: never;
    };
    "/agencies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agencies behind reports
         * @description One for each product whose agency is set.
         *
         *     Scope: `workflows:read`.
         */
        get: operations["listAgencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/agencies/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the agency behind a report
         * @description Says who is behind the reports of a product, for letters that are made from now on. It replaces what was set before, unless the account asks for four eyes: then an operator replaces it (`cascade agencies set`).
         *
         *     Scope: `settings:write`.
         */
        put: operations["setAgency"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is calling
         * @description Account, API client, user and scopes of the token, and the limits that apply.
         *
         *     Scope: `executions:read` or `workflows:read`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Names of the users of the account, newest first, for the user ids of reviews, with the role and the queues of each, and who confirmed their e-mail address.
         *
         *     Scope: `executions:read`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the queues of a user
         * @description The queues of reviews that a user of the account works, all of them: `POST /reviews/next` gives them reviews of these and of none. It holds from their next request on, and what they have claimed in other queues is released. Names, addresses and roles are changed by an operator (`cascade users update`).
         *
         *     Scope: `users:write`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people
         * @description People of the account, the newest first, with their addresses, roles and sessions.
         *
         *     Scope: `people:write`.
         */
        get: operations["listPeople"];
        put?: never;
        /**
         * Invite a person
         * @description Makes a user with a role and mails them a link with which they sign in once, within three days. Their address counts as unconfirmed until the identity provider or an operator confirms it. Only a person who signed in less than 15 minutes ago makes administrators, and no token does. In an account that asks for four eyes an operator makes publishers and administrators (`cascade users create`).
         *
         *     Scope: `people:write`.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the role of a person
         * @description Another role ends their sessions at once and releases the reviews that they can decide no more. Nobody changes their own role, gives or takes a scope that they lack, or takes the last administrator away. Their tokens keep working: revoke them.
         *
         *     Scope: `people:write`.
         */
        patch: operations["updatePerson"];
        trace?: never;
    };
    "/people/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person once more
         * @description Mails them a link with which they sign in once, within three days. Earlier links work until they expire.
         *
         *     Scope: `people:write`.
         */
        post: operations["sendSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens
         * @description Tokens of the account, the newest first, with those that ended. No token is shown again.
         *
         *     Scope: `tokens:write`.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Make a token
         * @description By an administrator who signed in less than 15 minutes ago, and never with a token. It acts for them, has no scope that they lack, and lives no longer than `longest_token_days` of the account. In an account that asks for four eyes an operator makes those that put cascades live, see numbers in full, or make people and tokens.
         *
         *     Scope: `tokens:write`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a token
         * @description Makes one with the same scopes and API client, and lets the earlier one of yours end after the overlap.
         *
         *     Scope: `tokens:write`.
         */
        post: operations["rotateToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description It opens nothing from the next request on, and cannot be brought back.
         *
         *     Scope: `tokens:write`.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/executions/{id}/evidence.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the evidence of a decision
         * @description A signed ZIP file: the definition, the input, the reports, the trace of all steps and its explanation, the reviewers' acts, the letters and mails with their SHA-256, the mail server's responses, and the events with their deliveries. `manifest.json` lists the SHA-256 of every file, `manifest.sig` is its Ed25519 signature, and the file's comment signs all its bytes. Public keys: `/.well-known/cascade-evidence.json`; `cascade evidence verify FILE` checks all of it. PDFs of reports that are not made yet are made now, which takes up to 30 seconds. Nothing in it is masked, so the scope `pii:read` is needed too.
         *
         *     Scope: `executions:read:full`.
         */
        get: operations["downloadEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Subscriptions of the calling API client, the newest first. Secrets are never shown.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listWebhookSubscriptions"];
        put?: never;
        /**
         * Subscribe to events
         * @description The response holds the signing secret, which is not shown again; store it.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["createWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description Without its secret.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["getWebhookSubscription"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Deliveries stop; their records stay.
         *
         *     Scope: `webhooks:write`.
         */
        delete: operations["deleteWebhookSubscription"];
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description Only keys that are present change anything. Deliveries under way use the new URL from then on.
         *
         *     Scope: `webhooks:write`.
         */
        patch: operations["updateWebhookSubscription"];
        trace?: never;
    };
    "/webhook_subscriptions/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description For 24 hours deliveries are signed with both: `v1` with the new secret, `v0` with the previous one. A second rotation within that time drops the oldest. Takes no body.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event
         * @description A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter says: signed, recorded and retried like any other. Read the delivery for its result.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["testWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_subscriptions/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver what failed
         * @description Retries the deliveries of this subscription that are `failed` or `dead` and whose events were emitted since a time, the oldest first, at most 5000 in one request. Each is retried as by the retry of one delivery.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["redeliverWebhookSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Deliveries to the subscriptions of the calling API client, the newest first. Payloads are not shown.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description With its attempts. The payload is not shown; read the execution instead.
         *
         *     Scope: `webhooks:read`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook_deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description A `failed` delivery returns to its schedule, a `dead` one gets one more attempt, both at once. Takes no body.
         *
         *     Scope: `webhooks:write`.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/drifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what differs from before
         * @description Live decisions of the calling client in active workflows, held against the same days of the four weeks before. A vendor that sends the same value for everybody is found after 30 decisions.
         *
         *     Scope: `statistics:read`.
         */
        get: operations["getDriftStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count decisions
         * @description Runs by when they ended, with their outcomes and times. Of the calling client, a few seconds behind, in one mode.
         *
         *     Scope: `statistics:read`.
         */
        get: operations["getDecisionStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what each rule decided
         * @description Rules that decided runs that ended, and rules whose condition held. Of the calling client, a few seconds behind, in one mode.
         *
         *     Scope: `statistics:read`.
         */
        get: operations["getRuleStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count reasons of letters
         * @description Reasons that letters of runs that ended gave, by their codes. Of the calling client, a few seconds behind, in one mode.
         *
         *     Scope: `statistics:read`.
         */
        get: operations["getReasonStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count reviews
         * @description Decisions of people on runs that ended, how long they took, and what is open. Of the calling client, a few seconds behind, in one mode.
         *
         *     Scope: `statistics:read`.
         */
        get: operations["getReviewStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statistics/vendors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count pulls
         * @description Live pulls of runs that ended, their failures and times. Of the calling client, a few seconds behind, in one mode.
         *
         *     Scope: `statistics:read`.
         */
        get: operations["getVendorStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit_events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Who did what in the account, the newest first. Each event holds the hash of the one before it, so that one that was changed or removed is found (`cascade audit verify`).
         *
         *     Scope: `audit:read`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit_events/exports.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit events as CSV
         * @description The oldest first; UTF-8 with a byte order mark. A text that begins with `=`, `+`, `-`, `@`, a tab, a carriage return or an apostrophe has an apostrophe before it; a negative number has none. The export is recorded itself.
         *
         *     Scope: `audit:read`.
         */
        get: operations["exportAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "execution.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An execution reached completed: once per execution, batch rows included.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onExecutionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "execution.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An execution reached failed. Not sent for cancellations.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onExecutionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adverse_action.triggered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adverse-action handling began.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onAdverseActionTriggered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adverse_action.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adverse-action obligations were fulfilled: the last notice was accepted by the mail server.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onAdverseActionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adverse_action.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A notice e-mail was not accepted.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onAdverseActionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adverse_action.retry_scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A notice will be sent again.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onAdverseActionRetryScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review was opened and can be decided. Delivered only to subscriptions that name this event.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onReviewOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review was decided. Delivered only to subscriptions that name this event.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onReviewDecided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "review.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A review is overdue, once for each. Delivered only to subscriptions that name this event.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onReviewOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "adverse_action.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A notice is past its day and has not gone out (`notices_due`, or `no_font`: it waits for a font), once for each. Delivered only to subscriptions that name this event.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onAdverseActionOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "decisions.drifted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What becomes of live applicants differs from before (`GET /statistics/drifts`), once for each drift that begins. Delivered only to subscriptions that name this event.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Respond with 2xx quickly, and be idempotent on `X-Service-Delivery`. Any other response is retried
         *     after 60, 300, 1800, 7200 and 28800 seconds; after the sixth failure the delivery is `dead`.
         */
        post: operations["onDecisionsDrifted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A request to put a version of a cascade live. */
        ActivationRequest: {
            /** @constant */
            object: "activation_request";
            /** @description Id. */
            id: number;
            /** @description Cascade. */
            workflow_id: number;
            /** @description Version of the cascade when it was asked for. A later one supersedes the request. */
            version: number;
            /** @description True: approving saves what was asked for as the next version. False: `version` itself goes live. */
            proposes_version: boolean;
            /** @description True if `definition` differs from that of `version`. */
            proposes_definition: boolean;
            /** @description Name with which it would go live. */
            name: string;
            /** @description Use case with which it would go live. */
            use_case: string | null;
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the definition that would go live, in hex. With products of your own, of `{"definition": …, "products": [{"version": …, "product": …}]}`. */
            definition_sha256: string;
            /** @description Version of the data dictionary when it was asked for; 0: nothing was declared. It is not approved once the dictionary makes its letters say something else. */
            dictionary_version: number;
            /** @description The version of each product of your own that it pulls, by code. */
            products: {
                [key: string]: number;
            };
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "approved" | "refused" | "withdrawn" | "superseded";
            /** @description Note of the user who made the request. */
            note: string | null;
            /** @description User who asked. */
            requested_by_user_id: number;
            /** @description Users who wrote a part of what would go live, and other users who are the same person. They cannot approve it. */
            written_by_user_ids: number[];
            /** @description Users who wrote any of it and have no confirmed address: until they have one, nobody approves it. */
            unconfirmed_user_ids: number[];
            /** @description User who approved, refused or withdrew it. */
            decided_by_user_id: number | null;
            /** @description The note of that user. */
            decision_note: string | null;
            /**
             * Format: date-time
             * @description When it was approved, refused, withdrawn or superseded.
             */
            decided_at: string | null;
            /** @description The version that went live. */
            activated_version: number | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
        };
        /** @description A request with the definition that would go live. */
        ActivationRequestDetail: {
            /** @constant */
            object: "activation_request";
            /** @description Id. */
            id: number;
            /** @description Cascade. */
            workflow_id: number;
            /** @description Version of the cascade when it was asked for. A later one supersedes the request. */
            version: number;
            /** @description True: approving saves what was asked for as the next version. False: `version` itself goes live. */
            proposes_version: boolean;
            /** @description True if `definition` differs from that of `version`. */
            proposes_definition: boolean;
            /** @description Name with which it would go live. */
            name: string;
            /** @description Use case with which it would go live. */
            use_case: string | null;
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the definition that would go live, in hex. With products of your own, of `{"definition": …, "products": [{"version": …, "product": …}]}`. */
            definition_sha256: string;
            /** @description Version of the data dictionary when it was asked for; 0: nothing was declared. It is not approved once the dictionary makes its letters say something else. */
            dictionary_version: number;
            /** @description The version of each product of your own that it pulls, by code. */
            products: {
                [key: string]: number;
            };
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "approved" | "refused" | "withdrawn" | "superseded";
            /** @description Note of the user who made the request. */
            note: string | null;
            /** @description User who asked. */
            requested_by_user_id: number;
            /** @description Users who wrote a part of what would go live, and other users who are the same person. They cannot approve it. */
            written_by_user_ids: number[];
            /** @description Users who wrote any of it and have no confirmed address: until they have one, nobody approves it. */
            unconfirmed_user_ids: number[];
            /** @description User who approved, refused or withdrew it. */
            decided_by_user_id: number | null;
            /** @description The note of that user. */
            decision_note: string | null;
            /**
             * Format: date-time
             * @description When it was approved, refused, withdrawn or superseded.
             */
            decided_at: string | null;
            /** @description The version that went live. */
            activated_version: number | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            definition: components["schemas"]["CascadeDefinition"];
            /** @description The results of the examples for the version that was saved, or is to go live. */
            examples_when_asked: {
                /** @description Number of examples that pass. */
                passed: number;
                /** @description Number of examples that fail. */
                failed: number;
                /** @description Those that fail. */
                failing: components["schemas"]["ExampleResult"][];
            } | null;
            /** @description Changes of the cascade's examples since a version of it last went live, newest first: until now, or until the request was decided. */
            examples_changed: components["schemas"]["ExampleChange"][];
            /** @description Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked. */
            hidden_from_reviewers: components["schemas"]["HiddenField"][];
            /** @description Requirements for going live that the account or the cascade lacks at present. */
            missing_for_live: {
                /** @description The node that needs it. */
                node_id: string;
                /**
                 * @description What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed.
                 * @enum {string}
                 */
                lacks: "legal_name" | "address" | "ecoa_agency" | "agency" | "declaration" | "product" | "definition";
                /** @description The code of the product whose agency is not set, or the path that nobody declared. */
                what: string | null;
                /** @description The requirements in words. */
                message: string;
            }[];
            /** @description Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live. */
            questions: components["schemas"]["FieldQuestion"][];
            examples?: components["schemas"]["SavedExamples"];
        };
        AdverseActionCompletedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.completed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`. */
                action_taken?: string;
                /**
                 * @description Which notice it is about.
                 * @enum {string}
                 */
                stage?: "single" | "pre_adverse" | "final";
                /** @description Its PDF. */
                notice_artifact_id?: number;
            };
        };
        AdverseActionFailedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.failed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`. */
                action_taken?: string;
                /**
                 * @description Which notice it is about.
                 * @enum {string}
                 */
                stage?: "single" | "pre_adverse" | "final";
                /** @description Its PDF. */
                notice_artifact_id?: number;
            };
        };
        AdverseActionOverdueEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.overdue";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description The notice that did not go out, or the choice that denied. */
                node_id?: string;
                /** @description Path of the person in the payload. */
                applicant?: string;
                /**
                 * @description The subject of the decision.
                 * @enum {string}
                 */
                kind?: "tenant" | "credit" | "employment" | "consumer_report";
                /**
                 * Format: date-time
                 * @description When it was due.
                 */
                due_at?: string;
                /**
                 * @description Why it did not go out.
                 * @enum {string}
                 */
                why?: "no_notice_step" | "draft_discarded" | "step_failed" | "step_stopped" | "run_cancelled" | "no_decision" | "no_font";
            };
        };
        AdverseActionRetryScheduledEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.retry_scheduled";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`. */
                action_taken?: string;
                /**
                 * @description Which notice it is about.
                 * @enum {string}
                 */
                stage?: "single" | "pre_adverse" | "final";
                /** @description Its PDF. */
                notice_artifact_id?: number;
                /**
                 * Format: date-time
                 * @description When it is retried.
                 */
                next_attempt_at?: string;
            };
        };
        AdverseActionTriggeredEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.triggered";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description Action taken: `denied`, `revoked`, `adverse_employment` or `other_action`. */
                action_taken?: string;
                /**
                 * @description Which notice it is about.
                 * @enum {string}
                 */
                stage?: "single" | "pre_adverse" | "final";
                /** @description Its PDF. */
                notice_artifact_id?: number;
            };
        };
        /** @description Who is behind the reports of a product: live letters name it. */
        Agency: {
            /** @constant */
            object: "agency";
            /** @description Code of the product. */
            product_code: string;
            /** @description Name. */
            name: string;
            /** @description Postal address; its lines are separated by line breaks. */
            address: string;
            /** @description Telephone number. */
            phone: string;
            /** @description True if the telephone number is toll-free. */
            toll_free: boolean;
            /** @description True if the agency is nationwide. */
            nationwide: boolean;
            /** @description False: a third party that is not a consumer reporting agency (15 USC 1681m(b)). */
            consumer_report: boolean;
        };
        /** @description A bearer token. It is never shown again. */
        ApiToken: {
            /** @constant */
            object: "api_token";
            /** @description Id. */
            id: number;
            /** @description Its first eight characters, which tell tokens apart and open nothing. */
            prefix: string;
            /** @description The API client through which it acts. */
            api_client_id: number;
            /** @description The user for whom it acts. */
            user_id: number;
            /** @description Its scopes. */
            scopes: ("workflows:read" | "workflows:write" | "workflow_templates:read" | "executions:read" | "executions:read:full" | "executions:write" | "reviews:decide" | "workflows:activate" | "webhooks:read" | "webhooks:write" | "pii:read" | "audit:read" | "statistics:read" | "users:write" | "settings:write" | "people:write" | "tokens:write" | "products:write" | "connections:write" | "applicants:erase" | "applicants:export")[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute. Null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it ends. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revoked_at: string | null;
        };
        /** @description A person with everything about them. */
        Applicant: {
            /** @constant */
            object: "applicant";
            /** @description Id of the applicant. */
            id: number;
            /**
             * @description Mode of all its executions.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description The newest name that was sent. Identifiers in it are masked without `pii:read`. */
            name: string | null;
            /** @description How many executions it has. */
            execution_count: number;
            /** @description Its executions, the newest first: 5 in a search, 100 of one applicant. */
            executions: {
                /** @description Id of the execution. */
                id: number;
                /** @description Cascade that it runs. */
                workflow_id: number;
                /** @description Its name now. */
                workflow_name: string;
                /**
                 * @description Its status.
                 * @enum {string}
                 */
                status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
                /**
                 * @description The most severe outcome so far.
                 * @enum {string|null}
                 */
                outcome: "approved" | "conditional" | "denied" | null;
                /**
                 * @description Kind of the open review; null if none is open.
                 * @enum {string|null}
                 */
                pending_review: "decision" | "notice" | null;
                /** @description Correlation id of the caller. */
                external_reference: string | null;
                /** @description Its letters, the oldest first. */
                letters: {
                    /** @description Id of its file. */
                    artifact_id: number;
                    /** @description `single`, `pre_adverse` or `final`. */
                    stage: string;
                    /** @description `draft`, `sent` or `discarded`. */
                    status: string | null;
                    /**
                     * Format: date-time
                     * @description When a mail server accepted it; null of one that went by post or has not gone.
                     */
                    sent_at: string | null;
                }[];
                /**
                 * Format: date-time
                 * @description When it was accepted.
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description When it reached a terminal status.
                 */
                completed_at: string | null;
                /**
                 * Format: date-time
                 * @description When retention removed what it knew of the person.
                 */
                redacted_at: string | null;
            }[];
            /** @description Your own ids of the person, `applicant_key` of triggers. */
            applicant_keys: string[];
            /**
             * Format: date-time
             * @description When its first execution was accepted.
             */
            created_at: string;
            /** @description Reports that came, the newest first. */
            reports: {
                /** @description Execution that it belongs to. */
                execution_id: number;
                /** @description Node that pulled it. */
                node_id: string;
                /** @description Its product. */
                product_code: string | null;
                /**
                 * Format: date-time
                 * @description When it came.
                 */
                received_at: string;
                /** @description Whole days since. */
                age_days: number;
            }[];
            /** @description Decisions of people, newest first. */
            decisions: {
                /** @description Execution that it belongs to. */
                execution_id: number;
                /**
                 * @description Kind of the review.
                 * @enum {string}
                 */
                kind: "decision" | "notice";
                /** @description `approved` or `declined`; of letters what became of them. */
                decision: string | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                decided_at: string | null;
                /** @description By whom. */
                decided_by_user_id: number | null;
            }[];
            /** @description Notes, the newest first, at most 30. */
            notes: {
                /** @description Execution that it belongs to. */
                execution_id: number;
                /** @description Its words. Identifiers are masked without `pii:read`. */
                note: string;
                /** @description Who wrote it. */
                by_user_id: number | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                created_at: string;
            }[];
            /** @description Other applicants who may be the same person. They are joined by hand. */
            perhaps_same: {
                /** @constant */
                object: "applicant_found";
                /** @description Id of the applicant. */
                id: number;
                /**
                 * @description Mode of all its executions.
                 * @enum {string}
                 */
                execution_mode: "test" | "live";
                /** @description The newest name that was sent. Identifiers in it are masked without `pii:read`. */
                name: string | null;
                /** @description How many executions it has. */
                execution_count: number;
                /** @description Its executions, the newest first: 5 in a search, 100 of one applicant. */
                executions: {
                    /** @description Id of the execution. */
                    id: number;
                    /** @description Cascade that it runs. */
                    workflow_id: number;
                    /** @description Its name now. */
                    workflow_name: string;
                    /**
                     * @description Its status.
                     * @enum {string}
                     */
                    status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
                    /**
                     * @description The most severe outcome so far.
                     * @enum {string|null}
                     */
                    outcome: "approved" | "conditional" | "denied" | null;
                    /**
                     * @description Kind of the open review; null if none is open.
                     * @enum {string|null}
                     */
                    pending_review: "decision" | "notice" | null;
                    /** @description Correlation id of the caller. */
                    external_reference: string | null;
                    /** @description Its letters, the oldest first. */
                    letters: {
                        /** @description Id of its file. */
                        artifact_id: number;
                        /** @description `single`, `pre_adverse` or `final`. */
                        stage: string;
                        /** @description `draft`, `sent` or `discarded`. */
                        status: string | null;
                        /**
                         * Format: date-time
                         * @description When a mail server accepted it; null of one that went by post or has not gone.
                         */
                        sent_at: string | null;
                    }[];
                    /**
                     * Format: date-time
                     * @description When it was accepted.
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description When it reached a terminal status.
                     */
                    completed_at: string | null;
                    /**
                     * Format: date-time
                     * @description When retention removed what it knew of the person.
                     */
                    redacted_at: string | null;
                }[];
                /** @description Likenesses of the two. */
                because: ("number" | "email_and_birth" | "email" | "telephone" | "name_and_birth")[];
            }[];
            /** @description Who looked, the newest first, at most 30. Only with the scope `audit:read`. */
            readers?: {
                /**
                 * @description The act.
                 * @enum {string}
                 */
                action: "account.created" | "account.updated" | "account.address_confirmed" | "account.address_withdrawn" | "agency.set" | "connection.set" | "connection.removed" | "connection.checked" | "product.changed" | "fields.changed" | "field.answered" | "user.created" | "user.invited" | "user.updated" | "user.address_confirmed" | "user.address_withdrawn" | "client.created" | "token.created" | "token.revoked" | "sign_in_link.created" | "session.opened" | "session.closed" | "session.revoked" | "sign_in.refused" | "workflow.created" | "workflow.updated" | "workflow.deleted" | "example.created" | "example.updated" | "example.deleted" | "backtest.created" | "backtest.cancelled" | "backtest.changes_read" | "activation.requested" | "activation.approved" | "activation.refused" | "activation.superseded" | "activation.withdrawn" | "subscription.created" | "subscription.updated" | "subscription.deleted" | "subscription.secret_rotated" | "subscription.tested" | "deliveries.retried" | "batch.created" | "batch.cancelled" | "batch.interrupted" | "batch.resumed" | "batch.retried" | "batch.exported" | "notices.exported" | "execution.cancelled" | "execution.re_evaluated" | "executions.re_evaluated" | "execution.read" | "execution.revealed" | "applicants.searched" | "applicant.read" | "applicant.joined" | "applicant.separated" | "applicant.erasure_requested" | "applicant.exported" | "applicant.held" | "applicant.released" | "erasures.replayed" | "evidence.downloaded" | "report.downloaded" | "notice.downloaded" | "mail.downloaded" | "notice.posted" | "notice.sent_elsewhere" | "application.answered" | "notice.resent" | "review.decided" | "review.approval_added" | "review.assigned" | "review.released" | "review.moved" | "review.snoozed" | "review.noted" | "mail.lifted" | "mail.resumed" | "mail.reported" | "vendor_order.settled" | "official_text.installed" | "keys.reencrypted" | "database.migrated" | "executions.recovered" | "retention.applied" | "partition.made" | "partition.detached" | "partition.dropped" | "billing.exported" | "audit.exported" | "audit.purged";
                /**
                 * @description A person or a program.
                 * @enum {string}
                 */
                actor_kind: "token" | "session" | "operator" | "anonymous";
                /** @description Who. */
                actor_user_id: number | null;
                /** @description `applicant` or `execution`. */
                subject_type: string;
                /** @description Its id. */
                subject_id: number;
                /**
                 * Format: date-time
                 * @description When.
                 */
                at: string;
            }[];
        };
        /** @description People who were found. */
        ApplicantSearch: {
            /** @constant */
            object: "applicant_search";
            /** @description How many there are, up to 1,000. */
            total_count: number;
            /** @description There are more than `total_count` says. */
            has_more: boolean;
            /** @description True if numbers, telephone numbers and e-mail addresses were searched, too, which needs `pii:read`. */
            searched_identifiers: boolean;
            /** @description The newest people first, at most `limit`. */
            applicants: {
                /** @constant */
                object: "applicant_found";
                /** @description Id of the applicant. */
                id: number;
                /**
                 * @description Mode of all its executions.
                 * @enum {string}
                 */
                execution_mode: "test" | "live";
                /** @description The newest name that was sent. Identifiers in it are masked without `pii:read`. */
                name: string | null;
                /** @description How many executions it has. */
                execution_count: number;
                /** @description Its executions, the newest first: 5 in a search, 100 of one applicant. */
                executions: {
                    /** @description Id of the execution. */
                    id: number;
                    /** @description Cascade that it runs. */
                    workflow_id: number;
                    /** @description Its name now. */
                    workflow_name: string;
                    /**
                     * @description Its status.
                     * @enum {string}
                     */
                    status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
                    /**
                     * @description The most severe outcome so far.
                     * @enum {string|null}
                     */
                    outcome: "approved" | "conditional" | "denied" | null;
                    /**
                     * @description Kind of the open review; null if none is open.
                     * @enum {string|null}
                     */
                    pending_review: "decision" | "notice" | null;
                    /** @description Correlation id of the caller. */
                    external_reference: string | null;
                    /** @description Its letters, the oldest first. */
                    letters: {
                        /** @description Id of its file. */
                        artifact_id: number;
                        /** @description `single`, `pre_adverse` or `final`. */
                        stage: string;
                        /** @description `draft`, `sent` or `discarded`. */
                        status: string | null;
                        /**
                         * Format: date-time
                         * @description When a mail server accepted it; null of one that went by post or has not gone.
                         */
                        sent_at: string | null;
                    }[];
                    /**
                     * Format: date-time
                     * @description When it was accepted.
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description When it reached a terminal status.
                     */
                    completed_at: string | null;
                    /**
                     * Format: date-time
                     * @description When retention removed what it knew of the person.
                     */
                    redacted_at: string | null;
                }[];
            }[];
        };
        /** @description An act. `hash` is the SHA-256 of the canonical JSON (RFC 8785) of all members but `id`, `object` and `hash`. */
        AuditEvent: {
            /** @constant */
            object: "audit_event";
            /** @description Id. */
            id: number;
            /** @description Account. */
            account_id: number;
            /** @description Number in the log of the account, from 1 and without a gap. */
            sequence: number;
            /**
             * Format: date-time
             * @description When, by the database's clock.
             */
            occurred_at: string;
            /**
             * @description The act.
             * @enum {string}
             */
            action: "account.created" | "account.updated" | "account.address_confirmed" | "account.address_withdrawn" | "agency.set" | "connection.set" | "connection.removed" | "connection.checked" | "product.changed" | "fields.changed" | "field.answered" | "user.created" | "user.invited" | "user.updated" | "user.address_confirmed" | "user.address_withdrawn" | "client.created" | "token.created" | "token.revoked" | "sign_in_link.created" | "session.opened" | "session.closed" | "session.revoked" | "sign_in.refused" | "workflow.created" | "workflow.updated" | "workflow.deleted" | "example.created" | "example.updated" | "example.deleted" | "backtest.created" | "backtest.cancelled" | "backtest.changes_read" | "activation.requested" | "activation.approved" | "activation.refused" | "activation.superseded" | "activation.withdrawn" | "subscription.created" | "subscription.updated" | "subscription.deleted" | "subscription.secret_rotated" | "subscription.tested" | "deliveries.retried" | "batch.created" | "batch.cancelled" | "batch.interrupted" | "batch.resumed" | "batch.retried" | "batch.exported" | "notices.exported" | "execution.cancelled" | "execution.re_evaluated" | "executions.re_evaluated" | "execution.read" | "execution.revealed" | "applicants.searched" | "applicant.read" | "applicant.joined" | "applicant.separated" | "applicant.erasure_requested" | "applicant.exported" | "applicant.held" | "applicant.released" | "erasures.replayed" | "evidence.downloaded" | "report.downloaded" | "notice.downloaded" | "mail.downloaded" | "notice.posted" | "notice.sent_elsewhere" | "application.answered" | "notice.resent" | "review.decided" | "review.approval_added" | "review.assigned" | "review.released" | "review.moved" | "review.snoozed" | "review.noted" | "mail.lifted" | "mail.resumed" | "mail.reported" | "vendor_order.settled" | "official_text.installed" | "keys.reencrypted" | "database.migrated" | "executions.recovered" | "retention.applied" | "partition.made" | "partition.detached" | "partition.dropped" | "billing.exported" | "audit.exported" | "audit.purged";
            /**
             * @description Who did it: a program (`token`), a person who has signed in (`session`), an operator at the command line (`operator`), or nobody who is known (`anonymous`).
             * @enum {string}
             */
            actor_kind: "token" | "session" | "operator" | "anonymous";
            /** @description Id of the token or the session. */
            actor_id: number | null;
            /** @description User who acted. A token belongs to a user. */
            actor_user_id: number | null;
            /** @description Who an operator was on their machine; null for all others. */
            actor_name: string | null;
            /** @description API client through which they acted. */
            api_client_id: number | null;
            /** @description IP address that the request came from. */
            address: string | null;
            /** @description `meta.request_id` of the response. */
            request_id: string | null;
            /** @description The kind of record that it changed or read, such as `workflow` or `execution`. */
            subject_type: string;
            /** @description Its id. */
            subject_id: string;
            /** @description More about it: `old` and `new` values of what changed. No secrets, and nothing of an applicant. */
            detail: {
                [key: string]: unknown;
            };
            /** @description `hash` of the event before. */
            previous_hash: string;
            /** @description Hash of this event. */
            hash: string;
        };
        /** @description A version of a cascade, asked about executions that were decided. */
        Backtest: {
            /** @constant */
            object: "backtest";
            /** @description Id. */
            id: number;
            /** @description The cascade. */
            workflow_id: number;
            /**
             * @description How far it is.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "cancelled" | "failed";
            /** @description The version that is asked; null: a definition that is not saved. */
            version: number | null;
            /** @description SHA-256 of the definition that is asked, in its canonical form (RFC 8785). */
            definition_sha256: string;
            /** @description The version that it is compared with; null: what was recorded. */
            against_version: number | null;
            /** @description The executions that are asked about. */
            sample: {
                /** @description As it was sent, with what holds without it. */
                filter: {
                    [key: string]: unknown;
                };
                /** @description How many at most. */
                limit: number;
                /** @description How many the filter finds; at most the newest 1,000,000. */
                matching: number;
                /** @description Fewer than these are asked about, drawn at random: shares have intervals. */
                is_drawn: boolean;
                /** @description By which they were drawn. */
                seed: number;
            };
            /** @description How far it is. */
            progress: {
                /** @description Executions that have been asked about. */
                done: number;
                /** @description Executions that are. */
                total: number;
            };
            /** @description Why it failed: `too_much_work` (its result is of what it compared until then) or `internal_error`. */
            error_code: string | null;
            /** @description Who asked. */
            created_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the first execution was asked about.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it was completed, cancelled, or failed.
             */
            ended_at: string | null;
            result: components["schemas"]["BacktestResult"];
        };
        /** @description An execution whose outcome, review or letter changes. */
        BacktestChange: {
            /** @constant */
            object: "backtest_change";
            /** @description Id. */
            id: number;
            /** @description The execution. */
            execution_id: number;
            /** @description What differs. */
            kinds: ("outcome" | "asked" | "letter")[];
            /** @description The first rule at which the two sides part; null if no rule says it. */
            rule: string | null;
            /** @description The result of one version. */
            old: {
                /**
                 * @description `undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.
                 * @enum {string}
                 */
                outcome: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review";
                /** @description A person is asked. */
                asked: boolean;
                /** @description The rule that decides: `id` of its row, or its node and branch. */
                decided_by: string | null;
                /** @description Letters of adverse action. */
                letters: {
                    /** @description Its node. */
                    node_id: string;
                    /** @description The action that it speaks of. */
                    action: string;
                    /** @description Codes of its reasons, as statistics have them. */
                    reasons: string[];
                    /** @description The reasons in words. */
                    texts: (string | null)[];
                }[];
            };
            /** @description The result of one version. */
            new: {
                /**
                 * @description `undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.
                 * @enum {string}
                 */
                outcome: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review";
                /** @description A person is asked. */
                asked: boolean;
                /** @description The rule that decides: `id` of its row, or its node and branch. */
                decided_by: string | null;
                /** @description Letters of adverse action. */
                letters: {
                    /** @description Its node. */
                    node_id: string;
                    /** @description The action that it speaks of. */
                    action: string;
                    /** @description Codes of its reasons, as statistics have them. */
                    reasons: string[];
                    /** @description The reasons in words. */
                    texts: (string | null)[];
                }[];
            };
        };
        /** @description The findings; if it was cancelled or failed, those by then. Null until it has ended, and in lists. */
        BacktestResult: {
            /** @description Executions that are determined on both sides. */
            compared: number;
            /** @description Those with another outcome. */
            changed: {
                /** @description How many. */
                count: number;
                /** @description Of those that are compared. */
                share: number;
                /** @description Lower end of the 95 % interval; null if the sample is everything. */
                low: number | null;
                /** @description Upper end. */
                high: number | null;
            };
            /** @description By both outcomes, the most first. */
            outcomes: {
                /**
                 * @description `undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.
                 * @enum {string}
                 */
                old: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review";
                /** @description On the old side a person was asked. */
                old_asked: boolean;
                /**
                 * @description `undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.
                 * @enum {string}
                 */
                new: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review";
                /** @description On the new side a person is asked. */
                new_asked: boolean;
                /** @description How many. */
                count: number;
                /** @description Of those that are compared. */
                share: number;
                /** @description Lower end of the 95 % interval; null if the sample is everything. */
                low: number | null;
                /** @description Upper end. */
                high: number | null;
            }[];
            /** @description Who is approved. */
            approvals: {
                /** @description On the old side. */
                old: {
                    /** @description How many. */
                    count: number;
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
                /** @description On the new side. */
                new: {
                    /** @description How many. */
                    count: number;
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
                /** @description The new share less the old one; its interval is that of pairs. */
                difference: {
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
            };
            /** @description Who is denied. */
            denials: {
                /** @description On the old side. */
                old: {
                    /** @description How many. */
                    count: number;
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
                /** @description On the new side. */
                new: {
                    /** @description How many. */
                    count: number;
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
                /** @description The new share less the old one; its interval is that of pairs. */
                difference: {
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
            };
            /** @description About whom a person is asked. */
            asked: {
                /** @description On the old side. */
                old: {
                    /** @description How many. */
                    count: number;
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
                /** @description On the new side. */
                new: {
                    /** @description How many. */
                    count: number;
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
                /** @description The new share less the old one; its interval is that of pairs. */
                difference: {
                    /** @description Of those that are compared. */
                    share: number;
                    /** @description Lower end of the 95 % interval; null if the sample is everything. */
                    low: number | null;
                    /** @description Upper end. */
                    high: number | null;
                };
            };
            /** @description Those with another outcome by the first rule at which the two part, the most first; at most 100. */
            parted: {
                /** @description `id` of its row, or its node and branch; null if no rule says it. */
                rule: string | null;
                /** @description The rule in words, if it has any. */
                sentence: string | null;
                /** @description How many part at it. */
                count: number;
                /** @description How many of them are approved on the new side alone. */
                swap_ins: number;
                /** @description How many of them are approved on the old side alone. */
                swap_outs: number;
                /** @description By both outcomes. */
                changes: {
                    /**
                     * @description `undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.
                     * @enum {string}
                     */
                    old: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review";
                    /** @description On the old side a person was asked. */
                    old_asked: boolean;
                    /**
                     * @description `undecided`: it ends without a decision about the person; `failed`: before there was one; `review`: it waits for a person.
                     * @enum {string}
                     */
                    new: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review";
                    /** @description On the new side a person is asked. */
                    new_asked: boolean;
                    /** @description How many. */
                    count: number;
                }[];
            }[];
            /** @description How many get no letter on either side, the same one, one on one side alone, or one with other reasons, agencies or recipient. */
            letters: {
                /** @description How many. */
                none: number;
                /** @description How many. */
                same: number;
                /** @description How many. */
                only_new: number;
                /** @description How many. */
                only_old: number;
                /** @description How many. */
                reasons_differ: number;
            };
            /** @description Executions that are not compared. */
            undetermined: {
                /** @description How many. */
                count: number;
                /** @description Why. */
                causes: {
                    /**
                     * @description `report_missing`: it needs a report that was never pulled; `person`: it asks a person what nobody was asked; `redacted`: its data is gone; `too_long`: it has too much data or takes too much work; `error`: it cannot be computed.
                     * @enum {string}
                     */
                    cause: "report_missing" | "person" | "redacted" | "too_long" | "error";
                    /**
                     * @description The side that is not determined.
                     * @enum {string}
                     */
                    side: "old" | "new";
                    /**
                     * @description Outcome of the old side; null if it is not determined either.
                     * @enum {string|null}
                     */
                    old: "approved" | "denied" | "conditional" | "undecided" | "failed" | "review" | null;
                    /** @description How many. */
                    count: number;
                }[];
            };
        } | null;
        /** @description Up to 500 applicants that were submitted together. */
        Batch: {
            /** @constant */
            object: "batch";
            /** @description Id. */
            id: number;
            /** @description Cascade that its rows run. */
            workflow_id: number;
            /** @description Version of the definition that its rows run. */
            workflow_version: number;
            /**
             * @description `completed`: every row has ended, failed rows included.
             * @enum {string}
             */
            status: "pending" | "running" | "interrupted" | "completed" | "cancelled" | "failed";
            /**
             * @description Why dispatch stopped, while the status is `interrupted`.
             * @enum {string|null}
             */
            interruption: "vendor_outage" | "operator" | null;
            /**
             * @description Mode of its rows.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /** @description Rows. */
            total_count: number;
            /** @description Rows in status `completed`. */
            completed_count: number;
            /** @description Rows in status `failed`. */
            failed_count: number;
            /**
             * Format: date-time
             * @description When dispatch of its rows began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a terminal status.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Rows without which it runs (`on_invalid_rows`). Only of a single batch, and only if there are some. */
            skipped_rows?: {
                /** @description How many rows were skipped. */
                count: number;
                /** @description Their positions in the submitted rows, from 0. */
                rows: number[];
                /** @description The first 100 faults, without values. */
                faults: {
                    /** @description Field of the request. */
                    field: string;
                    /** @description The fault. */
                    message: string;
                }[];
            };
            /** @description Only in the response that accepts it, and only if there are some: members of what was sent that do not count as they were sent. The first 100. */
            warnings?: components["schemas"]["PayloadWarning"][];
        };
        /** @description The execution of one row of a batch. */
        BatchExecutionRow: {
            /** @constant */
            object: "execution";
            /** @description Id of the execution. */
            id: number;
            /** @description The batch. */
            batch_execution_id: number;
            /** @description Cascade that it runs. */
            workflow_id: number;
            /** @description Position in the submitted rows, from 0. */
            row_index: number;
            /**
             * @description Status of the execution.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description How often the row was retried. */
            retry_count: number;
            /** @description Correlation id of the row. */
            external_reference: string | null;
            /**
             * @description Mode of the batch.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description State of the human review.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            /**
             * @description The outcome; null before, and for a run that decided nothing.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description The code of the first failed step, for a row that failed. */
            error_code: string | null;
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a terminal status.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /** @description Only with the scope `executions:read:full`. */
            applicant_name?: string | null;
            /** @description Only with the scope `executions:read:full`. */
            applicant_email?: string | null;
            /** @description The error of a failed row in words, with numbers of the applicant masked. Only with the scope `executions:read:full`. */
            error?: string | null;
        };
        /** @description The rows of a batch, counted. */
        BatchSummary: {
            /** @constant */
            object: "batch_summary";
            /** @description The batch. */
            batch_id: number;
            /** @description Rows. */
            total_count: number;
            /** @description Rows by status. */
            by_status: {
                [key: string]: number;
            };
            /** @description Rows by outcome; `none` for rows without one. */
            by_outcome: {
                [key: string]: number;
            };
            /** @description Rows by review status. */
            by_review_status: {
                [key: string]: number;
            };
            /** @description Failed rows by the code of their first failed step. */
            by_error_code: {
                [key: string]: number;
            };
            /** @description Median time from start to end of the ended rows. */
            median_seconds: number | null;
            /** @description 95th percentile of the same. */
            p95_seconds: number | null;
        };
        /** @description The result for each id of a bulk action. */
        BulkReviewResult: {
            /** @constant */
            object: "bulk_review_result";
            /** @description Reviews that were assigned, or approved where others have to approve too: complete with this response. */
            applied: number;
            /** @description Reviews that were decided: the decision is recorded, and the execution was woken to continue. */
            enqueued: number;
            /** @description Ids on which nothing was done, and why. */
            skipped: {
                /** @description Execution. */
                id: number;
                /**
                 * @description Why.
                 * @enum {string}
                 */
                reason: "not_awaiting_review" | "review_not_pending" | "assigned_elsewhere" | "live_mode_forbidden" | "already_assigned" | "already_approved" | "address_not_confirmed" | "not_found";
                /** @description Only if the reason alone does not tell: what stood in the way, and what helps. */
                message?: string;
            }[];
        };
        /** @description The nodes in order, at most 500 and 256 KiB of JSON. Exactly one is the ApplicantSource, where a run begins. Edges must resolve inside the array and form no cycle. An empty array can be saved but not run. */
        CascadeDefinition: components["schemas"]["CascadeNode"][];
        /** @description How the cascade was made. */
        CascadeGeneration: {
            /** @description Name of the cascade. */
            name: string;
            /** @description The reader of the policy; `builtin-1` is the built-in grammar. */
            model: string;
            /** @description True: the first answer of a model was not valid, and its second one is. */
            repaired: boolean;
            /** @description To be said first: who is approved because a value is missing, by the rule that would deny or review them with it. Nothing is chosen by itself. To choose, set `on_missing` of the condition groups with that `id`. */
            approved_without?: {
                /** @description Who that is, and what becomes of them. */
                text: string;
                /**
                 * @description Their outcome.
                 * @enum {string}
                 */
                outcome: "approved" | "conditional";
                /** @description The value that is missing, as the rules call it. */
                field: string;
                /** @description `id` of the condition groups of the rule. */
                rule_id: string;
                /** @description The nodes in which these stand. */
                node_ids: string[];
                /** @description The choices for `on_missing` there; left out, it stays as it is. */
                choices: ("goes_on" | "review" | "deny")[];
                /** @description The applicant, as `POST /workflows/{id}/simulate` takes one. */
                applicant: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Points that a person should check. */
            warnings: components["schemas"]["CascadeGenerationWarning"][];
            /** @description Words of the prompt that were not understood and decide nothing. Of rules that a model wrote: the words of `explanation.unquoted` and `explanation.numbers`. */
            unrecognized: {
                /** @description The words. */
                text: string;
                /** @description Where they begin in the prompt. */
                offset: number;
            }[];
            /** @description The cascade in English, as in `GET /workflows/{id}/reading`. */
            reading?: {
                /** @description The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or in a loop, or are too many: then the steps tell it. */
                rules: {
                    /** @description As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its rule. Null for what is no rule there, such as everyone else. */
                    number: number | null;
                    /** @description By what the definition knows it. */
                    id: string | null;
                    /** @description The rule, in the words of its author where the definition has them. */
                    text: string;
                    /** @description What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line. */
                    read_as: string | null;
                    /** @description Its other effects. */
                    details: string[];
                    /** @description The steps that it comes from. */
                    node_ids: string[];
                }[] | null;
                /** @description The reason why the cascade is not a list of rules. Null if it is one, or has no steps. */
                no_rules: {
                    /** @description Where that is; empty if it is no one node. */
                    node_id: string;
                    /** @description Why. */
                    text: string;
                } | null;
                /** @description Outcomes of applicants without a value. A value that is not listed is in every report. */
                missing_values: {
                    /** @description The value. */
                    field: string;
                    /** @description The outcome of the applicant. */
                    text: string;
                }[];
                /** @description Node by node; nothing is left out. */
                steps: {
                    /** @description Id of the node. */
                    node_id: string;
                    /** @description Its action. */
                    text: string;
                }[];
                /** @description Rules that apply to every cascade. */
                always: string[];
            };
            examples?: components["schemas"]["WorkflowExamples"];
            /** @description The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood. */
            explanation?: {
                /** @description The sentences that were read, in the order of the policy. */
                sentences: {
                    /** @description The words. */
                    text: string;
                    /** @description Where they begin in the prompt. */
                    offset: number;
                    /** @description Its decision. */
                    decision: string;
                    /** @description The nodes that it became; none of a policy that is refused. */
                    node_ids: string[];
                    /** @description The meaning that it was given. */
                    read_as: string;
                }[];
                /** @description For each branch an applicant who takes it. */
                branches: {
                    /** @description Node. */
                    node_id: string;
                    /** @description Branch. */
                    branch: string;
                    /** @description The outcome of the applicant. */
                    outcome: string | null;
                    /** @description The applicant: `payload`, and `reports` if test mode would give others. */
                    example: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description Nobody was found who takes these; perhaps nobody can. */
                branches_without_example: {
                    /** @description Node. */
                    node_id: string;
                    /** @description Branch. */
                    branch: string;
                }[];
                /** @description Assumptions where the policy says nothing. */
                assumptions: string[];
                /** @description For rules that a model wrote: the readings of the policy that were compared. */
                readings?: {
                    /** @description Number of readings. With one, nothing was compared. */
                    count: number;
                    /** @description Who read it: the model, the one of the second reading if it came in time, and `builtin-1` if the built-in grammar reads it. */
                    models: string[];
                    /** @description Applicants whom another reading decides differently from the first. */
                    disagreements: {
                        /** @description Who that is, and what each reading decides. */
                        message: string;
                        /** @description The applicant, as `POST /workflows/{id}/simulate` takes one; null if it is about a sentence. */
                        applicant: {
                            [key: string]: unknown;
                        } | null;
                        /** @description The decisions of the two readings, that of the first one first. */
                        ways: {
                            /**
                             * @description Which reading.
                             * @enum {string}
                             */
                            by: "first" | "second" | "grammar";
                            /** @description Its decision. */
                            decision: string;
                            /** @description The words of the rule that decides; null if no sentence does. */
                            sentence: {
                                /** @description The words. */
                                text: string;
                                /** @description Where they begin in the prompt. */
                                offset: number;
                            } | null;
                        }[];
                    }[];
                };
                /** @description For rules that a model wrote: sentences that no rule quotes, and the words of other sentences outside their quotes. */
                unquoted?: {
                    /** @description The words. */
                    text: string;
                    /** @description Where they begin in the prompt. */
                    offset: number;
                    /**
                     * @description A whole sentence, or the rest of one.
                     * @enum {string}
                     */
                    part: "sentence" | "rest";
                    /** @description True: the model says that it decides nothing. */
                    is_remark: boolean;
                }[];
                /** @description For rules that a model wrote: numbers of the policy that are not in the rule that quotes their sentence. */
                numbers?: {
                    /** @description The words. */
                    text: string;
                    /** @description Where they begin in the prompt. */
                    offset: number;
                }[];
            };
        };
        /** @description The cascade that would be saved. Nothing is saved. */
        CascadeGenerationPreview: {
            /** @constant */
            object: "cascade_generation";
            definition: components["schemas"]["CascadeDefinition"];
            /** @description False: no valid cascade could be generated; `errors` says why. */
            valid: boolean;
            /** @description Only if it is not valid. */
            errors?: {
                /** @description Field of the request or of the definition. */
                field: string;
                /** @description The fault. */
                message: string;
            }[];
            /** @description Only if it is not valid: the sentences because of which it is not, in the order of the policy, and what could stand in their place. Nothing is put there by itself: put one there, or write the sentence anew, and ask again. */
            unread?: {
                /** @description The words. */
                text: string;
                /** @description Where they begin in the prompt. */
                offset: number;
                /** @description Why. */
                message: string;
                /** @description Up to four sentences that are read, and an empty one if it may decide nothing. None replaces the sentence by itself. `left_out` says what each lacks, figures included. */
                suggestions: {
                    /** @description The replacement for `text` of the sentence. If empty, the sentence is left out. */
                    text: string;
                    /** @description The meaning that it would get. */
                    read_as: string;
                    /** @description Words of the sentence that it does not say. */
                    left_out: string[];
                }[];
            }[];
            /** @description Name of the cascade. */
            name: string;
            /** @description The reader of the policy; `builtin-1` is the built-in grammar. */
            model: string;
            /** @description True: the first answer of a model was not valid, and its second one is. */
            repaired: boolean;
            /** @description To be said first: who is approved because a value is missing, by the rule that would deny or review them with it. Nothing is chosen by itself. To choose, set `on_missing` of the condition groups with that `id`. */
            approved_without?: {
                /** @description Who that is, and what becomes of them. */
                text: string;
                /**
                 * @description Their outcome.
                 * @enum {string}
                 */
                outcome: "approved" | "conditional";
                /** @description The value that is missing, as the rules call it. */
                field: string;
                /** @description `id` of the condition groups of the rule. */
                rule_id: string;
                /** @description The nodes in which these stand. */
                node_ids: string[];
                /** @description The choices for `on_missing` there; left out, it stays as it is. */
                choices: ("goes_on" | "review" | "deny")[];
                /** @description The applicant, as `POST /workflows/{id}/simulate` takes one. */
                applicant: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Points that a person should check. */
            warnings: components["schemas"]["CascadeGenerationWarning"][];
            /** @description Words of the prompt that were not understood and decide nothing. Of rules that a model wrote: the words of `explanation.unquoted` and `explanation.numbers`. */
            unrecognized: {
                /** @description The words. */
                text: string;
                /** @description Where they begin in the prompt. */
                offset: number;
            }[];
            /** @description The cascade in English, as in `GET /workflows/{id}/reading`. */
            reading?: {
                /** @description The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or in a loop, or are too many: then the steps tell it. */
                rules: {
                    /** @description As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its rule. Null for what is no rule there, such as everyone else. */
                    number: number | null;
                    /** @description By what the definition knows it. */
                    id: string | null;
                    /** @description The rule, in the words of its author where the definition has them. */
                    text: string;
                    /** @description What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line. */
                    read_as: string | null;
                    /** @description Its other effects. */
                    details: string[];
                    /** @description The steps that it comes from. */
                    node_ids: string[];
                }[] | null;
                /** @description The reason why the cascade is not a list of rules. Null if it is one, or has no steps. */
                no_rules: {
                    /** @description Where that is; empty if it is no one node. */
                    node_id: string;
                    /** @description Why. */
                    text: string;
                } | null;
                /** @description Outcomes of applicants without a value. A value that is not listed is in every report. */
                missing_values: {
                    /** @description The value. */
                    field: string;
                    /** @description The outcome of the applicant. */
                    text: string;
                }[];
                /** @description Node by node; nothing is left out. */
                steps: {
                    /** @description Id of the node. */
                    node_id: string;
                    /** @description Its action. */
                    text: string;
                }[];
                /** @description Rules that apply to every cascade. */
                always: string[];
            };
            examples?: components["schemas"]["WorkflowExamples"];
            /** @description The reading of each sentence of the policy, and the assumptions. For a refused policy, the sentences that were understood. */
            explanation?: {
                /** @description The sentences that were read, in the order of the policy. */
                sentences: {
                    /** @description The words. */
                    text: string;
                    /** @description Where they begin in the prompt. */
                    offset: number;
                    /** @description Its decision. */
                    decision: string;
                    /** @description The nodes that it became; none of a policy that is refused. */
                    node_ids: string[];
                    /** @description The meaning that it was given. */
                    read_as: string;
                }[];
                /** @description For each branch an applicant who takes it. */
                branches: {
                    /** @description Node. */
                    node_id: string;
                    /** @description Branch. */
                    branch: string;
                    /** @description The outcome of the applicant. */
                    outcome: string | null;
                    /** @description The applicant: `payload`, and `reports` if test mode would give others. */
                    example: {
                        [key: string]: unknown;
                    };
                }[];
                /** @description Nobody was found who takes these; perhaps nobody can. */
                branches_without_example: {
                    /** @description Node. */
                    node_id: string;
                    /** @description Branch. */
                    branch: string;
                }[];
                /** @description Assumptions where the policy says nothing. */
                assumptions: string[];
                /** @description For rules that a model wrote: the readings of the policy that were compared. */
                readings?: {
                    /** @description Number of readings. With one, nothing was compared. */
                    count: number;
                    /** @description Who read it: the model, the one of the second reading if it came in time, and `builtin-1` if the built-in grammar reads it. */
                    models: string[];
                    /** @description Applicants whom another reading decides differently from the first. */
                    disagreements: {
                        /** @description Who that is, and what each reading decides. */
                        message: string;
                        /** @description The applicant, as `POST /workflows/{id}/simulate` takes one; null if it is about a sentence. */
                        applicant: {
                            [key: string]: unknown;
                        } | null;
                        /** @description The decisions of the two readings, that of the first one first. */
                        ways: {
                            /**
                             * @description Which reading.
                             * @enum {string}
                             */
                            by: "first" | "second" | "grammar";
                            /** @description Its decision. */
                            decision: string;
                            /** @description The words of the rule that decides; null if no sentence does. */
                            sentence: {
                                /** @description The words. */
                                text: string;
                                /** @description Where they begin in the prompt. */
                                offset: number;
                            } | null;
                        }[];
                    }[];
                };
                /** @description For rules that a model wrote: sentences that no rule quotes, and the words of other sentences outside their quotes. */
                unquoted?: {
                    /** @description The words. */
                    text: string;
                    /** @description Where they begin in the prompt. */
                    offset: number;
                    /**
                     * @description A whole sentence, or the rest of one.
                     * @enum {string}
                     */
                    part: "sentence" | "rest";
                    /** @description True: the model says that it decides nothing. */
                    is_remark: boolean;
                }[];
                /** @description For rules that a model wrote: numbers of the policy that are not in the rule that quotes their sentence. */
                numbers?: {
                    /** @description The words. */
                    text: string;
                    /** @description Where they begin in the prompt. */
                    offset: number;
                }[];
            };
            /** @description The `warnings` of the cascade once saved; `warnings` here are those of the generation. */
            definition_warnings: components["schemas"]["CascadeWarning"][];
        };
        /** @description A point that a person should check. It does not keep the cascade from running. */
        CascadeGenerationWarning: {
            /** @description Node that it is about. */
            node_id: string;
            /**
             * @description Kind of warning. Of cascades whose rules a model wrote: `decides_everybody`, `readings_disagree` (two readings of the policy decide an applicant differently), `better_is_worse` (who has more of what is good is decided worse), `not_accounted_for` (a sentence that is in no rule), `read_once` (there was no other reading to compare with).
             * @enum {string}
             */
            code: "generic_adverse_action_reason" | "folded_thresholds" | "jurisdiction_review" | "decides_everybody" | "readings_disagree" | "better_is_worse" | "not_accounted_for" | "read_once";
            /** @description The point to check. */
            message: string;
            /** @description For `readings_disagree`: an applicant whom the two readings treat differently, as `POST /workflows/{id}/simulate` takes one. */
            applicant?: {
                [key: string]: unknown;
            };
        };
        /** @description Something in a definition that a person should look at. It does not keep the cascade from running. */
        CascadeWarning: {
            /**
             * @description Kind of warning.
             * @enum {string}
             */
            code: "unknown_key" | "dead_end" | "no_conditions" | "same_as_logic" | "unreachable_node" | "action_not_configured" | "operator_mismatch" | "compares_identifier" | "unknown_variable" | "unconditional_notice" | "too_much_work" | "missing_adverse_action" | "best_case_fails" | "empty_list_decides" | "prohibited_basis" | "proxy_of_prohibited_basis" | "recipient_not_applicant" | "repeated_notice" | "parallel_notices" | "short_waiting_period" | "late_notice" | "insufficient_reason" | "personal_variable" | "own_score_decides" | "nobody_approves" | "jurisdiction_review" | "no_rule_of_jurisdiction" | "unknown_purpose" | "undeclared_field";
            /** @description Node that it is about. */
            node_id: string;
            /** @description The fault, with the valid choices or the nearest one. */
            message: string;
            /** @description Only of what a person may acknowledge (`jurisdiction_review`): what `jurisdiction_review.of` of the node has to be. */
            acknowledge_as?: string;
        };
        CollectionMeta: {
            /** @description Correlation id; also the header `X-Request-Id`. */
            request_id: string;
            /** @description Counted from 1. */
            page: number;
            /** @description Items on a page. */
            per_page: number;
            /** @description Items in the whole list. */
            total_count: number;
            /** @description Pages of the whole list. */
            total_pages: number;
            /** @description Type of each item. */
            object: string;
        };
        /** @description The sender of live letters. Members that are not set yet are empty. */
        Company: {
            /** @constant */
            object: "company";
            /** @description The account. */
            id: number;
            /** @description Legal name. */
            legal_name: string;
            /** @description Postal address; its lines are separated by line breaks. */
            address: string;
            /** @description Telephone number. */
            phone: string;
            /** @description Key of the federal agency that letters about credit name. Null: not set. */
            ecoa_agency: string | null;
            /** @description How long tokens live that administrators make, at most. */
            longest_token_days: number;
            /**
             * @description What the examples of a cascade hold up. `shown`: each save says which fail. `required`: a version goes live only if all hold, or with `examples_override`. `off`: saves ask none.
             * @enum {string}
             */
            examples_gate: "off" | "shown" | "required";
            /** @description How many months after its decision an execution is kept for claims, though its person asked to be forgotten and the law would let it go. 0: not at all. */
            claims_months: number;
            /** @description The agencies to choose from. */
            ecoa_agencies: {
                /** @description The value for `ecoa_agency`. */
                key: string;
                /** @description Name. */
                name: string;
                /** @description Which creditors it supervises. */
                creditors: string;
            }[];
        };
        /** @description How the account asks the vendor of a product. Without a connection of its own, the installation's vendor is asked. */
        Connection: {
            /** @constant */
            object: "connection";
            /** @description Code of the product. */
            product_code: string;
            /** @description As it was set, without its secrets. */
            settings: {
                /**
                 * Format: uri
                 * @description Where reports are pulled. https; what it holds is no secret.
                 */
                url: string;
                /** @description Credentials for the vendor. Secrets are never shown again. */
                credentials?: {
                    /**
                     * @description The kind of credentials.
                     * @enum {string}
                     */
                    type: "none" | "bearer" | "basic" | "basic_key" | "header" | "oauth2_client_credentials";
                    /** @description The token, for `bearer`, or the key that is a user name without a password, for `basic_key`. Secret. */
                    token?: string;
                    /** @description The user name, for `basic`; without a colon. */
                    username?: string;
                    /** @description The password, for `basic`. Secret. */
                    password?: string;
                    /** @description The name of the header, for `header`. */
                    header?: string;
                    /** @description The value of the header, for `header`. Secret. */
                    value?: string;
                    /**
                     * Format: uri
                     * @description Where a token is asked for, for `oauth2_client_credentials` (RFC 6749, section 4.4).
                     */
                    token_url?: string;
                    /** @description The id, for `oauth2_client_credentials`. */
                    client_id?: string;
                    /** @description The secret, for `oauth2_client_credentials`. Secret. */
                    client_secret?: string;
                    /**
                     * @description Where id and secret are sent, for `oauth2_client_credentials`; `basic` by default.
                     * @enum {string}
                     */
                    client_authentication?: "basic" | "body";
                    /** @description The scopes that are asked for, for `oauth2_client_credentials`, with blanks between. */
                    scope?: string;
                    /** @description The API that the token is for, where the token server asks for its `audience`. */
                    audience?: string;
                    /** @description The API that the token is for, where the token server asks for its `resource` (RFC 8707). */
                    resource?: string;
                };
                /**
                 * @description `header`, the default: one order of each Idempotency-Key. `lookup`: an order is looked up before it is repeated. `none`: the vendor makes an order of each request.
                 * @enum {string}
                 */
                idempotency?: "header" | "lookup" | "none";
                /** @description Where orders are looked up (GET), with `{reference}` for ours; of the origin of the address. */
                lookup_url?: string;
                /** @description Where an order is asked for (GET), with `{reference}` for the vendor's, if it names no `Location`. */
                order_url?: string;
                /** @description False: the vendor cannot be asked, and sends the report itself. */
                fetch?: boolean;
                /** @description How often an order is asked for. */
                poll?: {
                    /** @description The first wait, 5 by default. */
                    every_seconds?: number;
                    /** @description After that it is asked for at the deadline alone. */
                    until_hours?: number;
                };
                /** @description The one URL that is entered at the vendor; it has `signature` or `secret`. */
                callback?: {
                    /** @description Where in the body the reference of the order stands: `data.order.id`. */
                    match: string;
                    /** @description Where the report stands; the whole body by default. */
                    report?: string;
                    /** @description Calls that count, at a vendor which calls about other things too. Others are dropped. */
                    only?: {
                        /** @description Where in the body the event stands: `type`. */
                        path: string;
                        /** @description The events: `report.completed`. */
                        is: string[];
                    };
                    /** @description HMAC over the bytes. */
                    signature?: {
                        /**
                         * @description `body`: over the body. `timestamped`: `t=…,v1=…`. `standard`: as Standard Webhooks says.
                         * @enum {string}
                         */
                        form: "body" | "timestamped" | "standard";
                        /** @description The key. Secret. */
                        secret?: string;
                        /** @description The header with the signature, for `body` and `timestamped`. */
                        header?: string;
                        /**
                         * @description How the signature is written, for `body` and `timestamped`; hex by default.
                         * @enum {string}
                         */
                        encoding?: "hex" | "base64";
                        /**
                         * @description The hash, for `body` and `timestamped`; sha256 by default.
                         * @enum {string}
                         */
                        hash?: "sha256" | "sha512";
                        /** @description How old a signature may be that has a time; 300 by default. */
                        tolerance_seconds?: number;
                    };
                    /** @description A header with a fixed value, of vendors that sign nothing. */
                    secret?: {
                        /** @description Its name. */
                        header: string;
                        /** @description Its value. Secret. */
                        value?: string;
                    };
                };
                /** @description Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those. */
                sandbox?: {
                    /** @description The vendor's test people, beside the test subjects of the products: each by all the fields that are given. */
                    people?: {
                        /** @description As triggers have it. */
                        first_name?: string;
                        /** @description As triggers have it. */
                        last_name?: string;
                        /** @description As triggers have it. */
                        date_of_birth?: string;
                        /** @description As triggers have it. */
                        ssn?: string;
                    }[];
                };
                /** @description How a call of the vendor is answered. */
                reply?: {
                    /**
                     * @description 200 for a vendor that takes nothing else; 202 by default.
                     * @enum {integer}
                     */
                    status?: 200 | 202;
                    /** @description The member of the query that a GET of `callback_url` gets back, at a vendor which proves the address so. */
                    challenge?: string;
                };
                /** @description How long a report may take, in place of `PULL_DEADLINE_HOURS`. */
                deadline_hours?: number;
                /** @description Most requests at once, 20 by default. */
                slots?: number;
            };
            /** @description The one URL that is entered at the vendor, for callbacks about all orders: a secret. Null: the settings have no `callback`. */
            callback_url: string | null;
            /**
             * Format: date-time
             * @description When it was set.
             */
            updated_at: string;
        };
        /** @description The result of a check. Nothing was ordered. */
        ConnectionCheck: {
            /** @constant */
            object: "connection_check";
            /**
             * @description `accepted`: the vendor accepts the credentials. `refused`: it does not. `reached`: it answers, but that does not show whether it accepts them. `unreachable`: it does not answer. `forbidden`: no requests are sent to the address.
             * @enum {string}
             */
            result: "accepted" | "refused" | "reached" | "unreachable" | "forbidden";
            /** @description The result in words, with the status that the vendor answered. */
            message: string;
        };
        /** @description A value that a person corrected. Redaction empties it. */
        Correction: {
            /** @description Dotted path in the payload, or in the report. */
            path: string;
            /** @description Product of the report; null if the value is of the payload. */
            product_code: string | null;
            /** @description The value with which it ran. */
            value: unknown;
            /** @description The value as the caller or the agency gave it. */
            previous: unknown;
            /** @description Where the value comes from. */
            note: string | null;
            /** @description Why it was corrected. */
            reason: string;
            /** @description Who corrected it. */
            corrected_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When.
             */
            corrected_at: string;
        };
        /**
         * Credit report
         * @description A consumer credit report on one person.
         */
        CreditReportOutput: {
            /**
             * Score
             * @description Credit score; null if the file was not scored: its status says why. Unit: points.
             */
            score: number | null;
            /**
             * Scoring model of the credit report
             * @description Name of the scoring model.
             */
            score_model?: string | null;
            /**
             * Lowest score of the model
             * @description Lowest score of the model. Unit: points.
             */
            score_minimum?: number | null;
            /**
             * Highest score of the model
             * @description Highest score of the model. Unit: points.
             */
            score_maximum?: number | null;
            /**
             * Date of the score
             * Format: date
             * @description Date on which the score was created.
             */
            scored_on?: string | null;
            /**
             * Key factors of the credit score
             * @description Factors that affected the score most adversely, as given by the bureau, most important first.
             */
            key_factors?: {
                /**
                 * Code
                 * @description The bureau's code.
                 */
                code: string;
                /**
                 * Text
                 * @description The bureau's words.
                 */
                text: string;
            }[];
            /**
             * Status of the credit file
             * @description How much the bureau knows; `frozen` by the person, or `withheld` by the bureau: then it released nothing else.
             * @enum {string}
             */
            file_status?: "scored" | "thin" | "no_record" | "frozen" | "withheld";
            /**
             * Reporting date
             * Format: date
             * @description Date of the report.
             */
            reported_on?: string;
            /**
             * Accounts
             * @description The accounts of the file.
             */
            tradelines?: {
                /**
                 * Creditor
                 * @description Name of the creditor.
                 */
                creditor: string;
                /**
                 * Account type
                 * @description Kind of account.
                 * @enum {string}
                 */
                account_type: "revolving" | "installment" | "auto" | "student" | "mortgage";
                /**
                 * Status
                 * @description Current state of the account.
                 * @enum {string}
                 */
                status: "open" | "closed" | "charged_off";
                /**
                 * Opening date
                 * Format: date
                 * @description Date of opening.
                 */
                opened_on?: string;
                /**
                 * Balance
                 * @description Balance last reported. Unit: USD.
                 */
                balance_usd: number;
                /**
                 * Credit limit
                 * @description Credit limit; null for accounts that have none. Unit: USD.
                 */
                credit_limit_usd?: number | null;
                /**
                 * Monthly payment
                 * @description Scheduled monthly payment. Unit: USD.
                 */
                monthly_payment_usd?: number;
                /**
                 * Days past due
                 * @description How late the account is now. Unit: days.
                 */
                days_past_due?: number;
                /**
                 * Late payments in the last 24 months
                 * @description Payments 30 or more days late in the last 24 months.
                 */
                late_payments_last_24_months?: number;
            }[];
            /**
             * Number of accounts
             * @description Accounts in the file.
             */
            tradelines_count?: number;
            /**
             * Number of open accounts
             * @description Accounts that are open.
             */
            open_tradelines_count?: number;
            /**
             * Age of the oldest account
             * @description Age of the oldest account; null without accounts. Unit: months.
             */
            oldest_tradeline_months?: number | null;
            /**
             * Utilization
             * @description Balances of open revolving accounts in percent of their limits; null without such accounts. Unit: percent.
             */
            utilization_percent?: number | null;
            /**
             * Total balance
             * @description Sum of all balances. Unit: USD.
             */
            total_balance_usd?: number;
            /**
             * Monthly payments
             * @description Sum of the scheduled monthly payments. Unit: USD.
             */
            monthly_payments_usd?: number;
            /**
             * Late payments in the last 24 months
             * @description Payments 30 or more days late in the last 24 months.
             */
            late_payments_last_24_months?: number;
            /**
             * Number of past due accounts
             * @description Accounts past due now.
             */
            past_due_accounts_count?: number;
            /**
             * Number of charge offs
             * @description Accounts charged off.
             */
            charge_offs_count?: number;
            /**
             * Inquiries in the last 6 months
             * @description Hard inquiries in the last six months.
             */
            inquiries_last_6_months?: number;
            /**
             * Inquiries in the last 24 months
             * @description Hard inquiries in the last 24 months.
             */
            inquiries_last_24_months?: number;
            /**
             * Collections
             * @description Debts handed to a collection agency.
             */
            collections?: {
                /**
                 * Agency
                 * @description Collection agency.
                 */
                agency: string;
                /**
                 * Original creditor
                 * @description To whom the debt was owed.
                 */
                original_creditor?: string;
                /**
                 * Reporting date
                 * Format: date
                 * @description Date on which it was first reported.
                 */
                reported_on?: string;
                /**
                 * Balance
                 * @description Balance still owed; 0 when it was paid. Unit: USD.
                 */
                balance_usd: number;
            }[];
            /**
             * Number of collections
             * @description Collections in the file.
             */
            collections_count?: number;
            /**
             * Collections balance
             * @description Sum still owed in collections. Unit: USD.
             */
            collections_balance_usd?: number;
            /**
             * Public records
             * @description Judgments, liens and garnishments of public record.
             */
            public_records?: {
                /**
                 * Kind
                 * @description Type of the record.
                 * @enum {string}
                 */
                kind: "civil_judgment" | "tax_lien" | "garnishment";
                /**
                 * Filing date
                 * Format: date
                 * @description Date of filing.
                 */
                filed_on: string;
                /**
                 * Amount
                 * @description Amount. Unit: USD.
                 */
                amount_usd?: number;
                /**
                 * Payment or release
                 * @description True if it was paid or released.
                 */
                satisfied?: boolean;
            }[];
            /**
             * Number of public records
             * @description Public records in the file.
             */
            public_records_count?: number;
            /**
             * Bankruptcies
             * @description Bankruptcies.
             */
            bankruptcies?: {
                /**
                 * Chapter
                 * @description Chapter of the Bankruptcy Code.
                 * @enum {string}
                 */
                chapter: "7" | "11" | "13";
                /**
                 * Filing date
                 * Format: date
                 * @description Date of filing.
                 */
                filed_on: string;
                /**
                 * Discharge date
                 * Format: date
                 * @description Date of discharge; null while it is open.
                 */
                discharged_on?: string | null;
            }[];
            /**
             * Number of bankruptcies
             * @description Bankruptcies in the file.
             */
            bankruptcies_count?: number;
            /**
             * Months since bankruptcy
             * @description Months since the most recent bankruptcy was filed; null without one. Unit: months.
             */
            months_since_bankruptcy?: number | null;
        };
        /**
         * Criminal background
         * @description Criminal records found for one person.
         */
        CriminalBackgroundOutput: {
            /**
             * Result of the criminal background search
             * @description Says if records were found.
             * @enum {string}
             */
            status?: "clear" | "records_found";
            /**
             * Search date
             * Format: date
             * @description Date of the search.
             */
            searched_on?: string;
            /**
             * Places in which criminal records were searched
             * @description Where records were searched, as ISO 3166-2 codes.
             */
            jurisdictions_searched?: string[];
            /**
             * Number of criminal records
             * @description Records found.
             */
            records_count: number;
            /**
             * Number of convictions
             * @description Records that ended in a conviction.
             */
            convictions_count?: number;
            /**
             * Number of felonies
             * @description Felonies among the records.
             */
            felony_count: number;
            /**
             * Number of misdemeanors
             * @description Misdemeanors among the records.
             */
            misdemeanor_count?: number;
            /**
             * Number of pending charges
             * @description Charges without a disposition yet.
             */
            pending_count?: number;
            /**
             * Number of violent offenses
             * @description Records of offenses against persons.
             */
            violent_count: number;
            /**
             * Severity of the gravest criminal record
             * @description The gravest record.
             * @enum {string}
             */
            highest_severity: "none" | "infraction" | "misdemeanor" | "felony";
            /**
             * Most recent offense date
             * Format: date
             * @description Date of the most recent offense; null without records.
             */
            most_recent_offense_on?: string | null;
            /**
             * Years since most recent offense
             * @description Whole years since the most recent offense; null without records. Unit: years.
             */
            years_since_most_recent_offense?: number | null;
            /**
             * Sex offender registry match
             * @description True if the person is in a sex-offender registry.
             */
            sex_offender_registry_match: boolean;
            /**
             * Criminal records
             * @description The records, most recent offense first.
             */
            records?: {
                /**
                 * Offense
                 * @description The offense in words.
                 */
                offense: string;
                /**
                 * Severity
                 * @description Its class.
                 * @enum {string}
                 */
                severity: "infraction" | "misdemeanor" | "felony";
                /**
                 * Violence
                 * @description True if it was an offense against a person.
                 */
                is_violent?: boolean;
                /**
                 * Disposition
                 * @description How the case ended.
                 * @enum {string}
                 */
                disposition: "convicted" | "deferred" | "pending" | "dismissed";
                /**
                 * Offense date
                 * Format: date
                 * @description Date of the offense.
                 */
                offense_on?: string;
                /**
                 * Disposition date
                 * Format: date
                 * @description Date of the disposition; null while the case is pending.
                 */
                disposed_on?: string | null;
                /**
                 * Jurisdiction
                 * @description ISO 3166-2 code.
                 */
                jurisdiction?: string;
                /**
                 * Court
                 * @description Name of the court.
                 */
                court?: string;
                /**
                 * Case number
                 * @description The court's number of the case.
                 */
                case_number?: string;
            }[];
        };
        /** @description A rule, as the version that ran has it. */
        DecidingRule: {
            /** @description Its place; null of what becomes of everyone else. */
            number: number | null;
            /** @description As in `GET /workflows/{id}/rules`. */
            id: string | null;
            /** @description Its sentence, or the reading of its conditions. */
            text: string;
            /** @description It says what is asked for. */
            is_requirement: boolean;
            /**
             * @description Its decision.
             * @enum {string}
             */
            decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
            /** @description By which it decided, with the value that was found: what held, or what a requirement asks for and was not met. */
            conditions: ({
                /** @description In words. */
                text: string;
                /** @description The value that was found, in words. Null if there is none that can be said. */
                found: string | null;
            } & {
                [key: string]: unknown;
            })[];
            /** @description For everyone else, the rule that came nearest to approving: the one with the fewest unmet conditions. Null if there is none. */
            nearest: {
                /** @description Its place; null of what becomes of everyone else. */
                number: number | null;
                /** @description As in `GET /workflows/{id}/rules`. */
                id: string | null;
                /** @description Its sentence, or the reading of its conditions. */
                text: string;
                /** @description It says what is asked for. */
                is_requirement: boolean;
                /**
                 * @description Its decision.
                 * @enum {string}
                 */
                decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
                /** @description The unmet conditions, with the values that were found. */
                conditions: ({
                    /** @description In words. */
                    text: string;
                    /** @description The value that was found, in words. Null if there is none that can be said. */
                    found: string | null;
                } & {
                    [key: string]: unknown;
                })[];
            } | null;
        };
        /** @description Runs by when they ended. */
        DecisionStatistics: {
            /** @constant */
            object: "decision_statistics";
            /**
             * Format: date
             * @description First day.
             */
            from: string;
            /**
             * Format: date
             * @description Last day.
             */
            to: string;
            /** @description Time zone of the days. */
            time_zone: string;
            /** @description The mode that was counted. */
            execution_mode: string;
            /** @description All periods. */
            total: {
                /** @description Runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                ended: number | string;
                /** @description Those of them that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                completed: number | string;
                /** @description Those that failed. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                failed: number | string;
                /** @description Those that were cancelled. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                cancelled: number | string;
                /** @description Rows of cancelled batches that never ran. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                skipped: number | string;
                /** @description Those with the outcome `approved`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                approved: number | string;
                /** @description Those with the outcome `conditional`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                conditional: number | string;
                /** @description Those with the outcome `denied`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                denied: number | string;
                /** @description Of those that ended the re-evaluations: their applications were decided before. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                re_evaluations: number | string;
                /** @description Half took no longer; exact to 5 %. Null if there are none. */
                median_seconds: number | null;
                /** @description Nine of ten took no longer; exact to 5 %. */
                p90_seconds: number | null;
            };
            /** @description Day by day, or week by week, without a gap. */
            periods: {
                /**
                 * Format: date
                 * @description First day.
                 */
                begins_on: string;
                /** @description It is not over yet, or days of the week were not asked for. */
                is_partial: boolean;
                /** @description Runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                ended: number | string;
                /** @description Those of them that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                completed: number | string;
                /** @description Those that failed. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                failed: number | string;
                /** @description Those that were cancelled. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                cancelled: number | string;
                /** @description Rows of cancelled batches that never ran. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                skipped: number | string;
                /** @description Those with the outcome `approved`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                approved: number | string;
                /** @description Those with the outcome `conditional`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                conditional: number | string;
                /** @description Those with the outcome `denied`. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                denied: number | string;
                /** @description Of those that ended the re-evaluations: their applications were decided before. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                re_evaluations: number | string;
                /** @description Half took no longer; exact to 5 %. Null if there are none. */
                median_seconds: number | null;
                /** @description Nine of ten took no longer; exact to 5 %. */
                p90_seconds: number | null;
            }[];
        };
        DecisionsDriftedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "decisions.drifted";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Cascade. */
                workflow_id: number;
                /** @description Version that is live. */
                workflow_version?: number;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /**
                 * @description The kind of drift. It is in the share of approvals, in the share that a rule decided, in the share of failed pulls of a product, or in the values of a field, which may now be one value or none.
                 * @enum {string}
                 */
                kind?: "approvals" | "rule" | "vendor" | "field" | "constant_field";
                /** @description The rule, product or field. Omitted for approvals. */
                key?: string;
                /** @description Length of the window. Omitted for `constant_field`, which is of 30 decisions in a row or more. */
                days?: number;
                /** @description Decisions, or pulls, in the window. */
                decisions?: number;
                /** @description Share on the same days of the four weeks before. Shares have three digits; to callers that cannot read executions they are multiples of 0.05. */
                share_before?: number;
                /** @description Share in the window. */
                share_now?: number;
                /** @description For a field, the population stability index: above 0.2 its values differ. */
                psi?: number;
                /** @description For a `constant_field`: true if it has no value any more. */
                is_empty?: boolean;
            };
        };
        /** @description Drifts of live decisions. */
        DriftStatistics: {
            /** @constant */
            object: "drift_statistics";
            /** @description Those that go on first, then those that ended in the last 30 days; the newest first, 100 at most. */
            drifts: {
                /** @description Drift. */
                id: number;
                /** @description Workflow. */
                workflow_id: number;
                /** @description Version that was live. */
                workflow_version: number;
                /** @description The rule, product or field; null for approvals. */
                key: string | null;
                /** @description Sentence of the rule; null if there is none, or without the scope `workflows:read`. */
                text: string | null;
                /**
                 * Format: date-time
                 * @description When it was found.
                 */
                begun_at: string;
                /**
                 * Format: date-time
                 * @description When it was so no longer.
                 */
                ended_at: string | null;
                /**
                 * @description The kind of drift. It is in the share of approvals, in the share that a rule decided, in the share of failed pulls of a product, or in the values of a field, which may now be one value or none.
                 * @enum {string}
                 */
                kind: "approvals" | "rule" | "vendor" | "field" | "constant_field";
                /** @description Length of the window. Omitted for `constant_field`, which is of 30 decisions in a row or more. */
                days?: number;
                /** @description Decisions, or pulls, in the window. */
                decisions?: number;
                /** @description Share on the same days of the four weeks before. Shares have three digits; to callers that cannot read executions they are multiples of 0.05. */
                share_before?: number;
                /** @description Share in the window. */
                share_now?: number;
                /** @description For a field, the population stability index: above 0.2 its values differ. */
                psi?: number;
                /** @description For a `constant_field`: true if it has no value any more. */
                is_empty?: boolean;
            }[];
        };
        /** @description A request to forget a person. */
        Erasure: {
            /** @constant */
            object: "erasure";
            /** @description Id. */
            id: number;
            /** @description The person. */
            applicant_id: number;
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "no_longer_needed" | "consent_withdrawn" | "objection" | "unlawful" | "asked_by_person" | "court_order";
            /** @description True if executions that had not ended were cancelled. */
            cancel: boolean;
            /**
             * @description `accepted`: nothing is done yet. `waiting`: a letter is owed, or a run has not ended; the rest is gone. `kept`: all that could go is gone, and each execution that is left has a day. `on_hold`: a legal hold keeps what is left. `completed`: nothing is left.
             * @enum {string}
             */
            status: "accepted" | "waiting" | "kept" | "on_hold" | "completed";
            /**
             * Format: date-time
             * @description When it was asked.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When nothing was left.
             */
            completed_at: string | null;
        };
        /** @description A request to forget a person, with what became of each execution. */
        ErasureDetail: {
            /** @constant */
            object: "erasure";
            /** @description Id. */
            id: number;
            /** @description The person. */
            applicant_id: number;
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "no_longer_needed" | "consent_withdrawn" | "objection" | "unlawful" | "asked_by_person" | "court_order";
            /** @description True if executions that had not ended were cancelled. */
            cancel: boolean;
            /**
             * @description `accepted`: nothing is done yet. `waiting`: a letter is owed, or a run has not ended; the rest is gone. `kept`: all that could go is gone, and each execution that is left has a day. `on_hold`: a legal hold keeps what is left. `completed`: nothing is left.
             * @enum {string}
             */
            status: "accepted" | "waiting" | "kept" | "on_hold" | "completed";
            /**
             * Format: date-time
             * @description When it was asked.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When nothing was left.
             */
            completed_at: string | null;
            /** @description Each execution of the person, the oldest first. */
            executions: {
                /** @description The execution. */
                execution_id: number;
                /**
                 * @description `letter`: one is owed, or waits to be sent. `run`: it has not ended. `count`: statistics have not counted it yet. `hold`: a legal hold.
                 * @enum {string|null}
                 */
                waits_for: "letter" | "run" | "count" | "hold" | null;
                /**
                 * Format: date-time
                 * @description When it goes, because something keeps it until then.
                 */
                kept_until: string | null;
                /** @description Reasons to keep it, the longest first. */
                kept_for: {
                    /** @description A duty of `data/notices/record-keeping.json`, or `claims`. */
                    rule: string;
                    /**
                     * @description `must`: the law. `may`: the choice of the account (`claims_months`).
                     * @enum {string}
                     */
                    kind: "must" | "may";
                    /**
                     * Format: date-time
                     * @description The first moment at which it may go.
                     */
                    until: string;
                    /** @description In words. */
                    why: string;
                    /** @description Its source. */
                    citation: string;
                }[];
                /**
                 * Format: date-time
                 * @description When it was emptied.
                 */
                erased_at: string | null;
                /** @description How many of each were emptied or removed. */
                emptied: {
                    /** @description Steps of its run, with their reports and values. */
                    steps: number;
                    /** @description PDFs of reports. */
                    reports: number;
                    /** @description Letters and what was enclosed. */
                    letters: number;
                    /** @description E-mails. */
                    mails: number;
                    /** @description Bodies of webhook events. */
                    events: number;
                    /** @description Reviewers' notes. */
                    notes: number;
                } | null;
            }[];
            /** @description The signed receipt. Anybody can verify it with the keys of `/.well-known/cascade-evidence.json`. */
            receipt: {
                /** @description The receipt, as JSON text: these bytes are signed. */
                document: string;
                /**
                 * @description Algorithm of the signature.
                 * @enum {string}
                 */
                algorithm: "Ed25519";
                /** @description The key that signed. */
                key_id: string;
                /** @description Base64 of the signature of `cascade-erasure/1 <key_id> <SHA-256 of the document in hex>`. */
                signature: string;
            } | null;
        };
        ErrorEnvelope: {
            /** @description The error. */
            error: {
                /**
                 * @description Stable; branch on it.
                 * @enum {string}
                 */
                code: "malformed_request" | "unauthorized" | "token_expired" | "insufficient_scope" | "activation_forbidden" | "activation_needs_approval" | "examples_fail" | "activation_already_requested" | "activation_not_pending" | "approver_wrote_it" | "address_not_confirmed" | "sign_in_again" | "not_your_request" | "production_access_required" | "live_mode_forbidden" | "not_found" | "request_timeout" | "method_not_allowed" | "idempotency_conflict" | "workflow_not_active" | "execution_not_cancellable" | "executions_in_flight" | "execution_erased" | "execution_not_reevaluable" | "count_changed" | "not_awaiting_review" | "review_not_pending" | "review_unspecified" | "assigned_elsewhere" | "already_approved" | "approvals_missing" | "delivery_not_retryable" | "batch_not_cancellable" | "batch_not_resumable" | "batch_not_retryable" | "subscription_limit_reached" | "field_in_use" | "product_in_use" | "precondition_required" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "missing_idempotency_key" | "too_much_work" | "workflow_not_runnable" | "rules_not_editable" | "generation_failed" | "rate_limited" | "headers_too_large" | "internal_error" | "service_unavailable";
                /** @description The error as a sentence; its words may change. */
                message: string;
                /** @description Every field that is wrong, at most 100; empty if the error concerns no field. */
                details: {
                    /** @description Dotted path with indexes in the body, name of a header, or name of a query parameter. */
                    field: string;
                    /** @description The fault of the member. */
                    message: string;
                }[];
                /** @description Correlation id; also the header `X-Request-Id`. */
                request_id: string;
                /**
                 * Format: uri
                 * @description Page about the code.
                 */
                doc_url: string;
            };
        };
        /**
         * Eviction history
         * @description Eviction cases found for one person.
         */
        EvictionHistoryOutput: {
            /**
             * Result of the eviction search
             * @description Says if records were found.
             * @enum {string}
             */
            status?: "clear" | "records_found";
            /**
             * Search date
             * Format: date
             * @description Date of the search.
             */
            searched_on?: string;
            /**
             * Places in which eviction cases were searched
             * @description Where cases were searched, as ISO 3166-2 codes.
             */
            jurisdictions_searched?: string[];
            /**
             * Number of eviction filings
             * @description Eviction cases filed, however they ended.
             */
            filings_count: number;
            /**
             * Eviction filings in the last 24 months
             * @description Cases filed in the last 24 months.
             */
            filings_last_24_months?: number;
            /**
             * Number of eviction judgments
             * @description Cases that ended in a judgment for the landlord.
             */
            judgments_count: number;
            /**
             * Most recent filing date
             * Format: date
             * @description Date of the most recent filing; null without one.
             */
            most_recent_filing_on?: string | null;
            /**
             * Months since most recent filing
             * @description Whole months since the most recent filing; null without one. Unit: months.
             */
            months_since_most_recent_filing?: number | null;
            /**
             * Judgment balance
             * @description Sum of the judgments that are not satisfied. Unit: USD.
             */
            judgment_balance_usd?: number;
            /**
             * Eviction cases
             * @description The cases, most recent first.
             */
            records?: {
                /**
                 * Filing date
                 * Format: date
                 * @description Date of filing.
                 */
                filed_on: string;
                /**
                 * Jurisdiction
                 * @description ISO 3166-2 code.
                 */
                jurisdiction?: string;
                /**
                 * Court
                 * @description Name of the court.
                 */
                court?: string;
                /**
                 * Case number
                 * @description The court's number of the case.
                 */
                case_number?: string;
                /**
                 * Plaintiff
                 * @description Who filed it.
                 */
                plaintiff?: string;
                /**
                 * Cause
                 * @description Ground of the claim.
                 * @enum {string}
                 */
                cause?: "nonpayment" | "holdover" | "lease_violation";
                /**
                 * Disposition
                 * @description How the case ended.
                 * @enum {string}
                 */
                disposition: "judgment_for_landlord" | "judgment_for_tenant" | "settled" | "dismissed" | "pending";
                /**
                 * Judgment
                 * @description Amount of the judgment; null without one. Unit: USD.
                 */
                judgment_usd?: number | null;
                /**
                 * Payment of the judgment
                 * @description True if the judgment was paid.
                 */
                satisfied?: boolean;
            }[];
        };
        /** @description An example that was added, changed or removed. */
        ExampleChange: {
            /** @description The example. */
            example_id: number;
            /**
             * @description The change.
             * @enum {string}
             */
            change: "added" | "changed" | "removed";
            /** @description An example without its applicant; null: it was not there, or is there no more. */
            before: {
                /** @description Its name. */
                name: string;
                /**
                 * Format: date
                 * @description The day on which the person applies.
                 */
                as_of: string;
                /** @description The expected result. */
                expected: {
                    /**
                     * @description `review`: it stops at a person whose decision is not given.
                     * @enum {string}
                     */
                    outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                    /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                    rule?: string;
                    /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                    reasons?: string[];
                };
            } | null;
            /** @description An example without its applicant; null: it was not there, or is there no more. */
            after: {
                /** @description Its name. */
                name: string;
                /**
                 * Format: date
                 * @description The day on which the person applies.
                 */
                as_of: string;
                /** @description The expected result. */
                expected: {
                    /**
                     * @description `review`: it stops at a person whose decision is not given.
                     * @enum {string}
                     */
                    outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                    /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                    rule?: string;
                    /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                    reasons?: string[];
                };
            } | null;
            /** @description Its payload, reports or decisions are others. */
            applicant_changed: boolean;
            /** @description All users who changed it since. */
            changed_by_user_ids: number[];
            /**
             * Format: date-time
             * @description When it was last changed.
             */
            changed_at: string;
        };
        /** @description The result of the cascade for one example. */
        ExampleResult: {
            /** @description The example. */
            example_id: number;
            /** @description Its name. */
            name: string;
            /** @description It does as expected. */
            passes: boolean;
            /** @description The expected result. */
            expected: {
                /**
                 * @description `review`: it stops at a person whose decision is not given.
                 * @enum {string}
                 */
                outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                rule?: string;
                /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                reasons?: string[];
            };
            /** @description The result in the form of `expected`; null if it cannot be tried, which `differences` explain. */
            got: {
                /**
                 * @description `review`: it stops at a person whose decision is not given.
                 * @enum {string}
                 */
                outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                rule?: string;
                /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                reasons?: string[];
            } | null;
            /** @description How it differs from what is expected; empty if it passes. */
            differences: string[];
        };
        /** @description Results of the examples with one version of the cascade. */
        ExampleResults: {
            /** @constant */
            object: "example_results";
            /** @description Number of examples that pass. */
            passed: number;
            /** @description Number of examples that fail. */
            failed: number;
            /** @description One for each, those that fail first. */
            results: components["schemas"]["ExampleResult"][];
        };
        /** @description One run of a cascade for one applicant. */
        Execution: {
            /** @constant */
            object: "execution";
            /** @description Id. */
            id: number;
            /** @description Cascade that it runs. */
            workflow_id: number;
            /** @description Version of the definition that it runs. */
            workflow_version: number;
            /** @description Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared. */
            dictionary_version: number | null;
            /**
             * @description Poll until it leaves `queued`, `pending`, `running` and `waiting`.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description `api_client:<client id>:<Idempotency-Key>`; batch rows have none. */
            execution_key: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /**
             * @description `test`: synthetic reports, never billed.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description State of the human review.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            pending_review: components["schemas"]["PendingReview"];
            /**
             * @description The most severe outcome so far.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description Batch whose row it is. */
            batch_execution_id: number | null;
            /** @description Execution that it re-evaluates. */
            re_evaluated_from: number | null;
            /**
             * Format: date-time
             * @description Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until the run begins.
             */
            notice_due_at: string | null;
            /** @description Adverse-action notices that are due and have not gone out, once the execution has ended. */
            notices_due: components["schemas"]["NoticeDue"][];
            /** @description Reports that vendors make in their own time, while the status stays `running`. */
            pending_reports: components["schemas"]["PendingReport"][];
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a terminal status.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string | null;
            /** @description Reviewer who claimed it. */
            assigned_to_user_id: number | null;
            /** @description For a failed execution, the code of its first failed step, or `internal_error` if no step failed; else null. */
            error_code: string | null;
            /** @description Person whom it is about (`GET /applicants/{id}`); null if its input names nobody. Only with `executions:read:full`. */
            applicant_id?: number | null;
            /** @description Name of the applicant; only in lists, with the scope `executions:read:full`. Identifiers in it are masked without `pii:read`. */
            applicant_name?: string | null;
            /** @description What that step says, in words. Only in lists and in an execution that is read, with the scope `executions:read:full`. Numbers of the applicant are always masked in lists, and it is null there if the input is too large for that. */
            error?: string | null;
        };
        /** @description Two executions beside each other. */
        ExecutionComparison: {
            /** @constant */
            object: "execution_comparison";
            /** @description The execution in the path. */
            left: {
                /** @description Execution. */
                id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Version of the cascade. */
                workflow_version: number;
                /**
                 * @description Status.
                 * @enum {string}
                 */
                status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
                /**
                 * @description State of the human review.
                 * @enum {string}
                 */
                review_status: "none" | "in_review" | "approved" | "denied";
                /**
                 * @description Outcome.
                 * @enum {string|null}
                 */
                outcome: "approved" | "conditional" | "denied" | null;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                completed_at: string | null;
                /** @description Reasons of its notices. */
                reasons: unknown[];
                /** @description Values that a person corrected before it ran. */
                corrections: components["schemas"]["Correction"][];
            };
            /** @description The execution in the query. */
            right: {
                /** @description Execution. */
                id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Version of the cascade. */
                workflow_version: number;
                /**
                 * @description Status.
                 * @enum {string}
                 */
                status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
                /**
                 * @description State of the human review.
                 * @enum {string}
                 */
                review_status: "none" | "in_review" | "approved" | "denied";
                /**
                 * @description Outcome.
                 * @enum {string|null}
                 */
                outcome: "approved" | "conditional" | "denied" | null;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                completed_at: string | null;
                /** @description Reasons of its notices. */
                reasons: unknown[];
                /** @description Values that a person corrected before it ran. */
                corrections: components["schemas"]["Correction"][];
            };
            /** @description True if both run one cascade. */
            is_same_workflow: boolean;
            /** @description True if both run one version of it. */
            is_same_version: boolean;
            /** @description True if their outcomes are equal. */
            is_same_outcome: boolean;
            /** @description Nodes whose output differs, or that ran in one of them only. */
            nodes: {
                /** @description Node. */
                node_id: string;
                /** @description True if it ran. */
                ran: {
                    /** @description True if it ran there. */
                    left: boolean;
                    /** @description True if it ran there. */
                    right: boolean;
                };
                /** @description Branch taken; null if the node is not an IfElse. */
                branch: {
                    /** @description Branch. */
                    left: string | null;
                    /** @description Branch. */
                    right: string | null;
                };
                /** @description Conditions that differ. */
                conditions: {
                    /** @description A JSON value, or null if there is none. */
                    branch: unknown;
                    /** @description A JSON value, or null if there is none. */
                    group: unknown;
                    /** @description A JSON value, or null if there is none. */
                    source_node_id: unknown;
                    /** @description A JSON value, or null if there is none. */
                    field: unknown;
                    /** @description A JSON value, or null if there is none. */
                    operator: unknown;
                    /** @description Required value. */
                    required: {
                        /** @description A JSON value, or null if there is none. */
                        left: unknown;
                        /** @description A JSON value, or null if there is none. */
                        right: unknown;
                    };
                    /** @description Actual value. */
                    actual: {
                        /** @description A JSON value, or null if there is none. */
                        left: unknown;
                        /** @description A JSON value, or null if there is none. */
                        right: unknown;
                    };
                    /** @description True if it matched. */
                    result: {
                        /** @description A JSON value, or null if there is none. */
                        left: unknown;
                        /** @description A JSON value, or null if there is none. */
                        right: unknown;
                    };
                }[];
                /** @description Values that differ, by path; the first 200. */
                values: {
                    /** @description Dotted path in the output. */
                    path: string;
                    /** @description A JSON value, or null if there is none. */
                    left: unknown;
                    /** @description A JSON value, or null if there is none. */
                    right: unknown;
                }[];
                /** @description How many values differ. */
                differences: number;
            }[];
            /** @description Nodes whose output is the same. */
            unchanged_nodes: string[];
        };
        ExecutionCompletedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "execution.completed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /**
                 * @description Mode.
                 * @enum {string}
                 */
                execution_mode?: "test" | "live";
                /** @description Status. */
                status?: string;
                /**
                 * @description State of the human review.
                 * @enum {string}
                 */
                review_status?: "none" | "in_review" | "approved" | "denied";
                /**
                 * @description The most severe outcome.
                 * @enum {string}
                 */
                outcome?: "approved" | "conditional" | "denied";
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                completed_at?: string;
                /** @description Retries of a batch row; omitted if there were none. */
                retry_count?: number;
            };
        };
        /** @description An execution in full. `step_outputs`, `failed_steps`, `corrections`, `corrected_reports` and `error` come with the scope `executions:read:full` only. */
        ExecutionDetail: {
            /** @constant */
            object: "execution";
            /** @description Id. */
            id: number;
            /** @description Cascade that it runs. */
            workflow_id: number;
            /** @description Version of the definition that it runs. */
            workflow_version: number;
            /** @description Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared. */
            dictionary_version: number | null;
            /**
             * @description Poll until it leaves `queued`, `pending`, `running` and `waiting`.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description `api_client:<client id>:<Idempotency-Key>`; batch rows have none. */
            execution_key: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /**
             * @description `test`: synthetic reports, never billed.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description State of the human review.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            pending_review: components["schemas"]["PendingReview"];
            /**
             * @description The most severe outcome so far.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description Batch whose row it is. */
            batch_execution_id: number | null;
            /** @description Execution that it re-evaluates. */
            re_evaluated_from: number | null;
            /**
             * Format: date-time
             * @description Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until the run begins.
             */
            notice_due_at: string | null;
            /** @description Adverse-action notices that are due and have not gone out, once the execution has ended. */
            notices_due: components["schemas"]["NoticeDue"][];
            /** @description Reports that vendors make in their own time, while the status stays `running`. */
            pending_reports: components["schemas"]["PendingReport"][];
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a terminal status.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string | null;
            /** @description Reviewer who claimed it. */
            assigned_to_user_id: number | null;
            /** @description For a failed execution, the code of its first failed step, or `internal_error` if no step failed; else null. */
            error_code: string | null;
            /** @description Person whom it is about (`GET /applicants/{id}`); null if its input names nobody. Only with `executions:read:full`. */
            applicant_id?: number | null;
            /** @description Name of the applicant; only in lists, with the scope `executions:read:full`. Identifiers in it are masked without `pii:read`. */
            applicant_name?: string | null;
            /** @description What that step says, in words. Only in lists and in an execution that is read, with the scope `executions:read:full`. Numbers of the applicant are always masked in lists, and it is null there if the input is too large for that. */
            error?: string | null;
            /** @description The payload, flat, and what was resolved: `execution_mode`, `submitted_by_user_id`, `user_approved` (null until a review decides), `external_reference`, `allow_inactive`, `sandbox_replay`. A value that the caller may not see is a text that begins with `***`, whatever its type was. */
            input_context: {
                [key: string]: unknown;
            };
            /** @description Joins that were reached and still wait for other branches. */
            held_nodes: string[];
            /**
             * Format: date-time
             * @description When the person was forgotten (`POST /applicants/{id}/erasures`): nothing here leads to them any more.
             */
            erased_at: string | null;
            /**
             * Format: date-time
             * @description When the applicant was redacted under the retention rules: input, reports, values, notes and the texts of errors are gone since then; decisions and times stay.
             */
            redacted_at: string | null;
            /** @description Executions that re-evaluate this one, the first 100. */
            re_evaluated_as: number[];
            /** @description Output of the last visit of each node, by node id. */
            step_outputs?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Steps that failed for good, the first to fail first. */
            failed_steps?: components["schemas"]["FailedStep"][];
            /** @description Values that a person corrected before it ran, those of the executions that it evaluates again too. */
            corrections?: components["schemas"]["Correction"][];
            /** @description Reports that their vendors have corrected since, which changed nothing here. A re-evaluation uses them. */
            corrected_reports?: {
                /** @description The node that pulled it. */
                node_id: string;
                /** @description The visit of the node. */
                visit: number;
                /**
                 * Format: date-time
                 * @description When the vendor last corrected it.
                 */
                corrected_at: string;
                /** @description Members of the report that differ. */
                changes: {
                    /** @description Its name. */
                    field: string;
                    /** @description The value as it was reported; null if there was none. */
                    reported: unknown;
                    /** @description The value as it is now; null if there is none. */
                    corrected_to: unknown;
                }[];
            }[];
        };
        /** @description Why the notices of an execution were issued. */
        ExecutionExplanation: {
            /** @constant */
            object: "execution_explanation";
            /** @description Execution. */
            execution_id: number;
            /** @description Version of the data dictionary with which it speaks. Null: nothing was declared. */
            dictionary_version: number | null;
            /** @description The rules that decided, or that ask a person: more than one where rules stand together. Empty where what was taken is no list of rules. */
            rules: components["schemas"]["DecidingRule"][];
            /** @description The notices, oldest first; empty if there is none. */
            notices: {
                /** @description Node. */
                node_id: string;
                /** @description 1 for the first run of the node. */
                visit: number;
                /** @description The action taken. */
                action_taken: string;
                /** @description The principal reasons as the notice gives them. */
                reasons: string[];
                /** @description True if the notice goes to everybody who reaches it, so no condition decided. */
                unconditional: boolean;
                /** @description The steps that led to the notice, in the order in which they began. */
                way: {
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                    /** @description Label of the node, or its id. */
                    name: string;
                    /** @description Kind of the node. */
                    kind: string;
                }[];
                /** @description The choices that decided: those for which another outcome would have been better. Nearest to the notice first. */
                choices: {
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                    /** @description Label of the node, or its id. */
                    name: string;
                    /**
                     * @description The outcome whose steps ran; `fail` after a denial.
                     * @enum {string}
                     */
                    taken: "pass" | "human_review" | "fail";
                    /** @description The outcomes that would have been better. */
                    better: ("pass" | "human_review" | "fail")[];
                    /** @description Every condition of the node, as it was compared. */
                    conditions: {
                        /**
                         * @description Branch that it belongs to.
                         * @enum {string}
                         */
                        branch: "pass" | "human_review";
                        /** @description Index of its group. */
                        group: number;
                        /** @description Node whose output was read, or `context`. */
                        source_node_id: string;
                        /** @description Field that was read; of a list the figure that was compared (`tradelines.max.days_past_due`). */
                        field: string;
                        /** @description For a figure of some items of a list, the comparisons that these meet. Null if it is of all items, or of no list. */
                        where: unknown;
                        /** @description How many items a figure is made of; null for any other value. */
                        items: number | null;
                        /** @description How it was compared. */
                        operator: string;
                        /** @description The value that it was compared with. */
                        required: unknown;
                        /** @description Where that value came from, if it is another one (`source_node_id`, `field`, `times`, `plus`, `actual`); null if the definition has it. */
                        value_from: unknown;
                        /** @description The value that was read. */
                        actual: unknown;
                        /** @description True if there was no value. */
                        missing: boolean;
                        /** @description Whether it held; null if that depends on a value that cannot be compared, or that is missing where a person was asked then. */
                        result: boolean | null;
                        /**
                         * @description The result of its group without the value, if it depends on one that is missing.
                         * @enum {string|null}
                         */
                        on_missing: "goes_on" | "review" | "deny" | null;
                        /** @description The value that cannot be compared. Null if there is none. */
                        not_comparable: {
                            /** @description Node whose output it is in, or `context`. */
                            source_node_id: string;
                            /** @description Where it is there, list indexes included: `jobs.1.pay`. */
                            path: string;
                            /**
                             * @description The value that it would need.
                             * @enum {string}
                             */
                            expected: "number" | "date" | "number_or_date" | "yes_or_no" | "text" | "text_or_list" | "list";
                        } | null;
                        /** @description True if it is one of those that decided. */
                        decided: boolean;
                        /** @description The comparison in words. */
                        text: string;
                    }[];
                    /** @description The denials that decided. */
                    reviews: {
                        /** @description Node. */
                        node_id: string;
                        /** @description 1 for the first run of the node. */
                        visit: number;
                        /**
                         * @description Always `denied`.
                         * @enum {string}
                         */
                        decision: "denied";
                        /** @description Who denied. */
                        decided_by_user_id: number | null;
                        /** @description When. */
                        decided_at: string | null;
                        /** @description The reviewer's note. It never stands on a notice. */
                        note: string | null;
                        /** @description The reviewer's reasons. */
                        reasons: string[];
                    }[];
                }[];
                /** @description The reports on which the notice rests. */
                reports_used: {
                    /** @description Product. */
                    product_code: string;
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                }[];
                /** @description Changes that would have avoided the notice. */
                would_have_changed: {
                    /** @description The smallest set of values that would have had to be others, all decisions standing; empty if none would do. */
                    values: {
                        /** @description Node whose output it is, or `context`. */
                        source_node_id: string;
                        /** @description The run of that node; null for what the caller sent. */
                        visit: number | null;
                        /** @description Field. */
                        field: string;
                        /** @description As of a condition. */
                        where: unknown;
                        /** @description The value that it had. */
                        actual: unknown;
                        /** @description A value with which the outcome would have been another. */
                        value: unknown;
                        /** @description As of a condition. */
                        value_from: unknown;
                        /** @description The requirement in words. */
                        text: string;
                    }[];
                    /** @description False if the set may not be the smallest one; still, none of its values could be left out. */
                    exact: boolean;
                    /**
                     * @description Where these values lead: to a reviewer, to an offer on other terms, to an approval, to a report that was never pulled, or only not to this notice; null without values.
                     * @enum {string|null}
                     */
                    leads_to: "review" | "conditional" | "approved" | "report" | "no_notice" | null;
                    /** @description Reviews that would have avoided the notice if they alone had been decided otherwise. */
                    decisions: {
                        /** @description Node. */
                        node_id: string;
                        /** @description 1 for the first run of the node. */
                        visit: number;
                        /**
                         * @description The other decision.
                         * @enum {string}
                         */
                        decision: "approved";
                    }[];
                };
                /** @description The explanation in sentences. */
                summary: string[];
            }[];
        };
        ExecutionFailedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "execution.failed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /**
                 * @description Mode.
                 * @enum {string}
                 */
                execution_mode?: "test" | "live";
                /** @description Status. */
                status?: string;
                /**
                 * @description State of the human review.
                 * @enum {string}
                 */
                review_status?: "none" | "in_review" | "approved" | "denied";
                /**
                 * @description The most severe outcome.
                 * @enum {string}
                 */
                outcome?: "approved" | "conditional" | "denied";
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                completed_at?: string;
                /** @description Retries of a batch row; omitted if there were none. */
                retry_count?: number;
                /** @description Message of the first error. */
                first_error_message?: string;
            };
        };
        /** @description An execution as a trigger returns it. */
        ExecutionSummary: {
            /** @constant */
            object: "execution";
            /** @description Id. */
            id: number;
            /** @description Cascade that it runs. */
            workflow_id: number;
            /** @description Version of the definition that it runs. */
            workflow_version: number;
            /** @description Version of the data dictionary when it was accepted: its letters say what that declares. Null: nothing was declared. */
            dictionary_version: number | null;
            /**
             * @description Poll until it leaves `queued`, `pending`, `running` and `waiting`.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description `api_client:<client id>:<Idempotency-Key>`; batch rows have none. */
            execution_key: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /**
             * @description `test`: synthetic reports, never billed.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description State of the human review.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            pending_review: components["schemas"]["PendingReview"];
            /**
             * @description The most severe outcome so far.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description Batch whose row it is. */
            batch_execution_id: number | null;
            /** @description Execution that it re-evaluates. */
            re_evaluated_from: number | null;
            /**
             * Format: date-time
             * @description Credit: when the applicant has to be told what was decided (12 CFR 1002.9(a)(1)); null for anything else, and until the run begins.
             */
            notice_due_at: string | null;
            /** @description Adverse-action notices that are due and have not gone out, once the execution has ended. */
            notices_due: components["schemas"]["NoticeDue"][];
            /** @description Reports that vendors make in their own time, while the status stays `running`. */
            pending_reports: components["schemas"]["PendingReport"][];
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it reached a terminal status.
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string | null;
            /** @description Only in the response that accepts it, and only if there are some: members of what was sent that do not count as they were sent. The first 100. */
            warnings?: components["schemas"]["PayloadWarning"][];
        };
        /** @description The events of an execution, with their times. */
        ExecutionTimeline: {
            /** @constant */
            object: "execution_timeline";
            /** @description Execution. */
            execution_id: number;
            /** @description Cascade that it ran. */
            workflow_id: number;
            /** @description Version of it. */
            workflow_version: number;
            /** @description Name of that version. */
            workflow_name: string | null;
            /**
             * @description Status.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /**
             * Format: date-time
             * @description When it was accepted.
             */
            accepted_at: string;
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended.
             */
            completed_at: string | null;
            /** @description Reports that vendors make in their own time, while the status stays `running`. */
            pending_reports: components["schemas"]["PendingReport"][];
            /** @description The cascade as it was run, also if it was changed or deleted since: its nodes and the ways between them. */
            nodes: {
                /** @description Node. */
                id: string;
                /** @description Its name; its id if it has none. */
                name: string;
                /** @description Kind of the node. */
                kind: string;
                /** @description True if the run begins there. */
                is_entry: boolean;
                /** @description Ways out, in the order in which they are run. */
                ways: {
                    /**
                     * @description `jump`: of a GoTo.
                     * @enum {string}
                     */
                    key: "next_step" | "pass_steps" | "human_review_steps" | "fail_steps" | "jump";
                    /** @description Node to which it leads. */
                    to: string;
                }[];
            }[];
            /** @description Visits of nodes, in the order in which they began. */
            steps: {
                /** @description Node. */
                node_id: string;
                /** @description 1 for the first run of the node. */
                visit: number;
                /**
                 * @description How it went.
                 * @enum {string}
                 */
                status: "running" | "succeeded" | "failed" | "cancelled";
                /** @description The branch of an IfElse: `pass`, `human_review` or `fail`; null for other nodes. */
                branch: string | null;
                /** @description The visits from which it was reached; empty of the first one. */
                caused_by: {
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                }[];
                /** @description Attempts; 0 of what needs none. */
                attempts: number;
                /** @description Why it failed. */
                error_code: string | null;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                began_at: string | null;
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                ended_at: string | null;
            }[];
            /** @description Requests of the run to the outside world: pulls, letters, mail, notifications. */
            effects: {
                /** @description Id. */
                id: number;
                /** @description Node. */
                node_id: string;
                /** @description 1 for the first run of the node. */
                visit: number;
                /**
                 * @description Kind of effect.
                 * @enum {string}
                 */
                kind: "live_pull" | "mail" | "notification" | "notice";
                /**
                 * @description `delegated`: begun, and another service is at it or a vendor.
                 * @enum {string}
                 */
                status: "intended" | "begun" | "delegated" | "done" | "failed" | "cancelled";
                /** @description Attempts. */
                attempts: number;
                /** @description Why it failed. */
                error_code: string | null;
                /**
                 * Format: date-time
                 * @description When the run asked for it.
                 */
                intended_at: string;
                /**
                 * Format: date-time
                 * @description When it was begun.
                 */
                begun_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was done, failed or was called off.
                 */
                finished_at: string | null;
                /**
                 * Format: date-time
                 * @description When the report of a pull came though nobody waited for it any more: it was billed and kept, and changed nothing.
                 */
                report_came_at: string | null;
                /**
                 * Format: date-time
                 * @description When its vendor last corrected the report: that is kept, and changed nothing. A re-evaluation uses it.
                 */
                report_corrected_at: string | null;
                /** @description Members of the report that the last correction changed. Null without a correction, or without the scope `executions:read:full`. */
                report_corrected_fields: string[] | null;
            }[];
            /** @description Acts of people and of the service on its reviews. `GET /executions/{id}/review_events` has the notes. */
            reviews: {
                /** @description Id. */
                id: number;
                /**
                 * @description Type.
                 * @enum {string}
                 */
                event_type: "flagged" | "assigned" | "unassigned" | "approved" | "denied" | "note_added" | "re_evaluated" | "adverse_action_drafted" | "adverse_action_sent" | "adverse_action_skipped" | "adverse_action_replayed" | "application_answered" | "reminded" | "approval_added" | "moved" | "snoozed";
                /** @description Node that asked, where there is one. */
                node_id: string | null;
                /**
                 * @description The subject of the review; null if it is about none.
                 * @enum {string|null}
                 */
                kind: "decision" | "notice" | null;
                /** @description Who acted; null if the service did. */
                actor: {
                    /** @description User. */
                    id: number;
                    /** @description Name. */
                    name: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description When.
                 */
                created_at: string;
            }[];
            /** @description Events that subscriptions were told, with each delivery. */
            events: {
                /** @description Id (UUID), as in the delivery. */
                id: string;
                /**
                 * @description Event.
                 * @enum {string}
                 */
                name: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted";
                /**
                 * Format: date-time
                 * @description When it was written.
                 */
                created_at: string;
                /** @description One for each subscription. */
                deliveries: {
                    /** @description Id. */
                    id: number;
                    /** @description Subscription. */
                    subscription_id: number;
                    /**
                     * @description Status.
                     * @enum {string}
                     */
                    status: "pending" | "retrying" | "succeeded" | "failed" | "dead";
                    /** @description Attempts so far. */
                    attempts: number;
                    /** @description HTTP status of the last attempt. */
                    last_response_status: number | null;
                    /**
                     * Format: date-time
                     * @description When it was made.
                     */
                    created_at: string;
                    /**
                     * Format: date-time
                     * @description When it was last attempted.
                     */
                    last_attempt_at: string | null;
                    /**
                     * Format: date-time
                     * @description When it succeeded.
                     */
                    delivered_at: string | null;
                }[];
            }[];
            /** @description Letters and mail as they left, and what came back of them. No addresses. */
            mails: {
                /** @description Node. */
                node_id: string;
                /** @description 1 for the first run of the node. */
                visit: number;
                /**
                 * @description Kind of mail.
                 * @enum {string}
                 */
                kind: "mail" | "notification" | "notice";
                /**
                 * Format: date-time
                 * @description When its bytes were fixed.
                 */
                written_at: string;
                /**
                 * Format: date-time
                 * @description When the mail server took it.
                 */
                accepted_at: string | null;
                /**
                 * Format: date-time
                 * @description When it was made a file in place of being sent: the account has no production access.
                 */
                kept_at: string | null;
                /** @description That file. */
                mail_artifact_id: number | null;
                /**
                 * @description The report that came back.
                 * @enum {string|null}
                 */
                report: "bounce" | "undelivered" | "complaint" | null;
                /** @description Enhanced status code (RFC 3463), such as 5.1.1. */
                report_status: string | null;
                /**
                 * Format: date-time
                 * @description When it came back.
                 */
                reported_at: string | null;
            }[];
            /** @description True if a list has 1,000 entries, the most it can, and may lack the rest. */
            truncated: boolean;
        };
        /** @description A step that failed for good. */
        FailedStep: {
            /** @description Node. */
            node_id: string;
            /** @description Type of the node. */
            type: string;
            /** @description Stable error code of the step. */
            code: string;
            /** @description The error as a sentence. */
            message: string;
            /** @description Number of attempts. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it failed for good.
             */
            failed_at: string | null;
        };
        /** @description The declaration of a field of the payload. A member that is left out says nothing. */
        Field: {
            /** @constant */
            object: "field";
            /** @description Number of the declaration. It changes with every change of the declaration. */
            id: number;
            /** @description Path of the field in the payload, such as `applicant.ltv_percent`. */
            path: string;
            /**
             * @description Type of its values. The type of an object that describes a person is `person`.
             * @enum {unknown}
             */
            type: "number" | "integer" | "text" | "date" | "date_time" | "yes_no" | "object" | "person" | "list";
            /** @description One line, as a letter prints it: `Loan to value`. */
            label?: string;
            /** @description Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars. */
            unit?: string;
            /** @description The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person. */
            of_person?: string;
            /**
             * @description Kind of its values. It decides who sees them; a value without a declared kind is hidden.
             * @enum {unknown}
             */
            kind?: "fact" | "name" | "contact" | "birth" | "age" | "identifier" | "score";
            /**
             * @description Prohibited basis that the value reveals, or `proxy` if it often stands for one.
             * @enum {unknown}
             */
            basis?: "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "familial_status" | "disability" | "public_assistance" | "rights_exercised" | "proxy";
            /** @description Known values of a text. A payload with another value is accepted. */
            values?: string[];
            /** @description True: files and forms require it. A trigger accepts a payload without it. */
            required?: boolean;
            /** @description Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement. */
            reason?: {
                /** @description The value was above, or later than, what was allowed. */
                above?: string;
                /** @description The value was below, or earlier than, what was allowed. */
                below?: string;
                /** @description The text, or the yes or no, was not allowed. */
                is?: string;
                /** @description There was no value. */
                missing?: string;
            };
            /**
             * @description Type of the items of a list of values. For a list of objects, declare their members instead.
             * @enum {unknown}
             */
            item_type?: "number" | "integer" | "text" | "date" | "date_time" | "yes_no";
            /** @description Names of one item of a list and of several. */
            item?: {
                /** @description One: `job`. */
                one: string;
                /** @description Several: `jobs`. */
                many: string;
            };
            /**
             * @description An empty list counts as the best or the worst result.
             * @enum {unknown}
             */
            empty?: "best" | "worst";
            /**
             * @description A missing value counts as the best result: there is none on record.
             * @enum {unknown}
             */
            absent?: "none_on_record";
            /** @description Nouns by which policies name it, beside its label. */
            also?: string[];
            /** @description Version of the data dictionary that declared it so. */
            version: number;
            /**
             * Format: date-time
             * @description When it was declared so.
             */
            created_at: string;
        };
        /** @description Why a field is not what its name looks like. */
        FieldAnswer: {
            /** @description Path of the field in the payload. */
            path: string;
            /**
             * @description The question.
             * @enum {string}
             */
            code: "identifier" | "birth" | "contact" | "score" | "person" | "proxy" | "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "public_assistance" | "familial_status" | "disability" | "rights_exercised";
            /** @description Why not. */
            reason: string;
            /** @description User who answered. Null: a token of no user, or an operator. */
            created_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            created_at: string;
        };
        /** @description A question about a field, and its answer. */
        FieldAnswered: {
            /** @constant */
            object: "field_answer";
            /** @description Path of the field in the payload. */
            path: string;
            /**
             * @description The question.
             * @enum {string}
             */
            code: "identifier" | "birth" | "contact" | "score" | "person" | "proxy" | "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "public_assistance" | "familial_status" | "disability" | "rights_exercised";
            /** @description Why not. Null: the question is open. */
            reason: string | null;
            /** @description User who answered. */
            created_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            created_at: string | null;
        };
        /** @description Differences between a dictionary and the present one. */
        FieldChanges: {
            /** @constant */
            object: "field_changes";
            /** @description Version with which it was compared. */
            version: number;
            /** @description By path: the declaration as it is (`old`) and as it would be (`new`); null where there is none. */
            changes: {
                [key: string]: unknown;
            };
            /** @description Active cascades whose letters would say something else. */
            rewritten: {
                /** @description Id. */
                id: number;
                /** @description Name. */
                name: string;
            }[];
            /** @description Fields whose values would be shown to more people. */
            shown: string[];
            /** @description Labels by which policies in plain words cannot name their fields, at most 100. `also` can name them. */
            unsaid_labels: {
                /** @description Path of the field. */
                path: string;
                /** @description The label. */
                label: string;
                /** @description Why. */
                message: string;
                /** @description The value of a report that a policy with this label reads instead. Null if it reads none. */
                means: string | null;
            }[];
            /** @description Fields that would be declared no longer and that active cascades read: these are refused. */
            in_use: {
                /** @description Path. */
                path: string;
                /** @description Cascades that read it. */
                cascades: {
                    /** @description Id. */
                    id: number;
                    /** @description Name. */
                    name: string;
                }[];
            }[];
            /** @description True: it is refused, because showing more takes the scope `pii:read`. */
            needs_pii_read: boolean;
            /** @description True: it takes the approval of another person (`POST /field_requests`), because the account asks for four eyes. */
            needs_approval: boolean;
        };
        /** @description The data dictionary of the account. */
        FieldDictionary: {
            /** @constant */
            object: "field_dictionary";
            /** @description Its version; 0: nothing was ever declared. */
            version: number;
            /** @description How many fields are declared. */
            fields: number;
            /** @description Labels by which policies in plain words cannot name their fields, at most 100. `also` can name them. */
            unsaid_labels: {
                /** @description Path of the field. */
                path: string;
                /** @description The label. */
                label: string;
                /** @description Why. */
                message: string;
                /** @description The value of a report that a policy with this label reads instead. Null if it reads none. */
                means: string | null;
            }[];
        };
        /** @description Fields that are read or arrive and are not declared. */
        FieldProposals: {
            /** @constant */
            object: "field_proposals";
            /** @description Version of the dictionary. */
            version: number;
            /** @description How many cascades were looked at. */
            cascades: number;
            /** @description How many executions were looked at. */
            executions: number;
            /** @description By path. They decide nothing. */
            proposals: {
                /** @description Path of the field in the payload. */
                path: string;
                /** @description The words of its name, to be corrected. */
                label: string;
                /** @description True if a cascade reads it. */
                is_read: boolean;
                /** @description The JSON types that were seen, and never a value; empty if none came. */
                types: ("number" | "text" | "yes_no" | "null" | "object" | "list")[];
                /** @description What the words of the name may mean. A `kind`, a `basis` or a `type` that is declared answers them, and so does `PUT /fields/{field}/answers`. An answered question is not asked again. */
                questions: {
                    /**
                     * @description The question.
                     * @enum {string}
                     */
                    code: "identifier" | "birth" | "contact" | "score" | "person" | "proxy" | "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "public_assistance" | "familial_status" | "disability" | "rights_exercised";
                    /** @description The question in words. */
                    message: string;
                }[];
            }[];
            /** @description Open questions about fields that the account declares. */
            questions: components["schemas"]["FieldQuestion"][];
            /** @description Answers that stand. */
            answers: components["schemas"]["FieldAnswer"][];
        };
        /** @description An open question that the name of a field raises. */
        FieldQuestion: {
            /** @description Path of the field in the payload. */
            path: string;
            /**
             * @description The question.
             * @enum {string}
             */
            code: "identifier" | "birth" | "contact" | "score" | "person" | "proxy" | "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "public_assistance" | "familial_status" | "disability" | "rights_exercised";
            /** @description The question in words. */
            message: string;
        };
        /** @description A request to declare fields otherwise. */
        FieldRequest: {
            /** @constant */
            object: "field_request";
            /** @description Id. */
            id: number;
            /** @description Version of the dictionary when it was asked for. A later one supersedes the request. */
            version: number;
            /** @description Fields that it would change. */
            fields: string[];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "approved" | "refused" | "withdrawn" | "superseded";
            /** @description Note of the user who made the request. It is kept with the version. */
            note: string | null;
            /** @description User who asked. Null: an operator at the command line. */
            requested_by_user_id: number | null;
            /** @description User who approved, refused or withdrew it. */
            decided_by_user_id: number | null;
            /** @description The note of that user. */
            decision_note: string | null;
            /**
             * Format: date-time
             * @description When it was approved, refused, withdrawn or superseded.
             */
            decided_at: string | null;
            /** @description The version of the dictionary that the approval made. */
            activated_version: number | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
        };
        /** @description A request with what it changes of the version that it was made of. */
        FieldRequestDetail: {
            /** @constant */
            object: "field_request";
            /** @description Id. */
            id: number;
            /** @description Version of the dictionary when it was asked for. A later one supersedes the request. */
            version: number;
            /** @description Fields that it would change. */
            fields: string[];
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "pending" | "approved" | "refused" | "withdrawn" | "superseded";
            /** @description Note of the user who made the request. It is kept with the version. */
            note: string | null;
            /** @description User who asked. Null: an operator at the command line. */
            requested_by_user_id: number | null;
            /** @description User who approved, refused or withdrew it. */
            decided_by_user_id: number | null;
            /** @description The note of that user. */
            decision_note: string | null;
            /**
             * Format: date-time
             * @description When it was approved, refused, withdrawn or superseded.
             */
            decided_at: string | null;
            /** @description The version of the dictionary that the approval made. */
            activated_version: number | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /** @description By path: the declaration as it is (`old`) and as it would be (`new`); null where there is none. */
            changes: {
                [key: string]: unknown;
            };
            /** @description Active cascades whose letters would say something else. */
            rewritten: {
                /** @description Id. */
                id: number;
                /** @description Name. */
                name: string;
            }[];
            /** @description Fields whose values would be shown to more people. */
            shown: string[];
        };
        /** @description The cascade as it was saved. */
        GeneratedWorkflow: {
            /** @constant */
            object: "workflow";
            /** @description Id. */
            id: number;
            /** @description `CAS-` and six characters, unique in the account. */
            code: string | null;
            /** @description Name. */
            name: string;
            /** @description True: can be triggered in live mode. False: a draft, which runs in test mode only. */
            active: boolean;
            /**
             * @description A label. `event` and `scheduled` start nothing by themselves.
             * @enum {string}
             */
            trigger_type: "manual" | "event" | "scheduled";
            /** @description A label. */
            use_case: string | null;
            /** @description Number of the current definition; each one saved is kept. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            definition: components["schemas"]["CascadeDefinition"];
            /** @description Definitions that can be saved but hardly do what was meant. */
            warnings: components["schemas"]["CascadeWarning"][];
            /** @description Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked. */
            hidden_from_reviewers: components["schemas"]["HiddenField"][];
            /** @description Requirements for going live that the account or the cascade lacks at present. */
            missing_for_live: {
                /** @description The node that needs it. */
                node_id: string;
                /**
                 * @description What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed.
                 * @enum {string}
                 */
                lacks: "legal_name" | "address" | "ecoa_agency" | "agency" | "declaration" | "product" | "definition";
                /** @description The code of the product whose agency is not set, or the path that nobody declared. */
                what: string | null;
                /** @description The requirements in words. */
                message: string;
            }[];
            /** @description Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live. */
            questions: components["schemas"]["FieldQuestion"][];
            /** @description Only if `active` was not granted: why. */
            note?: string;
            examples?: components["schemas"]["SavedExamples"];
            generation: components["schemas"]["CascadeGeneration"];
        };
        /** @description A field that a choice reads and whose value a reviewer does not see. */
        HiddenField: {
            /** @description The first choice that reads it. */
            node_id: string;
            /** @description Path in the payload, or id of the node that pulls the report, and path in it. */
            field: string;
            /**
             * @description Its kind, or that nobody declared one.
             * @enum {string}
             */
            why: "not_declared" | "identifier" | "birth" | "age";
        };
        /**
         * Identity verification
         * @description How far the identity that a person gave could be confirmed.
         */
        IdentityVerificationOutput: {
            /**
             * Result of the identity verification
             * @description The result as a whole.
             * @enum {string}
             */
            overall_result: "verified" | "partial" | "not_verified";
            /**
             * Check date
             * Format: date
             * @description Date of the check.
             */
            checked_on?: string;
            /**
             * Verification of the name
             * @description Name.
             * @enum {string}
             */
            name_match?: "full" | "partial" | "none" | "not_provided";
            /**
             * Verification of the date of birth
             * @description Date of birth.
             * @enum {string}
             */
            date_of_birth_match?: "full" | "partial" | "none" | "not_provided";
            /**
             * Verification of the social security number
             * @description Social security number.
             * @enum {string}
             */
            ssn_match?: "full" | "partial" | "none" | "not_provided";
            /**
             * Verification of the address
             * @description Address.
             * @enum {string}
             */
            address_match?: "full" | "partial" | "none" | "not_provided";
            /**
             * Verification of the telephone number
             * @description Telephone number.
             * @enum {string}
             */
            phone_match?: "full" | "partial" | "none" | "not_provided";
            /**
             * Document
             * @description The identity document.
             */
            document?: {
                /**
                 * Verification of the identity document
                 * @description Result of the check of the document.
                 * @enum {string}
                 */
                status: "verified" | "expired" | "unreadable" | "not_provided";
                /**
                 * Type of the identity document
                 * @description Kind of document; null where none was provided.
                 * @enum {string|null}
                 */
                type?: "drivers_license" | "passport" | "state_id" | null;
                /**
                 * Country of the identity document
                 * @description ISO 3166-1 code of the issuing country; null where none was provided.
                 */
                country?: string | null;
                /**
                 * Document expiry date
                 * Format: date
                 * @description Date of expiry; null where none was provided.
                 */
                expires_on?: string | null;
            };
            /**
             * Watchlist match
             * @description True if the person is on a watchlist.
             */
            watchlist_match: boolean;
            /**
             * Government watchlists
             * @description The watchlists that hold the person.
             */
            watchlists?: string[];
            /**
             * Deceased indicator
             * @description True if the number is reported as that of a deceased person.
             */
            deceased_indicator: boolean;
            /**
             * Risk score
             * @description Risk of identity fraud; 0 is none, 100 the highest. Unit: points.
             */
            risk_score: number;
            /**
             * Signals of the identity verification
             * @description Factors that raised the risk score.
             */
            risk_signals?: string[];
        };
        /** @description The inbox has changed. */
        InboxEvent: {
            /** @constant */
            object: "inbox";
            /** @description Open reviews. */
            total: number;
        };
        /**
         * Income verification
         * @description Income and employment of one person.
         */
        IncomeVerificationOutput: {
            /**
             * Verification of the income
             * @description How far the income could be confirmed.
             * @enum {string}
             */
            status?: "verified" | "partially_verified" | "not_verified";
            /**
             * Check date
             * Format: date
             * @description Date of the check.
             */
            checked_on?: string;
            /**
             * Monthly income
             * @description Gross income a month that could be confirmed; null where none could. Unit: USD.
             */
            monthly_income_usd: number | null;
            /**
             * Annual income
             * @description Gross income a year that could be confirmed; null where none could. Unit: USD.
             */
            annual_income_usd?: number | null;
            /**
             * Stated monthly income
             * @description Income that the applicant stated; null without a statement. Unit: USD.
             */
            stated_monthly_income_usd?: number | null;
            /**
             * Rent
             * @description Monthly rent asked for; null where the payload names none. Unit: USD.
             */
            rent_usd?: number | null;
            /**
             * Income to rent ratio
             * @description Monthly income divided by monthly rent; null where either is unknown. Unit: ratio.
             */
            income_to_rent_ratio?: number | null;
            /**
             * Confidence
             * @description Confidence in the figures. Unit: percent.
             */
            confidence_percent?: number;
            /**
             * Frequency of pay
             * @description How often pay arrives; null without employment.
             * @enum {string|null}
             */
            pay_frequency?: "weekly" | "biweekly" | "semimonthly" | "monthly" | "irregular" | null;
            /**
             * Employer
             * @description The present employer.
             */
            employer?: {
                /**
                 * Employment status
                 * @description Employment.
                 * @enum {string}
                 */
                status: "employed" | "self_employed" | "unemployed" | "unknown";
                /**
                 * Name of the employer
                 * @description Name of the employer; null without one.
                 */
                name?: string | null;
                /**
                 * Position at the employer
                 * @description Position; null without one.
                 */
                title?: string | null;
                /**
                 * Employer start date
                 * Format: date
                 * @description First day; null without one.
                 */
                started_on?: string | null;
                /**
                 * Time with the employer
                 * @description Whole months since then; null without one. Unit: months.
                 */
                months_employed?: number | null;
            };
            /**
             * Sources of income
             * @description Sources of the income.
             */
            sources?: {
                /**
                 * Kind
                 * @description Kind of income.
                 * @enum {string}
                 */
                kind: "wages" | "self_employment" | "benefits" | "retirement";
                /**
                 * Monthly amount
                 * @description Gross amount a month. Unit: USD.
                 */
                monthly_usd: number;
            }[];
        };
        /** @description An e-mail that was kept as a file in place of being sent. */
        MailArtifact: {
            /** @constant */
            object: "mail_artifact";
            /** @description Id; the `artifact_id` of the download. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /** @description File name of the download. */
            filename: string;
            /** @description Media type. */
            content_type: string;
            /** @description Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 beside `downloadable` true until then. */
            byte_size: number;
            /**
             * Format: date-time
             * @description When the file was made; null until then.
             */
            generated_at: string | null;
            /** @description False: the file is not stored, and a download returns `not_found`. */
            downloadable: boolean;
        };
        /** @description The caller. */
        Me: {
            /** @constant */
            object: "me";
            /** @description The account. */
            account: {
                /** @description Id. */
                id: number;
                /** @description Name. */
                name: string;
            };
            /** @description The API client of the token. */
            api_client: {
                /** @description Id. */
                id: number;
                /** @description Name. */
                name: string;
            };
            /** @description The user of the token, who signs review acts. */
            user: {
                /** @description Id. */
                id: number;
                /** @description Name. */
                name: string;
                /** @description E-mail address; empty if none is confirmed. */
                email: string;
                /**
                 * @description Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody approves what they write.
                 * @enum {string|null}
                 */
                address_confirmed_by: "operator" | "identity_provider" | null;
                /** @description The queues of reviews that they work; none: all. */
                queues: string[];
            };
            /** @description Scopes of the caller, with those that they imply. */
            scopes: ("workflows:read" | "workflows:write" | "workflow_templates:read" | "executions:read" | "executions:read:full" | "executions:write" | "reviews:decide" | "workflows:activate" | "webhooks:read" | "webhooks:write" | "pii:read" | "audit:read" | "statistics:read" | "users:write" | "settings:write" | "people:write" | "tokens:write" | "products:write" | "connections:write" | "applicants:erase" | "applicants:export")[];
            /** @description True if the account may run live executions. */
            production_access: boolean;
            /** @description True if nobody may put a cascade live that they wrote themselves. */
            four_eyes: boolean;
            /** @description Limits of this installation. */
            limits: {
                /** @description Requests per source IP on /api/v1 in a minute. */
                requests_per_ip_per_minute: number;
                /** @description Requests per token prefix in an hour. */
                requests_per_token_prefix_per_hour: number;
                /** @description Requests per source IP on all paths in five minutes. */
                requests_per_ip_per_5_minutes: number;
                /** @description Requests in a minute of a user who has signed in. They count against no address. */
                requests_per_person_per_minute: number;
                /** @description Webhook subscriptions per API client. */
                webhook_subscriptions: number;
            };
        };
        Meta: {
            /** @description Correlation id; also the header `X-Request-Id`. */
            request_id: string;
        };
        /** @description A bearer token, this once. */
        NewApiToken: {
            /** @constant */
            object: "api_token";
            /** @description Id. */
            id: number;
            /** @description Its first eight characters, which tell tokens apart and open nothing. */
            prefix: string;
            /** @description The API client through which it acts. */
            api_client_id: number;
            /** @description The user for whom it acts. */
            user_id: number;
            /** @description Its scopes. */
            scopes: ("workflows:read" | "workflows:write" | "workflow_templates:read" | "executions:read" | "executions:read:full" | "executions:write" | "reviews:decide" | "workflows:activate" | "webhooks:read" | "webhooks:write" | "pii:read" | "audit:read" | "statistics:read" | "users:write" | "settings:write" | "people:write" | "tokens:write" | "products:write" | "connections:write" | "applicants:erase" | "applicants:export")[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last used, to the minute. Null: never.
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it ends. Null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revoked_at: string | null;
            /** @description The token. A replay of the request shows it for a day. */
            token: string;
            /** @description The token that ends when the overlap is over. */
            in_place_of: number | null;
        };
        /** @description An adverse-action notice as a PDF. */
        NoticeArtifact: {
            /** @constant */
            object: "notice_artifact";
            /** @description Id; the `artifact_id` of the download. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /** @description File name of the download. */
            filename: string;
            /** @description Media type. */
            content_type: string;
            /** @description Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 beside `downloadable` true until then. */
            byte_size: number;
            /**
             * Format: date-time
             * @description When the file was made; null until then.
             */
            generated_at: string | null;
            /** @description False: the file is not stored, and a download returns `not_found`. */
            downloadable: boolean;
            /**
             * @description Status of the notice.
             * @enum {string}
             */
            status: "draft" | "sent" | "discarded";
            /**
             * @description What it waits for before it can be printed and go out: `glyphs`, a font of the renderer that has its characters. Your operator sees to it.
             * @enum {string|null}
             */
            needs: "glyphs" | null;
            /**
             * Format: date-time
             * @description When the notice is due.
             */
            due_at: string | null;
        };
        /** @description A notice that is owed to a person who was denied. */
        NoticeDue: {
            /** @description Path of the person in the payload. */
            applicant: string;
            /**
             * @description The subject of the decision; `consumer_report` if none was stated and a report was there (15 USC 1681m(a)).
             * @enum {string}
             */
            kind: "tenant" | "credit" | "employment" | "consumer_report";
            /**
             * Format: date-time
             * @description When it is due.
             */
            due_at: string;
            /**
             * @description `no_notice_step`: no AdverseAction follows the denial. `draft_discarded`: a person did not send it. `step_failed`: its step failed. `step_stopped`: a step before it failed. `run_cancelled`: the execution was cancelled first. `no_decision`: a live application for credit, whose run failed or was cancelled before anything was decided.
             * @enum {string}
             */
            why: "no_notice_step" | "draft_discarded" | "step_failed" | "step_stopped" | "run_cancelled" | "no_decision";
            /** @description The notice that did not go out, the choice that denied, or where a run ended that decided nothing. */
            node_id: string;
        };
        /** @description A notice that is owed, and what its step failed on. */
        OwedNotice: {
            /** @description Path of the person in the payload. */
            applicant: string;
            /**
             * @description The subject of the decision; `consumer_report` if none was stated and a report was there (15 USC 1681m(a)).
             * @enum {string}
             */
            kind: "tenant" | "credit" | "employment" | "consumer_report";
            /**
             * Format: date-time
             * @description When it is due.
             */
            due_at: string;
            /**
             * @description `no_notice_step`: no AdverseAction follows the denial. `draft_discarded`: a person did not send it. `step_failed`: its step failed. `step_stopped`: a step before it failed. `run_cancelled`: the execution was cancelled first. `no_decision`: a live application for credit, whose run failed or was cancelled before anything was decided.
             * @enum {string}
             */
            why: "no_notice_step" | "draft_discarded" | "step_failed" | "step_stopped" | "run_cancelled" | "no_decision";
            /** @description The notice that did not go out, the choice that denied, or where a run ended that decided nothing. */
            node_id: string;
            /** @description Why its step failed; null if none did. */
            error_code: string | null;
            /** @description The missing part of a notice that failed with `notice_incomplete`, else null; only with `executions:read:full`. */
            lacks?: string | null;
        };
        PageMeta: {
            /** @description Correlation id; also the header `X-Request-Id`. */
            request_id: string;
            /** @description Counted from 1. */
            page: number;
            /** @description Items on a page. */
            per_page: number;
            /** @description Items in the whole list. */
            total_count: number;
            /** @description Pages of the whole list. */
            total_pages: number;
            /** @description Type of each item. */
            object: string;
            /** @description `cursor` of the next page; null if this is the last. */
            next_cursor: string | null;
        };
        /** @description Something in a payload that a person should look at. It does not keep the cascade from running. */
        PayloadWarning: {
            /**
             * @description Kind of warning.
             * @enum {string}
             */
            code: "unreadable_date" | "future_date" | "not_read" | "invalid_row";
            /** @description Path in the body of the request that sent it. */
            field: string;
            /** @description The fault, and the value that counts instead. */
            message: string;
        };
        /** @description Only if several people have to approve: who has. */
        PendingApprovals: {
            /** @description How many it takes. */
            required: number;
            /** @description How many there are. */
            given: number;
            /** @description Users who have approved, in their order, those who have left too. */
            by_user_ids: number[];
            /** @description When each of them approved. */
            given_at: string[];
        };
        /** @description A report that was ordered and has not come. */
        PendingReport: {
            /** @description Product. */
            product_code: string;
            /** @description Node that waits for it. */
            node_id: string;
            /**
             * Format: date-time
             * @description When it was ordered.
             */
            since: string;
            /**
             * Format: date-time
             * @description When its step fails with `vendor_timeout`, if it has not come by then.
             */
            until: string;
            /** @description How it comes: `poll`, the vendor is asked for it; `callback`, the vendor says when it is ready. */
            ends_by: ("poll" | "callback")[];
        };
        /** @description The open review, or null. */
        PendingReview: {
            /** @description Node that waits for the decision. */
            node_id: string;
            /**
             * @description `decision`: about the applicant. `notice`: whether a drafted notice is sent.
             * @enum {string}
             */
            kind: "decision" | "notice";
            /**
             * Format: date-time
             * @description When the decision is due; null if it has no time limit.
             */
            due_at: string | null;
            /**
             * @description Only if approving it needs `reasons`, values of `variables`, or the `name` or the `address` of the person.
             * @enum {string}
             */
            needs?: "reasons" | "variables" | "name" | "address";
            /** @description Only with `needs` other than `reasons`: the paths that have no value, such as `applicant.address`. */
            variables?: string[];
            /**
             * @description Only of a letter that wants a second look, whatever its `send_strategy`: `free_text_only`, its only reasons are a reviewer's own words; `other_person`, it would go to the address of another person; `report_corrected`, a report was corrected since the first of two letters.
             * @enum {string}
             */
            why?: "free_text_only" | "other_person" | "report_corrected";
            /**
             * @description Only if the notice goes by post, because it may not go by e-mail.
             * @enum {string}
             */
            delivery?: "post";
            approvals?: components["schemas"]["PendingApprovals"];
        } | null;
        /** @description A person of the account, with their role and access. */
        Person: {
            /** @constant */
            object: "person";
            /** @description The user. */
            id: number;
            /** @description Name. */
            name: string;
            /** @description E-mail address; empty if they have none. */
            email: string;
            /**
             * @description Their rights. Null if they have none, or have a role of the identity provider.
             * @enum {string|null}
             */
            role: "viewer" | "reviewer" | "author" | "publisher" | "admin" | null;
            /** @description The queues of reviews that they work; none: all. */
            queues: string[];
            /**
             * @description Who confirmed their address. Null: nobody did.
             * @enum {string|null}
             */
            address_confirmed_by: "operator" | "identity_provider" | null;
            /** @description True if they sign in at the identity provider, which gives their role. */
            is_of_provider: boolean;
            /** @description The API client through which they act by a mailed link. Null: the only one of the account. */
            api_client_id: number | null;
            /**
             * Format: date-time
             * @description When they last signed in. Null: not in the last month.
             */
            last_signed_in_at: string | null;
            /** @description Sessions that have not ended. */
            sessions: number;
            /** @description Tokens that act in their name. They keep working when the role is taken away. */
            tokens: number;
        };
        /** @description A report that a cascade can pull. */
        Product: {
            /** @constant */
            object: "product";
            /** @description Code, as in `billing_product_code` of a node. */
            code: string;
            /** @description Name. */
            name: string;
            /** @description The content of its reports. */
            description: string;
            /** @description True if a vendor is configured, so that it can be pulled in live mode. Test mode needs none. */
            live: boolean;
            /** @description Version of a product that the account describes itself; null for a built-in one. */
            version: number | null;
            /** @description True if it was withdrawn: no cascade that is saved from now on can pull it. */
            withdrawn: boolean;
            /** @description Cascades whose current version pulls it, the active ones first, at most 20. Null in a list that did not ask for them. */
            workflows: components["schemas"]["PullingWorkflow"][] | null;
        };
        /** @description A report with all that a cascade can read of it. */
        ProductDetail: {
            /** @constant */
            object: "product";
            /** @description Code, as in `billing_product_code` of a node. */
            code: string;
            /** @description Name. */
            name: string;
            /** @description The content of its reports. */
            description: string;
            /** @description True if a vendor is configured, so that it can be pulled in live mode. Test mode needs none. */
            live: boolean;
            /** @description Version of a product that the account describes itself; null for a built-in one. */
            version: number | null;
            /** @description True if it was withdrawn: no cascade that is saved from now on can pull it. */
            withdrawn: boolean;
            /** @description Cascades whose current version pulls it, the active ones first, at most 20. Null in a list that did not ask for them. */
            workflows: components["schemas"]["PullingWorkflow"][] | null;
            /** @description JSON Schema 2020-12 of the report. */
            output_schema: {
                [key: string]: unknown;
            };
            /** @description Its fields, those in lists and objects included. */
            fields: components["schemas"]["ProductField"][];
            /** @description The reason catalogue: every reason of the product once. */
            reasons: components["schemas"]["ProductReason"][];
            /** @description Its sandbox subjects, to trigger in test mode with. */
            test_cases: components["schemas"]["TestCase"][];
            /** @description As the account described it, in the members of `PATCH`; null for a built-in one. */
            described_as: {
                [key: string]: unknown;
            } | null;
        };
        /** @description A field that conditions and `{{…}}` can read. */
        ProductField: {
            /** @description Dotted path in the report, as in `field` of a condition; `records.severity` is that of all records. */
            path: string;
            /** @description Type of its values: `number`, `integer`, `boolean`, `string`, `date`, `array` or `object`. */
            type: string;
            /** @description True if it may have no value. */
            nullable: boolean;
            /** @description Meaning of the field. */
            description: string;
            /** @description Unit of a number. */
            unit: string | null;
            /** @description Least value, if there is one. */
            minimum: number | null;
            /** @description Greatest value, if there is one. */
            maximum: number | null;
            /** @description The values that it can have; null if they are not fixed. */
            allowed_values: unknown[] | null;
            /** @description Reason if its value decided. */
            reason: components["schemas"]["ProductReason"] | null;
            /** @description Reason if it decided because it had no value. */
            missing_reason: components["schemas"]["ProductReason"] | null;
        };
        /** @description A reason of the catalogue, as an adverse-action notice gives it. */
        ProductReason: {
            /** @description Code, which a review decision may name. */
            code: string;
            /** @description The words of the notice. */
            text: string;
        };
        /** @description A version of a product that the account describes itself. */
        ProductVersion: {
            /** @constant */
            object: "product_version";
            /** @description Code of the product. */
            code: string;
            /** @description From 1, without a gap. */
            version: number;
            /** @description True if the product was withdrawn with it. */
            withdrawn: boolean;
            /** @description User who saved it; null: an operator. */
            created_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            created_at: string;
        };
        /** @description A cascade whose current version pulls the product. */
        PullingWorkflow: {
            /** @description The cascade. */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description True if it is active. */
            active: boolean;
        };
        /** @description Executions that were evaluated again together. */
        ReEvaluations: {
            /** @constant */
            object: "re_evaluations";
            /** @description How many matched the filter. */
            matched_count: number;
            /** @description How many are evaluated again. */
            accepted_count: number;
            /** @description How many the next request would take. */
            remaining_count: number;
            /** @description How many cannot be evaluated again, or were meanwhile. */
            skipped_count: number;
            /** @description The new executions, the oldest old one first. */
            executions: {
                /** @description Execution. */
                id: number;
                /** @description The one that failed. */
                re_evaluated_from: number;
            }[];
        };
        /** @description Reasons that letters gave. */
        ReasonStatistics: {
            /** @constant */
            object: "reason_statistics";
            /**
             * Format: date
             * @description First day.
             */
            from: string;
            /**
             * Format: date
             * @description Last day.
             */
            to: string;
            /** @description Time zone of the days. */
            time_zone: string;
            /** @description The mode that was counted. */
            execution_mode: string;
            /** @description The most frequent first. */
            reasons: {
                /** @description Its code; the field of a neutral statement; `reviewer` for what a person wrote. */
                reason: string;
                /** @description Its sentence or subject; null if none is declared. */
                text: string | null;
                /** @description Runs whose letters gave it. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                executions: number | string;
            }[];
        };
        /** @description Claims of a user that were taken back. */
        ReleasedReviews: {
            /** @constant */
            object: "released_reviews";
            /** @description User who held them. */
            user_id: number;
            /** @description Reviews that nobody holds any more. */
            released: number;
        };
        /** @description A credit report as a PDF. */
        ReportArtifact: {
            /** @constant */
            object: "report_artifact";
            /** @description Id; the `artifact_id` of the download. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /** @description File name of the download. */
            filename: string;
            /** @description Media type. */
            content_type: string;
            /** @description Size of the file in bytes; 0 until `generated_at`. The PDF of a report is made at its first download, so it is 0 beside `downloadable` true until then. */
            byte_size: number;
            /**
             * Format: date-time
             * @description When the file was made; null until then.
             */
            generated_at: string | null;
            /** @description False: the file is not stored, and a download returns `not_found`. */
            downloadable: boolean;
        };
        /** @description Values of an execution in full. */
        RevealedValues: {
            /** @constant */
            object: "revealed_values";
            /** @description Execution. */
            execution_id: number;
            /** @description The value of each field, by its path as it was sent. */
            values: {
                [key: string]: unknown;
            };
        };
        /** @description An open review. */
        Review: {
            /** @constant */
            object: "review";
            /** @description Id. */
            id: number;
            /** @description Node that waits for the decision. */
            node_id: string;
            /**
             * @description `decision`: about the applicant. `notice`: whether a drafted notice is sent.
             * @enum {string}
             */
            kind: "decision" | "notice";
            /**
             * Format: date-time
             * @description When the decision is due; null if it has no time limit.
             */
            due_at: string | null;
            /**
             * @description The need that blocks approving it: `reasons`, values of `variables`, or the `name` or the `address` of the person.
             * @enum {string|null}
             */
            needs: "reasons" | "variables" | "name" | "address" | null;
            /** @description Paths for which approving it needs a value. */
            variables: string[] | null;
            /**
             * @description Why a letter wants a second look: its only reasons are a reviewer's own words, or it would go to another person.
             * @enum {string|null}
             */
            why: "free_text_only" | "other_person" | "report_corrected" | null;
            /**
             * @description `post`: the notice goes by post.
             * @enum {string|null}
             */
            delivery: "post" | null;
            /** @description Who has approved a review that several different people have to approve; null if one is enough. */
            approvals: {
                /** @description How many it takes. */
                required: number;
                /** @description How many there are. */
                given: number;
                /** @description Users who have approved, in their order, those who have left too. */
                by_user_ids: number[];
                /** @description When each of them approved. */
                given_at: string[];
            } | null;
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened_at: string | null;
            /** @description Queue in which it is; null: in none, so that everybody is given it. */
            queue: string | null;
            /**
             * Format: date-time
             * @description When it was put off: until when. `POST /reviews/next` gives it to nobody before.
             */
            snoozed_until: string | null;
            /** @description Execution. */
            execution_id: number;
            /** @description Cascade. */
            workflow_id: number;
            /** @description Name of the cascade. */
            workflow_name: string | null;
            /** @description True if it is past its due time. */
            overdue: boolean;
            /** @description Reviewer who claimed it; null too once that reviewer can no longer decide. */
            assigned_to_user_id: number | null;
            /**
             * Format: date-time
             * @description When they claimed it.
             */
            assigned_at: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /**
             * @description Mode of the execution.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description Only with the scope `executions:read:full`: who it is about, as the caller wrote it. */
            applicant_name?: string | null;
            /** @description Only with the scope `executions:read:full`: the first five rules by which a person is asked, as they were when the review began. Empty if no list of rules led here. Conditions with masked values are left out. */
            rules?: components["schemas"]["DecidingRule"][];
        };
        /** @description The case of a review. */
        ReviewCase: {
            /** @constant */
            object: "review_case";
            execution: components["schemas"]["Execution"];
            /** @description The applicant, as it was sent. */
            applicant: unknown;
            /** @description The property, as it was sent. */
            property: unknown;
            /** @description The open review; null if none is open. */
            review: {
                /** @description Id. */
                id: number;
                /** @description Node that waits for the decision. */
                node_id: string;
                /**
                 * @description `decision`: about the applicant. `notice`: whether a drafted notice is sent.
                 * @enum {string}
                 */
                kind: "decision" | "notice";
                /**
                 * Format: date-time
                 * @description When the decision is due; null if it has no time limit.
                 */
                due_at: string | null;
                /**
                 * @description The need that blocks approving it: `reasons`, values of `variables`, or the `name` or the `address` of the person.
                 * @enum {string|null}
                 */
                needs: "reasons" | "variables" | "name" | "address" | null;
                /** @description Paths for which approving it needs a value. */
                variables: string[] | null;
                /**
                 * @description Why a letter wants a second look: its only reasons are a reviewer's own words, or it would go to another person.
                 * @enum {string|null}
                 */
                why: "free_text_only" | "other_person" | "report_corrected" | null;
                /**
                 * @description `post`: the notice goes by post.
                 * @enum {string|null}
                 */
                delivery: "post" | null;
                /** @description Who has approved a review that several different people have to approve; null if one is enough. */
                approvals: {
                    /** @description How many it takes. */
                    required: number;
                    /** @description How many there are. */
                    given: number;
                    /** @description Users who have approved, in their order, those who have left too. */
                    by_user_ids: number[];
                    /** @description When each of them approved. */
                    given_at: string[];
                } | null;
                /**
                 * Format: date-time
                 * @description When it was opened.
                 */
                opened_at: string | null;
                /** @description Queue in which it is; null: in none, so that everybody is given it. */
                queue: string | null;
                /**
                 * Format: date-time
                 * @description When it was put off: until when. `POST /reviews/next` gives it to nobody before.
                 */
                snoozed_until: string | null;
                /** @description Notice artifact of a drafted letter. */
                artifact_id: number | null;
                /** @description Why a person is asked, with required and actual values: of the choices that led here what was not met to pass, then what kept the application from being declined. */
                flagged_by: {
                    [key: string]: unknown;
                }[];
                /** @description Every choice on the way, in the order in which they were made; the one that asks the person is the last. */
                choices: {
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                    /** @description Name of the node. */
                    name: string | null;
                    /**
                     * @description The branch that matched; `fail` if none did, or a reviewer denied.
                     * @enum {string}
                     */
                    taken: "pass" | "human_review" | "fail";
                    /** @description True if another outcome of it would have avoided the review. */
                    led: boolean;
                    /** @description Why it did not pass: what was not met of `pass`. */
                    not_passed: ({
                        /** @description In words: what was asked for, and what was found. */
                        text: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /** @description Why it did not fail: what made its branch match. */
                    not_failed: ({
                        /** @description In words: what was asked for, and what was found. */
                        text: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                }[];
                /** @description The reasons of the catalogue that are true of what the reviewer sees, each text once: their codes can be given as `reasons`. */
                true_reasons: {
                    /** @description The code to give. */
                    code: string;
                    /** @description In words. */
                    text: string;
                    /** @description All codes that are true and have this text, the one to give first. */
                    codes: string[];
                }[];
            } | null;
            /** @description The rules that decided, or that ask a person: more than one where rules stand together. Empty where what was taken is no list of rules. */
            rules: components["schemas"]["DecidingRule"][];
            /** @description The text of the drafted letter, or of the one that waits for missing parts; null if the review is about no letter. */
            notice: {
                /** @description Stage. */
                stage: string | null;
                /** @description Purpose. */
                purpose: string | null;
                /** @description Reasons, as they stand on the letter. None before it is drafted: `on_approved.letters` has those that it would give. */
                reasons: string[];
                /** @description The statement of the action taken. */
                statement: string | null;
                /** @description The cascade's own sentence. */
                extra_reason: string | null;
                /** @description To whom it goes if it is approved, or once it is drafted. */
                goes_to: {
                    /**
                     * @description `post`: a person prints and posts it; approving it sends nothing.
                     * @enum {string}
                     */
                    delivery: "email" | "post";
                    /** @description Whom it is addressed to. */
                    name: string | null;
                    /** @description Address of the e-mail; null if it goes by post. */
                    email: string | null;
                    /** @description The postal address on it, line by line. */
                    address_lines: string[];
                    /** @description Parts of the address that a letter by post lacks; empty if it goes by e-mail. */
                    address_lacks: string[];
                    /** @description Members of the name and the address, by their path in the payload, whose value the letter does not have. */
                    not_read: string[];
                    /** @description Without production access an e-mail to an address that is not of the account is kept as a file and reaches nobody. */
                    kept_as_file: boolean;
                    /** @description An earlier e-mail to this address came back, so this one would not be sent. */
                    suppressed: boolean;
                };
            } | null;
            /** @description Reports in brief: values, without lists. */
            reports: {
                /** @description Node. */
                node_id: string;
                /** @description Product. */
                product_code: string | null;
                /** @description Name of the product; null if nothing offers it any more. */
                name: string | null;
                /** @description The product's declarations of these values, in its order: their names and units. */
                fields: {
                    /** @description Its path in `values`, dotted. */
                    field: string;
                    /** @description Its name in letters. */
                    label: string | null;
                    /**
                     * @description Type.
                     * @enum {string}
                     */
                    type: "number" | "integer" | "text" | "date" | "date_time" | "yes_no" | "object" | "person" | "list";
                    /** @description Unit of a number: `USD`, `percent`, `months`, `points` or another one. */
                    unit: string | null;
                }[];
                /** @description Values. */
                values: {
                    [key: string]: unknown;
                };
                /** @description Its PDF, if it has one. */
                artifact_id: number | null;
                /** @description Path of the PDF. */
                pdf: string | null;
            }[];
            /** @description Review events, oldest first, the last 100. */
            history: {
                /**
                 * @description Type.
                 * @enum {string}
                 */
                event_type: "flagged" | "assigned" | "unassigned" | "approved" | "denied" | "note_added" | "re_evaluated" | "adverse_action_drafted" | "adverse_action_sent" | "adverse_action_skipped" | "adverse_action_replayed" | "application_answered" | "reminded" | "approval_added" | "moved" | "snoozed";
                /** @description Who acted; null if the service did. */
                actor: {
                    /** @description User. */
                    id: number;
                    /** @description Name. */
                    name: string | null;
                } | null;
                /** @description Note. */
                note: string | null;
                /** @description Further details. */
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description When.
                 */
                created_at: string;
            }[];
            /** @description The effects of the decision; null if no review is open. */
            on_approved: {
                /** @description Nodes at which the execution continues. */
                next_nodes: string[];
                /** @description Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a report that would have to be pulled. Null if the execution has not begun. */
                runs: string[] | null;
                /** @description Nodes at which it would stop again. Null if the execution has not begun. */
                stops_at: string[] | null;
                /** @description True if the decision sends the drafted letter; false if a person posts it afterwards. */
                sends_draft: boolean;
                /** @description Nodes that can be reached at all, in order. */
                reachable_nodes: {
                    /** @description Id. */
                    id: string;
                    /** @description Type. */
                    type: string;
                    /** @description Name. */
                    name: string | null;
                }[];
                /** @description Adverse-action notices among them, and the one that the review is about if the decision has it made. */
                letters: {
                    /** @description Node. */
                    node_id: string;
                    /** @description The action taken. */
                    action_taken: string;
                    /** @description `auto_send`, or `draft_first`: a person sees the draft first. */
                    send_strategy: string;
                    /** @description True if it is among the nodes that would run. */
                    would_be_issued: boolean | null;
                    /** @description The reasons that it would give, most important first; null if it would not be issued. */
                    reasons: string[] | null;
                    /** @description True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first. */
                    rests_on_denial: boolean | null;
                    /** @description Mail address to which it would go; null by post, or if it would not be issued. */
                    recipient: string | null;
                    /** @description The missing parts. Without `needs` its step would fail. */
                    missing: string[] | null;
                    /**
                     * @description What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the person, before there is a letter, or puts it into the mail (`post`).
                     * @enum {string|null}
                     */
                    needs: "reasons" | "variables" | "name" | "address" | "post" | null;
                }[];
            } | null;
            /** @description The effects of a denial without `reasons`. */
            on_denied: {
                /** @description Nodes at which the execution continues. */
                next_nodes: string[];
                /** @description Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a report that would have to be pulled. Null if the execution has not begun. */
                runs: string[] | null;
                /** @description Nodes at which it would stop again. Null if the execution has not begun. */
                stops_at: string[] | null;
                /** @description True if the decision sends the drafted letter; false if a person posts it afterwards. */
                sends_draft: boolean;
                /** @description Nodes that can be reached at all, in order. */
                reachable_nodes: {
                    /** @description Id. */
                    id: string;
                    /** @description Type. */
                    type: string;
                    /** @description Name. */
                    name: string | null;
                }[];
                /** @description Adverse-action notices among them, and the one that the review is about if the decision has it made. */
                letters: {
                    /** @description Node. */
                    node_id: string;
                    /** @description The action taken. */
                    action_taken: string;
                    /** @description `auto_send`, or `draft_first`: a person sees the draft first. */
                    send_strategy: string;
                    /** @description True if it is among the nodes that would run. */
                    would_be_issued: boolean | null;
                    /** @description The reasons that it would give, most important first; null if it would not be issued. */
                    reasons: string[] | null;
                    /** @description True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first. */
                    rests_on_denial: boolean | null;
                    /** @description Mail address to which it would go; null by post, or if it would not be issued. */
                    recipient: string | null;
                    /** @description The missing parts. Without `needs` its step would fail. */
                    missing: string[] | null;
                    /**
                     * @description What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the person, before there is a letter, or puts it into the mail (`post`).
                     * @enum {string|null}
                     */
                    needs: "reasons" | "variables" | "name" | "address" | "post" | null;
                }[];
            } | null;
            /** @description What a denial with `reasons` leads to; null if the review is not about the applicant. In its letters `(the reason that you give)` stands for them. */
            on_denied_with_reasons: {
                /** @description Nodes at which the execution continues. */
                next_nodes: string[];
                /** @description Nodes that would run, in their order, on the reports at hand: waits pass, and it stops at the next review and at a report that would have to be pulled. Null if the execution has not begun. */
                runs: string[] | null;
                /** @description Nodes at which it would stop again. Null if the execution has not begun. */
                stops_at: string[] | null;
                /** @description True if the decision sends the drafted letter; false if a person posts it afterwards. */
                sends_draft: boolean;
                /** @description Nodes that can be reached at all, in order. */
                reachable_nodes: {
                    /** @description Id. */
                    id: string;
                    /** @description Type. */
                    type: string;
                    /** @description Name. */
                    name: string | null;
                }[];
                /** @description Adverse-action notices among them, and the one that the review is about if the decision has it made. */
                letters: {
                    /** @description Node. */
                    node_id: string;
                    /** @description The action taken. */
                    action_taken: string;
                    /** @description `auto_send`, or `draft_first`: a person sees the draft first. */
                    send_strategy: string;
                    /** @description True if it is among the nodes that would run. */
                    would_be_issued: boolean | null;
                    /** @description The reasons that it would give, most important first; null if it would not be issued. */
                    reasons: string[] | null;
                    /** @description True if it would rest on a denial without the reviewer's reasons; `reasons` given with the denial come first. */
                    rests_on_denial: boolean | null;
                    /** @description Mail address to which it would go; null by post, or if it would not be issued. */
                    recipient: string | null;
                    /** @description The missing parts. Without `needs` its step would fail. */
                    missing: string[] | null;
                    /**
                     * @description What holds it up: a person has to give `reasons`, values of `variables`, or the `name` or the `address` of the person, before there is a letter, or puts it into the mail (`post`).
                     * @enum {string|null}
                     */
                    needs: "reasons" | "variables" | "name" | "address" | "post" | null;
                }[];
            } | null;
        };
        ReviewDecidedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "review.decided";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node that asks for the review. */
                node_id?: string;
                /**
                 * @description The subject of the review.
                 * @enum {string}
                 */
                kind?: "decision" | "notice";
                /**
                 * @description The decision.
                 * @enum {string}
                 */
                decision?: "approved" | "denied";
                /**
                 * Format: date-time
                 * @description When.
                 */
                decided_at?: string;
            };
        };
        /** @description An event in the review of an execution. */
        ReviewEvent: {
            /** @constant */
            object: "review_event";
            /** @description Id. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /**
             * @description The adverse-action types mean: draft parked for review, draft sent, draft discarded without sending, sent notice resent. `approval_added`: one person approved, and others have to approve too.
             * @enum {string}
             */
            event_type: "flagged" | "assigned" | "unassigned" | "approved" | "denied" | "note_added" | "re_evaluated" | "adverse_action_drafted" | "adverse_action_sent" | "adverse_action_skipped" | "adverse_action_replayed" | "application_answered" | "reminded" | "approval_added" | "moved" | "snoozed";
            /** @description User who acted; null if the service did. */
            actor_user_id: number | null;
            /** @description The reviewer's note. */
            note: string | null;
            /** @description Further details, such as the node. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
        };
        ReviewOpenedEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "review.opened";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node that asks for the review. */
                node_id?: string;
                /**
                 * @description The subject of the review.
                 * @enum {string}
                 */
                kind?: "decision" | "notice";
                /**
                 * Format: date-time
                 * @description When it is overdue; omitted if it has no time limit.
                 */
                due_at?: string;
            };
        };
        ReviewOverdueEvent: {
            /**
             * Format: uuid
             * @description Equal for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "review.overdue";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are omitted. */
            data: {
                /** @description Execution. */
                workflow_execution_id: number;
                /** @description Cascade. */
                workflow_id: number;
                /** @description Batch, for its rows. */
                batch_execution_id?: number;
                /** @description Correlation id of the caller. */
                external_reference?: string;
                /**
                 * @description Only in samples sent by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node that asks for the review. */
                node_id?: string;
                /**
                 * @description The subject of the review.
                 * @enum {string}
                 */
                kind?: "decision" | "notice";
                /**
                 * Format: date-time
                 * @description When it became overdue.
                 */
                due_at?: string;
            };
        };
        /** @description Reviews by when their runs ended. */
        ReviewStatistics: {
            /** @constant */
            object: "review_statistics";
            /**
             * Format: date
             * @description First day.
             */
            from: string;
            /**
             * Format: date
             * @description Last day.
             */
            to: string;
            /** @description Time zone of the days. */
            time_zone: string;
            /** @description The mode that was counted. */
            execution_mode: string;
            /** @description Open now, whatever the period. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
            open: number | string;
            /** @description Those of them past their due time. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
            overdue: number | string;
            /** @description All periods. */
            total: {
                /** @description Decisions of people on runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                done: number | string;
                /** @description The approvals among them. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                approved: number | string;
                /** @description The denials. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                denied: number | string;
                /** @description Half took no longer; exact to 5 %. Null if there are none. */
                median_seconds: number | null;
                /** @description Nine of ten took no longer; exact to 5 %. */
                p90_seconds: number | null;
            };
            /** @description Day by day, or week by week, without a gap. */
            periods: {
                /**
                 * Format: date
                 * @description First day.
                 */
                begins_on: string;
                /** @description It is not over yet, or days of the week were not asked for. */
                is_partial: boolean;
                /** @description Decisions of people on runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                done: number | string;
                /** @description The approvals among them. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                approved: number | string;
                /** @description The denials. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                denied: number | string;
                /** @description Half took no longer; exact to 5 %. Null if there are none. */
                median_seconds: number | null;
                /** @description Nine of ten took no longer; exact to 5 %. */
                p90_seconds: number | null;
            }[];
        };
        /** @description A rule. The first one that holds decides. */
        Rule: {
            /** @description Stays as long as the rule does, whatever is changed of it. */
            id: string;
            /** @description The sentence of its author, or the reading of its conditions. */
            text: string;
            when: components["schemas"]["RuleWhen"];
            /** @description The conditions say what is asked for: `then` becomes of those who lack it. */
            is_requirement: boolean;
            then: components["schemas"]["RuleThen"];
            /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
            reason: string | null;
            review: components["schemas"]["RuleReview"];
            /**
             * @description What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is asked, or the applicant is denied. Null: the comparison with the value does not hold.
             * @enum {string|null}
             */
            on_missing: "goes_on" | "review" | "deny" | null;
            /** @description Rules of one block stand together: no order is said between them, and each that holds is a reason. */
            block: string | null;
            /** @description The nodes that carry it out. */
            node_ids: string[];
        };
        /** @description Applicants who are treated differently. */
        RuleEffect: {
            /** @description The applicants and what changes for them: "credit score 660–679: review → denied". */
            text: string;
            /** @description The value that tells them. */
            field: string;
            /** @description Its values, in words. */
            range: string;
            /**
             * @description The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome.
             * @enum {string}
             */
            before: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
            /**
             * @description The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome.
             * @enum {string}
             */
            after: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
            /** @description Worse for the applicant than before. */
            is_worse: boolean;
            /** @description The other values of the applicant with whom it was tried. */
            others: string[];
            /** @description Members `payload` and `reports` of `POST /workflows/{id}/simulate`. */
            applicant: {
                [key: string]: unknown;
            };
        };
        /** @description The outcome of a decision by a person. */
        RuleEnd: {
            then: components["schemas"]["RuleThen"];
            /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
            reason: string | null;
        };
        /** @description The outcome of everybody whom no rule decides. Null if it is no list of rules. */
        RuleOfEveryoneElse: {
            /** @description The sentence of its author, or the reading. */
            text: string;
            /** @description The reading. */
            read_as: string;
            then: components["schemas"]["RuleThen"];
            /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
            reason: string | null;
            review: components["schemas"]["RuleReview"];
            /** @description The nodes that carry it out. */
            node_ids: string[];
        } | null;
        /** @description How a person is asked. Null if the decision is not `review`. */
        RuleReview: {
            /** @description From when the review comes up until it is overdue. */
            due_in: {
                /** @description In the unit. */
                duration: number;
                /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                unit: string;
            } | null;
            /**
             * @description `notify` emits an event.
             * @enum {string}
             */
            on_overdue: "none" | "notify";
            /** @description How many different people have to approve. */
            approvals: number;
            /** @description Queue to which it comes. */
            queue: string | null;
            /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
            reminders: {
                /** @description From when the review comes up. */
                after: {
                    /** @description In the unit; at most one year. */
                    duration: number;
                    /**
                     * @description Unit of the duration.
                     * @enum {string}
                     */
                    unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                };
                /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                to: string;
                /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                subject: string;
                /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                body: string;
            }[];
            approved: components["schemas"]["RuleEnd"];
            denied: components["schemas"]["RuleEnd"];
        } | null;
        /** @description Decisions by rule. */
        RuleStatistics: {
            /** @constant */
            object: "rule_statistics";
            /**
             * Format: date
             * @description First day.
             */
            from: string;
            /**
             * Format: date
             * @description Last day.
             */
            to: string;
            /** @description Time zone of the days. */
            time_zone: string;
            /** @description The mode that was counted. */
            execution_mode: string;
            /** @description By workflow, the rule that decided most first. */
            rules: {
                /** @description Workflow. */
                workflow_id: number;
                /** @description `id` of its sentence, or the node and the branch that was taken. */
                rule: string;
                /** @description The sentence, in the newest version that was counted; null if that has no such rule, or takes too much work to read, or without the scope `workflows:read`. */
                text: string | null;
                /** @description `id` of the row in `GET /workflows/{id}/rules`; null if it is none, or without `workflows:read`. */
                row_id: string | null;
                /** @description Runs in which its condition held. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                held: number | string;
                /** @description Runs that it decided. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                decided: number | string;
                /** @description Those of them that were approved, also by a person whom the rule asked. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                approved: number | string;
                /** @description Those approved on conditions. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                conditional: number | string;
                /** @description Those denied. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                denied: number | string;
            }[];
            /** @description How often each branch of an IfElse was taken. */
            branches: {
                /** @description Workflow. */
                workflow_id: number;
                /** @description Node. */
                node_id: string;
                /** @description `pass`, `human_review` or `fail`. */
                branch: string;
                /** @description Runs that took it, each once. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                executions: number | string;
            }[];
        };
        /** @description A step beside the decision. One with `node_id` is a node of the cascade, and nothing else of it is read when rules are saved. One without becomes a node: `kind` is `wait` with `duration` and `unit`, `mail` to the applicant, or `notify` with the address `to`. */
        RuleStep: {
            /** @description The node. */
            node_id?: string;
            /**
             * @description The kind of step.
             * @enum {string}
             */
            kind?: "wait" | "mail" | "notify" | "pull" | "other";
            /** @description How long a wait is, in the unit. */
            duration?: number;
            /**
             * @description Unit of a wait.
             * @enum {string}
             */
            unit?: "seconds" | "minutes" | "hours" | "days" | "weeks";
            /** @description Address of a mail or a notification. */
            to?: string;
            /** @description The step in words. */
            text?: string;
        };
        /** @description The outcome of an applicant. */
        RuleThen: {
            /**
             * @description The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them.
             * @enum {string}
             */
            decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
            /** @description Steps before the decision, in order. */
            before: components["schemas"]["RuleStep"][];
            /** @description Steps after the decision, in order. */
            after: components["schemas"]["RuleStep"][];
            /** @description How a letter carries the decision out. Null if there is no letter. */
            terms: {
                /** @description Sent without a person who looks at it first. */
                is_automatic: boolean;
                /** @description Two letters, with a waiting period between them. */
                is_employment: boolean;
                /** @description Between the two letters, if it is not that of the place. */
                waiting_period: {
                    /** @description In the unit. */
                    duration: number;
                    /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                    unit: string;
                } | null;
                /** @description The terms that are offered. */
                statement: string | null;
            } | null;
        };
        /** @description Whom the rule is about; of a requirement, what is asked for. */
        RuleWhen: {
            /**
             * @description How the groups are joined.
             * @enum {string}
             */
            group_logic: "and" | "or";
            /** @description Groups of conditions. */
            condition_groups: {
                /**
                 * @description How the conditions are joined.
                 * @enum {string}
                 */
                logic?: "and" | "or";
                /** @description How many have to hold, in place of `logic`. */
                at_least?: number;
                /** @description The comparisons. */
                conditions: components["schemas"]["CascadeCondition"][];
            }[];
            /** @description The rule as its conditions are read. */
            read_as: string;
        };
        /** @description The results of the examples for the version that was saved, or is to go live. */
        SavedExamples: {
            /** @description Number of examples that pass. */
            passed: number;
            /** @description Number of examples that fail. */
            failed: number;
            /** @description Those that fail. */
            failing: components["schemas"]["ExampleResult"][];
        };
        /** @description The result of a pull. */
        SettledPull: {
            /** @constant */
            object: "settled_pull";
            /** @description The execution. */
            execution_id: number;
            /** @description The node that pulls. */
            node_id: string;
            /** @description Code of the product. */
            product_code: string;
            /**
             * @description `asked_for`: the vendor is asked for the order. `not_ordered`: the next pull orders again.
             * @enum {string}
             */
            result: "asked_for" | "not_ordered";
        };
        /** @description The course of a simulated run. Nothing was sent, pulled, billed or stored. */
        Simulation: {
            /** @constant */
            object: "simulation";
            /**
             * @description How it ended.
             * @enum {string}
             */
            status: "running" | "waiting" | "awaiting_review" | "completed" | "failed";
            /** @description The most severe outcome: `denied`, `conditional`, `approved`, or null. */
            outcome: string | null;
            /** @description Ids of the nodes in the order in which they ran. */
            path: string[];
            /** @description Visits of nodes, as in `GET /executions/{id}/timeline`. */
            steps: {
                /** @description Node. */
                node_id: string;
                /** @description 1 for the first run of the node. */
                visit: number;
                /**
                 * @description How it went.
                 * @enum {string}
                 */
                status: "running" | "succeeded" | "failed" | "cancelled";
                /** @description The branch of an IfElse: `pass`, `human_review` or `fail`; null for other nodes. */
                branch: string | null;
                /** @description The visits from which it was reached; empty of the first one. */
                caused_by: {
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                }[];
                /** @description Why it failed. */
                error_code: string | null;
            }[];
            /** @description The rule that decided, as the statistics of rules have it; null if none did. */
            decided_by: {
                /** @description `id` of its sentence, or the node and the branch that was taken. */
                rule: string;
                /** @description `id` of the row in `GET /workflows/{id}/rules`; null if it is none. */
                row_id: string | null;
                /** @description Its sentence; null if it has none, or takes too much work to read. */
                text: string | null;
            } | null;
            /** @description Node of the review that has no entry in `decisions`. */
            stopped_at: string | null;
            /** @description Output of each node that ran, by node id. */
            step_outputs: {
                [key: string]: unknown;
            };
            /** @description Message of the first step that failed. */
            first_error_message: string | null;
            /** @description Why notices would be issued, as `GET /executions/{id}/explanation` says it of a real run. */
            explanation: {
                /** @description The notices, oldest first; empty if there is none. */
                notices: {
                    /** @description Node. */
                    node_id: string;
                    /** @description 1 for the first run of the node. */
                    visit: number;
                    /** @description The action taken. */
                    action_taken: string;
                    /** @description The principal reasons as the notice gives them. */
                    reasons: string[];
                    /** @description True if the notice goes to everybody who reaches it, so no condition decided. */
                    unconditional: boolean;
                    /** @description The steps that led to the notice, in the order in which they began. */
                    way: {
                        /** @description Node. */
                        node_id: string;
                        /** @description 1 for the first run of the node. */
                        visit: number;
                        /** @description Label of the node, or its id. */
                        name: string;
                        /** @description Kind of the node. */
                        kind: string;
                    }[];
                    /** @description The choices that decided: those for which another outcome would have been better. Nearest to the notice first. */
                    choices: {
                        /** @description Node. */
                        node_id: string;
                        /** @description 1 for the first run of the node. */
                        visit: number;
                        /** @description Label of the node, or its id. */
                        name: string;
                        /**
                         * @description The outcome whose steps ran; `fail` after a denial.
                         * @enum {string}
                         */
                        taken: "pass" | "human_review" | "fail";
                        /** @description The outcomes that would have been better. */
                        better: ("pass" | "human_review" | "fail")[];
                        /** @description Every condition of the node, as it was compared. */
                        conditions: {
                            /**
                             * @description Branch that it belongs to.
                             * @enum {string}
                             */
                            branch: "pass" | "human_review";
                            /** @description Index of its group. */
                            group: number;
                            /** @description Node whose output was read, or `context`. */
                            source_node_id: string;
                            /** @description Field that was read; of a list the figure that was compared (`tradelines.max.days_past_due`). */
                            field: string;
                            /** @description For a figure of some items of a list, the comparisons that these meet. Null if it is of all items, or of no list. */
                            where: unknown;
                            /** @description How many items a figure is made of; null for any other value. */
                            items: number | null;
                            /** @description How it was compared. */
                            operator: string;
                            /** @description The value that it was compared with. */
                            required: unknown;
                            /** @description Where that value came from, if it is another one (`source_node_id`, `field`, `times`, `plus`, `actual`); null if the definition has it. */
                            value_from: unknown;
                            /** @description The value that was read. */
                            actual: unknown;
                            /** @description True if there was no value. */
                            missing: boolean;
                            /** @description Whether it held; null if that depends on a value that cannot be compared, or that is missing where a person was asked then. */
                            result: boolean | null;
                            /**
                             * @description The result of its group without the value, if it depends on one that is missing.
                             * @enum {string|null}
                             */
                            on_missing: "goes_on" | "review" | "deny" | null;
                            /** @description The value that cannot be compared. Null if there is none. */
                            not_comparable: {
                                /** @description Node whose output it is in, or `context`. */
                                source_node_id: string;
                                /** @description Where it is there, list indexes included: `jobs.1.pay`. */
                                path: string;
                                /**
                                 * @description The value that it would need.
                                 * @enum {string}
                                 */
                                expected: "number" | "date" | "number_or_date" | "yes_or_no" | "text" | "text_or_list" | "list";
                            } | null;
                            /** @description True if it is one of those that decided. */
                            decided: boolean;
                            /** @description The comparison in words. */
                            text: string;
                        }[];
                        /** @description The denials that decided. */
                        reviews: {
                            /** @description Node. */
                            node_id: string;
                            /** @description 1 for the first run of the node. */
                            visit: number;
                            /**
                             * @description Always `denied`.
                             * @enum {string}
                             */
                            decision: "denied";
                            /** @description Who denied. */
                            decided_by_user_id: number | null;
                            /** @description When. */
                            decided_at: string | null;
                            /** @description The reviewer's note. It never stands on a notice. */
                            note: string | null;
                            /** @description The reviewer's reasons. */
                            reasons: string[];
                        }[];
                    }[];
                    /** @description The reports on which the notice rests. */
                    reports_used: {
                        /** @description Product. */
                        product_code: string;
                        /** @description Node. */
                        node_id: string;
                        /** @description 1 for the first run of the node. */
                        visit: number;
                    }[];
                    /** @description Changes that would have avoided the notice. */
                    would_have_changed: {
                        /** @description The smallest set of values that would have had to be others, all decisions standing; empty if none would do. */
                        values: {
                            /** @description Node whose output it is, or `context`. */
                            source_node_id: string;
                            /** @description The run of that node; null for what the caller sent. */
                            visit: number | null;
                            /** @description Field. */
                            field: string;
                            /** @description As of a condition. */
                            where: unknown;
                            /** @description The value that it had. */
                            actual: unknown;
                            /** @description A value with which the outcome would have been another. */
                            value: unknown;
                            /** @description As of a condition. */
                            value_from: unknown;
                            /** @description The requirement in words. */
                            text: string;
                        }[];
                        /** @description False if the set may not be the smallest one; still, none of its values could be left out. */
                        exact: boolean;
                        /**
                         * @description Where these values lead: to a reviewer, to an offer on other terms, to an approval, to a report that was never pulled, or only not to this notice; null without values.
                         * @enum {string|null}
                         */
                        leads_to: "review" | "conditional" | "approved" | "report" | "no_notice" | null;
                        /** @description Reviews that would have avoided the notice if they alone had been decided otherwise. */
                        decisions: {
                            /** @description Node. */
                            node_id: string;
                            /** @description 1 for the first run of the node. */
                            visit: number;
                            /**
                             * @description The other decision.
                             * @enum {string}
                             */
                            decision: "approved";
                        }[];
                    };
                    /** @description The explanation in sentences. */
                    summary: string[];
                }[];
            };
        };
        /** @description A made-up applicant whose reports are registered. */
        TestCase: {
            /** @description Id of the subject in the sandbox registry. */
            id: number;
            /** @description Name of the case. */
            case_name: string;
            /**
             * @description Product whose case it is.
             * @enum {string}
             */
            product_code: "credit_report" | "criminal_background" | "eviction_history" | "identity_verification" | "income_verification";
            /** @description A drop-in body of the trigger. */
            payload: {
                /** @description The applicant. */
                applicant: {
                    [key: string]: unknown;
                };
                /** @description The property. */
                property?: {
                    [key: string]: unknown;
                };
            };
        };
        /** @description Registered sandbox subjects of the products that the cascade uses. */
        TestCaseList: {
            /** @constant */
            object: "test_case_list";
            /** @description Cascade. */
            workflow_id: number;
            /** @description Each with a payload that can be triggered with. */
            test_cases: components["schemas"]["TestCase"][];
        };
        /** @description A pull that was cut short: nobody knows whether the vendor has the order. */
        UnknownPull: {
            /** @constant */
            object: "unknown_pull";
            /** @description The pull. */
            id: number;
            /** @description The execution. */
            execution_id: number;
            /** @description The node that pulls. */
            node_id: string;
            /** @description Code of the product. */
            product_code: string;
            /** @description Our reference, by which the vendor may find the order. */
            our_reference: string;
            /**
             * Format: date-time
             * @description When the vendor was asked.
             */
            asked_at: string;
        };
        /** @description A person of the account, whose role was set. */
        UpdatedPerson: {
            /** @constant */
            object: "person";
            /** @description The user. */
            id: number;
            /** @description Name. */
            name: string;
            /** @description E-mail address; empty if they have none. */
            email: string;
            /**
             * @description Their rights. Null if they have none, or have a role of the identity provider.
             * @enum {string|null}
             */
            role: "viewer" | "reviewer" | "author" | "publisher" | "admin" | null;
            /** @description The queues of reviews that they work; none: all. */
            queues: string[];
            /**
             * @description Who confirmed their address. Null: nobody did.
             * @enum {string|null}
             */
            address_confirmed_by: "operator" | "identity_provider" | null;
            /** @description True if they sign in at the identity provider, which gives their role. */
            is_of_provider: boolean;
            /** @description The API client through which they act by a mailed link. Null: the only one of the account. */
            api_client_id: number | null;
            /**
             * Format: date-time
             * @description When they last signed in. Null: not in the last month.
             */
            last_signed_in_at: string | null;
            /** @description Sessions that have not ended. */
            sessions: number;
            /** @description Tokens that act in their name. They keep working when the role is taken away. */
            tokens: number;
            /** @description Reviews that they had claimed and can decide no more. */
            reviews_released: number;
        };
        /** @description A user of the account, whose queues were set. */
        UpdatedUser: {
            /** @constant */
            object: "user";
            /** @description Id. */
            id: number;
            /** @description Name. */
            name: string;
            /**
             * @description What an operator lets them do when they have signed in. Null: nothing, or their role is that of the identity provider, which its sessions have.
             * @enum {string|null}
             */
            role: "viewer" | "reviewer" | "author" | "publisher" | "admin" | null;
            /**
             * @description Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody approves what they write.
             * @enum {string|null}
             */
            address_confirmed_by: "operator" | "identity_provider" | null;
            /** @description The queues of reviews that they work; none: all. */
            queues: string[];
            /** @description Reviews that they had claimed in queues that they work no more. */
            reviews_released: number;
        };
        /** @description A user of the account. */
        User: {
            /** @constant */
            object: "user";
            /** @description Id. */
            id: number;
            /** @description Name. */
            name: string;
            /**
             * @description What an operator lets them do when they have signed in. Null: nothing, or their role is that of the identity provider, which its sessions have.
             * @enum {string|null}
             */
            role: "viewer" | "reviewer" | "author" | "publisher" | "admin" | null;
            /**
             * @description Who confirmed their e-mail address. Null: nobody did, so they approve nothing where two people are asked, and nobody approves what they write.
             * @enum {string|null}
             */
            address_confirmed_by: "operator" | "identity_provider" | null;
            /** @description The queues of reviews that they work; none: all. */
            queues: string[];
        };
        /** @description Pulls of live runs by product. */
        VendorStatistics: {
            /** @constant */
            object: "vendor_statistics";
            /**
             * Format: date
             * @description First day.
             */
            from: string;
            /**
             * Format: date
             * @description Last day.
             */
            to: string;
            /** @description Time zone of the days. */
            time_zone: string;
            /** @description The mode that was counted. */
            execution_mode: string;
            /** @description The most frequent first. */
            products: {
                /** @description Product. */
                product_code: string;
                /** @description Pulls of runs that ended. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                pulls: number | string;
                /** @description Those of them that failed. To callers that cannot read executions (of rules and reasons: cannot read them in full) a sum of cells that are rounded down to multiples of 5; `<5`: none of them has as many. */
                failures: number | string;
                /** @description Half took no longer; exact to 5 %. Null if there are none. */
                median_seconds: number | null;
                /** @description Nine of ten took no longer; exact to 5 %. */
                p90_seconds: number | null;
            }[];
        };
        /** @description A letter that waits for a person. */
        WaitingLetter: {
            /** @constant */
            object: "waiting_letter";
            /** @description Number in this list, the same as long as the letter waits. */
            id: number;
            /**
             * @description `draft`: a person sends or discards it. `needs_reasons`, `needs_variables`, `needs_name`, `needs_address`: it is parked until a person gives them. `needs_glyphs`: it waits until your operator adds a font that has its characters. `to_post`: it goes by post, and a person records that it was posted. `owed`: a person was denied, and no letter went out (`notices_due`). `returned`: it came back (`report`), and was not sent again since. `resend_failed`: sending it again failed (`error_code`).
             * @enum {string}
             */
            state: "draft" | "needs_reasons" | "needs_variables" | "needs_name" | "needs_address" | "needs_glyphs" | "to_post" | "owed" | "returned" | "resend_failed";
            /** @description Execution. */
            execution_id: number;
            /** @description Cascade. */
            workflow_id: number;
            /** @description Name of the cascade. */
            workflow_name: string;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /**
             * @description Mode.
             * @enum {string}
             */
            execution_mode: "test" | "live";
            /** @description Node of the letter; of those that are owed, each of `notices_due` has its own. */
            node_id: string | null;
            /** @description Its PDF; null if there is none. */
            notice_artifact_id: number | null;
            /**
             * Format: date-time
             * @description When it is due; null if nothing says so.
             */
            due_at: string | null;
            /** @description True if it is past that time. */
            overdue: boolean;
            /**
             * Format: date-time
             * @description Since when it waits.
             */
            since: string;
            /** @description Reviewer who claimed it. */
            assigned_to_user_id: number | null;
            /**
             * Format: date-time
             * @description Until when its review is put off.
             */
            snoozed_until: string | null;
            /** @description Paths of the variables without a value. */
            variables: string[] | null;
            /**
             * @description `free_text_only`: its only reasons are the words of a reviewer. `other_person`: it goes to another person. `report_corrected`: a report was corrected since the first of two letters.
             * @enum {string|null}
             */
            why: "free_text_only" | "other_person" | "report_corrected" | null;
            /** @description Who is owed a letter. */
            notices_due: components["schemas"]["OwedNotice"][];
            /** @description The report that came back. */
            report: {
                /**
                 * @description `bounce`: refused for good. `undelivered`: given up.
                 * @enum {string}
                 */
                kind: "bounce" | "undelivered";
                /** @description Enhanced status code (RFC 3463), such as 5.1.1. */
                status: string | null;
            } | null;
            /** @description Why it could not be sent again. */
            error_code: string | null;
            /** @description Name of the applicant; only with `executions:read:full`. */
            applicant_name?: string | null;
        };
        /** @description The delivery of one event to one subscription. */
        WebhookDelivery: {
            /** @constant */
            object: "webhook_delivery";
            /** @description Id; `X-Service-Delivery` of every attempt. */
            id: number;
            /** @description Subscription. */
            subscription_id: number;
            /**
             * Format: date-time
             * @description When the subscription was deleted; null if it is still there.
             */
            subscription_deleted_at: string | null;
            /**
             * @description Event.
             * @enum {string}
             */
            event: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted";
            /**
             * Format: uuid
             * @description `id` of the envelope; the same for all subscribers.
             */
            event_id: string;
            /**
             * @description `dead`: the last attempt failed. `failed`: no longer attempted, because the URL is not allowed or the subscription was paused or deleted.
             * @enum {string}
             */
            status: "pending" | "retrying" | "succeeded" | "failed" | "dead";
            /** @description Attempts made. */
            attempts: number;
            /** @description HTTP status of the last attempt; null if there was no response. */
            last_response_status: number | null;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When the last attempt was made.
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it succeeded.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
        };
        /** @description A delivery with its attempts. */
        WebhookDeliveryDetail: {
            /** @constant */
            object: "webhook_delivery";
            /** @description Id; `X-Service-Delivery` of every attempt. */
            id: number;
            /** @description Subscription. */
            subscription_id: number;
            /**
             * Format: date-time
             * @description When the subscription was deleted; null if it is still there.
             */
            subscription_deleted_at: string | null;
            /**
             * @description Event.
             * @enum {string}
             */
            event: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted";
            /**
             * Format: uuid
             * @description `id` of the envelope; the same for all subscribers.
             */
            event_id: string;
            /**
             * @description `dead`: the last attempt failed. `failed`: no longer attempted, because the URL is not allowed or the subscription was paused or deleted.
             * @enum {string}
             */
            status: "pending" | "retrying" | "succeeded" | "failed" | "dead";
            /** @description Attempts made. */
            attempts: number;
            /** @description HTTP status of the last attempt; null if there was no response. */
            last_response_status: number | null;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due.
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When the last attempt was made.
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When it succeeded.
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Execution of which the event tells; null for a sample. */
            execution_id: number | null;
            /** @description The attempts, the first one first. */
            attempts_log: {
                /** @description Counted from 1. */
                attempt: number;
                /**
                 * Format: date-time
                 * @description When the request was sent.
                 */
                attempted_at: string;
                /** @description Until the response or the failure, in milliseconds. */
                duration_ms: number;
                /** @description HTTP status; null if there was no response. */
                response_status: number | null;
                /** @description Why it failed; null if it succeeded. */
                error: string | null;
            }[];
        };
        /** @description The deliveries that a request for redelivery queued again. */
        WebhookRedelivery: {
            /** @constant */
            object: "webhook_redelivery";
            /** @description Subscription. */
            subscription_id: number;
            /** @description Deliveries that are due again. */
            requeued: number;
            /** @description More match than one request requeues: send it again under another key. */
            has_more: boolean;
        };
        /** @description A receiver of events. */
        WebhookSubscription: {
            /** @constant */
            object: "webhook_subscription";
            /** @description Id. */
            id: number;
            /** @description URL of the receiver. */
            url: string;
            /** @description Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them. */
            event_filter: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted")[];
            /** @description Only active subscriptions receive events. */
            active: boolean;
            /** @description State of its deliveries. A failing subscription is never switched off. */
            health: {
                /**
                 * @description `failing`: every attempt has failed for days.
                 * @enum {string}
                 */
                status: "ok" | "failing";
                /**
                 * Format: date-time
                 * @description Only if failing: since when.
                 */
                since?: string;
            };
            /** @description Counts of its deliveries by state. */
            deliveries: {
                /** @description Not delivered yet, and tried by themselves: `pending` and `retrying`. */
                waiting: number;
                /** @description Tried no more: `failed` and `dead`. */
                unsuccessful: number;
                /** @description The latest one; null if there is none. */
                last: {
                    /** @description Delivery. */
                    id: number;
                    /**
                     * @description Its status.
                     * @enum {string}
                     */
                    status: "pending" | "retrying" | "succeeded" | "failed" | "dead";
                    /** @description HTTP status of its last attempt; null if there was no response. */
                    response_status: number | null;
                    /**
                     * Format: date-time
                     * @description When its event was emitted.
                     */
                    created_at: string;
                } | null;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the signing secret was last rotated.
             */
            secret_rotated_at: string | null;
        };
        /** @description A subscription with its signing secret, which is shown only once. */
        WebhookSubscriptionWithSecret: {
            /** @constant */
            object: "webhook_subscription";
            /** @description Id. */
            id: number;
            /** @description URL of the receiver. */
            url: string;
            /** @description Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them. */
            event_filter: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted")[];
            /** @description Only active subscriptions receive events. */
            active: boolean;
            /** @description State of its deliveries. A failing subscription is never switched off. */
            health: {
                /**
                 * @description `failing`: every attempt has failed for days.
                 * @enum {string}
                 */
                status: "ok" | "failing";
                /**
                 * Format: date-time
                 * @description Only if failing: since when.
                 */
                since?: string;
            };
            /** @description Counts of its deliveries by state. */
            deliveries: {
                /** @description Not delivered yet, and tried by themselves: `pending` and `retrying`. */
                waiting: number;
                /** @description Tried no more: `failed` and `dead`. */
                unsuccessful: number;
                /** @description The latest one; null if there is none. */
                last: {
                    /** @description Delivery. */
                    id: number;
                    /**
                     * @description Its status.
                     * @enum {string}
                     */
                    status: "pending" | "retrying" | "succeeded" | "failed" | "dead";
                    /** @description HTTP status of its last attempt; null if there was no response. */
                    response_status: number | null;
                    /**
                     * Format: date-time
                     * @description When its event was emitted.
                     */
                    created_at: string;
                } | null;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When the signing secret was last rotated.
             */
            secret_rotated_at: string | null;
            /** @description `whsec_` and 32 random bytes in base64; the key of `X-Service-Signature` is the whole text. Missing if the response is replayed more than a day later. */
            signing_secret: string;
        };
        /** @description A cascade. */
        Workflow: {
            /** @constant */
            object: "workflow";
            /** @description Id. */
            id: number;
            /** @description `CAS-` and six characters, unique in the account. */
            code: string | null;
            /** @description Name. */
            name: string;
            /** @description True: can be triggered in live mode. False: a draft, which runs in test mode only. */
            active: boolean;
            /**
             * @description A label. `event` and `scheduled` start nothing by themselves.
             * @enum {string}
             */
            trigger_type: "manual" | "event" | "scheduled";
            /** @description A label. */
            use_case: string | null;
            /** @description Number of the current definition; each one saved is kept. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description A cascade with its definition. */
        WorkflowDetail: {
            /** @constant */
            object: "workflow";
            /** @description Id. */
            id: number;
            /** @description `CAS-` and six characters, unique in the account. */
            code: string | null;
            /** @description Name. */
            name: string;
            /** @description True: can be triggered in live mode. False: a draft, which runs in test mode only. */
            active: boolean;
            /**
             * @description A label. `event` and `scheduled` start nothing by themselves.
             * @enum {string}
             */
            trigger_type: "manual" | "event" | "scheduled";
            /** @description A label. */
            use_case: string | null;
            /** @description Number of the current definition; each one saved is kept. */
            version: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            definition: components["schemas"]["CascadeDefinition"];
            /** @description Definitions that can be saved but hardly do what was meant. */
            warnings: components["schemas"]["CascadeWarning"][];
            /** @description Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked. */
            hidden_from_reviewers: components["schemas"]["HiddenField"][];
            /** @description Requirements for going live that the account or the cascade lacks at present. */
            missing_for_live: {
                /** @description The node that needs it. */
                node_id: string;
                /**
                 * @description What is missing. `legal_name`, `address`, `ecoa_agency`: `PATCH /company` sets it. `agency`: `PUT /agencies/{code}` does. `declaration`: `PUT /fields/{field}` does. `definition`: the cascade has to be changed.
                 * @enum {string}
                 */
                lacks: "legal_name" | "address" | "ecoa_agency" | "agency" | "declaration" | "product" | "definition";
                /** @description The code of the product whose agency is not set, or the path that nobody declared. */
                what: string | null;
                /** @description The requirements in words. */
                message: string;
            }[];
            /** @description Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live. */
            questions: components["schemas"]["FieldQuestion"][];
            /** @description Only if `active` was not granted: why. */
            note?: string;
            examples?: components["schemas"]["SavedExamples"];
        };
        /** @description A made-up applicant with what is expected of the cascade. */
        WorkflowExample: {
            /** @constant */
            object: "workflow_example";
            /** @description Id. */
            id: number;
            /** @description The cascade. */
            workflow_id: number;
            /** @description Name. */
            name: string;
            /** @description As in a trigger. */
            payload: {
                [key: string]: unknown;
            };
            /** @description Reports by product code, or parts of them. */
            reports: {
                [key: string]: unknown;
            };
            /** @description Decisions of reviewers, by node id. */
            decisions: {
                [key: string]: unknown;
            };
            /**
             * Format: date
             * @description The day on which the person applies.
             */
            as_of: string;
            /** @description The expected result. */
            expected: {
                /**
                 * @description `review`: it stops at a person whose decision is not given.
                 * @enum {string}
                 */
                outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                rule?: string;
                /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                reasons?: string[];
            };
            /** @description User who said what is expected. */
            expected_by_user_id: number;
            /**
             * Format: date-time
             * @description When.
             */
            expected_at: string;
            /**
             * Format: date-time
             * @description When it was kept.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
        };
        /** @description For each value that conditions compare the applicants at and beside each threshold, and what becomes of them: the interpreter was run for each of them. */
        WorkflowExamples: {
            /** @description One for each value. */
            tables: {
                /** @description The value, as the rules call it. */
                field: string;
                /** @description Numbers of the rules that compare it, whose edges these are, as in `GET /workflows/{id}/rules`. */
                rules: number[];
                /** @description Values that all applicants of the table have. */
                others: string[];
                /** @description In the order of the values; last the applicant without one. */
                rows: {
                    /** @description The value in words. */
                    value: string;
                    /** @description True if a condition names the value. */
                    is_threshold: boolean;
                    /**
                     * @description The outcome of the applicant; `review` means that a person decides, `undecided` that the run ends without an outcome.
                     * @enum {string}
                     */
                    result: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                    /** @description Members `payload` and `reports` of `POST /workflows/{id}/simulate`. */
                    applicant: {
                        [key: string]: unknown;
                    };
                }[];
            }[];
            /** @description Values without a table: parts of lists, what the run itself sets, and those beyond 80 rows in all, or beyond the budget of work. */
            left_out: string[];
        };
        /** @description A cascade in plain English: exactly what runs. */
        WorkflowReading: {
            /** @constant */
            object: "workflow_reading";
            /** @description The cascade. */
            workflow_id: number;
            /** @description The version that is read; of a definition that is not saved, the one that it is compared with. */
            version: number;
            /** @description The first rule that holds decides. Null if the cascade is no list of rules, because steps run side by side or in a loop, or are too many: then the steps tell it. */
            rules: {
                /** @description As in `GET /workflows/{id}/rules`. A case that a person decides because a value is missing has the number of its rule. Null for what is no rule there, such as everyone else. */
                number: number | null;
                /** @description By what the definition knows it. */
                id: string | null;
                /** @description The rule, in the words of its author where the definition has them. */
                text: string;
                /** @description What these words were read as: what runs. Null if it says the same. A long condition is a list, a part on each line. */
                read_as: string | null;
                /** @description Its other effects. */
                details: string[];
                /** @description The steps that it comes from. */
                node_ids: string[];
            }[] | null;
            /** @description The reason why the cascade is not a list of rules. Null if it is one, or has no steps. */
            no_rules: {
                /** @description Where that is; empty if it is no one node. */
                node_id: string;
                /** @description Why. */
                text: string;
            } | null;
            /** @description Outcomes of applicants without a value. A value that is not listed is in every report. */
            missing_values: {
                /** @description The value. */
                field: string;
                /** @description The outcome of the applicant. */
                text: string;
            }[];
            /** @description Node by node; nothing is left out. */
            steps: {
                /** @description Id of the node. */
                node_id: string;
                /** @description Its action. */
                text: string;
            }[];
            /** @description Rules that apply to every cascade. */
            always: string[];
            examples: components["schemas"]["WorkflowExamples"];
            /** @description How the version that is read differs from the one that `compare_to` names. Only with `compare_to`, or of a definition that is not saved. */
            changes?: {
                /** @description The version that it is compared with. */
                version: number;
                /** @description Empty if both read alike. A sentence that moved is in both lists. */
                parts: {
                    /**
                     * @description Which one.
                     * @enum {string}
                     */
                    part: "rules" | "missing_values" | "steps";
                    /** @description Sentences of the other version alone. */
                    removed: string[];
                    /** @description Sentences of this version alone. */
                    added: string[];
                }[];
                /** @description Who is treated differently, worst first, at most 50. Found by runs of both at and beside each threshold; where a person is asked, by each decision. */
                effects: components["schemas"]["RuleEffect"][];
                /** @description How many more were found. */
                more_effects: number;
                /** @description How many comparisons of both were not tried, because that would be too much work, or because no applicant can be given the value, as that of an item of a list. Above 0 there may be more effects, even if none was found. */
                untried: number;
            };
        };
        /** @description The rules of a cascade, one row a rule. */
        WorkflowRules: {
            /** @constant */
            object: "workflow_rules";
            /** @description The cascade. */
            workflow_id: number;
            /** @description The version that has them. */
            version: number;
            /** @description The activation request that proposes them, if it was asked for. */
            activation_request: number | null;
            /** @description In the order in which they are tried. */
            rules: components["schemas"]["Rule"][];
            everyone_else: components["schemas"]["RuleOfEveryoneElse"];
            /** @description The reason why the cascade is not rules from there on. The part before is rules all the same. */
            no_rules: {
                /** @description Where that is; empty if it is no one node. */
                node_id: string;
                /** @description Why. */
                text: string;
            } | null;
        };
        WorkflowRulesBody: {
            /** @description All rules, in the order in which they are tried: at most 60. One that is left out is removed. */
            rules: {
                /** @description The rule that is changed. A rule without one is new. */
                id?: string;
                /** @description The sentence. Null: the reading of the conditions. */
                text?: string | null;
                /** @description The conditions, or a sentence of a policy ("the credit score is below 600"). A new rule whose sentence says what it decides ("Deny if …") needs no `then`. */
                when?: string | {
                    /**
                     * @description How the groups are joined.
                     * @enum {string}
                     */
                    group_logic?: "and" | "or";
                    /** @description Groups of conditions. */
                    condition_groups: {
                        /**
                         * @description How the conditions are joined.
                         * @enum {string}
                         */
                        logic?: "and" | "or";
                        /** @description How many have to hold, in place of `logic`. */
                        at_least?: number;
                        /** @description The comparisons. */
                        conditions: components["schemas"]["CascadeCondition"][];
                    }[];
                    /** @description Not read. */
                    read_as?: string;
                };
                /** @description As of a rule. */
                is_requirement?: boolean;
                /** @description The outcome of an applicant. */
                then?: {
                    /**
                     * @description The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them.
                     * @enum {string}
                     */
                    decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
                    /** @description Steps before the decision, in order. */
                    before?: components["schemas"]["RuleStep"][];
                    /** @description Steps after the decision, in order. */
                    after?: components["schemas"]["RuleStep"][];
                    /** @description How a letter carries the decision out. Null if there is no letter. */
                    terms?: {
                        /** @description Sent without a person who looks at it first. */
                        is_automatic: boolean;
                        /** @description Two letters, with a waiting period between them. */
                        is_employment: boolean;
                        /** @description Between the two letters, if it is not that of the place. */
                        waiting_period: {
                            /** @description In the unit. */
                            duration: number;
                            /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                            unit: string;
                        } | null;
                        /** @description The terms that are offered. */
                        statement: string | null;
                    } | null;
                };
                /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                reason?: string | null;
                /** @description How a person is asked. Null if the decision is not `review`. */
                review?: {
                    /** @description From when the review comes up until it is overdue. */
                    due_in?: {
                        /** @description In the unit. */
                        duration: number;
                        /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                        unit: string;
                    } | null;
                    /**
                     * @description `notify` emits an event.
                     * @enum {string}
                     */
                    on_overdue?: "none" | "notify";
                    /** @description How many different people have to approve. */
                    approvals?: number;
                    /** @description Queue to which it comes. */
                    queue?: string | null;
                    /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
                    reminders?: {
                        /** @description From when the review comes up. */
                        after: {
                            /** @description In the unit; at most one year. */
                            duration: number;
                            /**
                             * @description Unit of the duration.
                             * @enum {string}
                             */
                            unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                        };
                        /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                        to: string;
                        /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        subject: string;
                        /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        body: string;
                    }[];
                    /** @description The outcome of a decision by a person. */
                    approved?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                    /** @description The outcome of a decision by a person. */
                    denied?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                } | null;
                /**
                 * @description What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is asked, or the applicant is denied. Null: the comparison with the value does not hold.
                 * @enum {string|null}
                 */
                on_missing?: "goes_on" | "review" | "deny" | null;
                /** @description As of a rule. */
                block?: string | null;
                /** @description The nodes that carry it out. */
                node_ids?: string[];
            }[];
            /** @description The outcome of everybody else. If left out, it stays as it is. */
            everyone_else?: {
                /** @description The sentence. */
                text?: string | null;
                /** @description Not read. */
                read_as?: string;
                /** @description The outcome of an applicant. */
                then?: {
                    /**
                     * @description The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them.
                     * @enum {string}
                     */
                    decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
                    /** @description Steps before the decision, in order. */
                    before?: components["schemas"]["RuleStep"][];
                    /** @description Steps after the decision, in order. */
                    after?: components["schemas"]["RuleStep"][];
                    /** @description How a letter carries the decision out. Null if there is no letter. */
                    terms?: {
                        /** @description Sent without a person who looks at it first. */
                        is_automatic: boolean;
                        /** @description Two letters, with a waiting period between them. */
                        is_employment: boolean;
                        /** @description Between the two letters, if it is not that of the place. */
                        waiting_period: {
                            /** @description In the unit. */
                            duration: number;
                            /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                            unit: string;
                        } | null;
                        /** @description The terms that are offered. */
                        statement: string | null;
                    } | null;
                };
                /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                reason?: string | null;
                /** @description How a person is asked. Null if the decision is not `review`. */
                review?: {
                    /** @description From when the review comes up until it is overdue. */
                    due_in?: {
                        /** @description In the unit. */
                        duration: number;
                        /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                        unit: string;
                    } | null;
                    /**
                     * @description `notify` emits an event.
                     * @enum {string}
                     */
                    on_overdue?: "none" | "notify";
                    /** @description How many different people have to approve. */
                    approvals?: number;
                    /** @description Queue to which it comes. */
                    queue?: string | null;
                    /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
                    reminders?: {
                        /** @description From when the review comes up. */
                        after: {
                            /** @description In the unit; at most one year. */
                            duration: number;
                            /**
                             * @description Unit of the duration.
                             * @enum {string}
                             */
                            unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                        };
                        /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                        to: string;
                        /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        subject: string;
                        /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        body: string;
                    }[];
                    /** @description The outcome of a decision by a person. */
                    approved?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                    /** @description The outcome of a decision by a person. */
                    denied?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                } | null;
                /** @description The nodes that carry it out. */
                node_ids?: string[];
            } | null;
            /**
             * @description True: they are live at once, which needs the scope `workflows:activate`.
             * @default false
             */
            activate?: boolean;
            /** @description Kept with what is saved. */
            note?: string | null;
            /** @description Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names. */
            examples_override?: string;
        };
        /** @description The rules as they would be, or are, and whom they treat differently. */
        WorkflowRulesChange: {
            /** @constant */
            object: "workflow_rules_change";
            /** @description The cascade. */
            workflow_id: number;
            /** @description The current version. */
            version: number;
            /**
             * @description `nothing` changed or was to be saved; a new `version`; or a `proposal`, which another request activates.
             * @enum {string}
             */
            saved: "nothing" | "version" | "proposal";
            /** @description The activation request of a proposal. */
            activation_request: number | null;
            /** @description The rules differ from the current version. */
            is_changed: boolean;
            /** @description The definition with these rules. */
            definition: unknown;
            /** @description In the order in which they are tried. */
            rules: components["schemas"]["Rule"][];
            everyone_else: components["schemas"]["RuleOfEveryoneElse"];
            /** @description The reason why the cascade is not rules from there on. The part before is rules all the same. */
            no_rules: {
                /** @description Where that is; empty if it is no one node. */
                node_id: string;
                /** @description Why. */
                text: string;
            } | null;
            /** @description Who is treated differently, worst first, at most 50. Found by runs of both at and beside each threshold; where a person is asked, by each decision. */
            effects: components["schemas"]["RuleEffect"][];
            /** @description How many more were found. */
            more_effects: number;
            /** @description How many comparisons of both were not tried, because that would be too much work, or because no applicant can be given the value, as that of an item of a list. Above 0 there may be more effects, even if none was found. */
            untried: number;
            /** @description Definitions that can be saved but hardly do what was meant. */
            warnings: components["schemas"]["CascadeWarning"][];
            /** @description Sentences of the reading that only the current version has. */
            removed: string[];
            /** @description Sentences that are new. */
            added: string[];
            examples?: components["schemas"]["SavedExamples"];
        };
        WorkflowRulesPreviewBody: {
            /** @description All rules, in the order in which they are tried: at most 60. One that is left out is removed. */
            rules: {
                /** @description The rule that is changed. A rule without one is new. */
                id?: string;
                /** @description The sentence. Null: the reading of the conditions. */
                text?: string | null;
                /** @description The conditions, or a sentence of a policy ("the credit score is below 600"). A new rule whose sentence says what it decides ("Deny if …") needs no `then`. */
                when?: string | {
                    /**
                     * @description How the groups are joined.
                     * @enum {string}
                     */
                    group_logic?: "and" | "or";
                    /** @description Groups of conditions. */
                    condition_groups: {
                        /**
                         * @description How the conditions are joined.
                         * @enum {string}
                         */
                        logic?: "and" | "or";
                        /** @description How many have to hold, in place of `logic`. */
                        at_least?: number;
                        /** @description The comparisons. */
                        conditions: components["schemas"]["CascadeCondition"][];
                    }[];
                    /** @description Not read. */
                    read_as?: string;
                };
                /** @description As of a rule. */
                is_requirement?: boolean;
                /** @description The outcome of an applicant. */
                then?: {
                    /**
                     * @description The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them.
                     * @enum {string}
                     */
                    decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
                    /** @description Steps before the decision, in order. */
                    before?: components["schemas"]["RuleStep"][];
                    /** @description Steps after the decision, in order. */
                    after?: components["schemas"]["RuleStep"][];
                    /** @description How a letter carries the decision out. Null if there is no letter. */
                    terms?: {
                        /** @description Sent without a person who looks at it first. */
                        is_automatic: boolean;
                        /** @description Two letters, with a waiting period between them. */
                        is_employment: boolean;
                        /** @description Between the two letters, if it is not that of the place. */
                        waiting_period: {
                            /** @description In the unit. */
                            duration: number;
                            /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                            unit: string;
                        } | null;
                        /** @description The terms that are offered. */
                        statement: string | null;
                    } | null;
                };
                /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                reason?: string | null;
                /** @description How a person is asked. Null if the decision is not `review`. */
                review?: {
                    /** @description From when the review comes up until it is overdue. */
                    due_in?: {
                        /** @description In the unit. */
                        duration: number;
                        /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                        unit: string;
                    } | null;
                    /**
                     * @description `notify` emits an event.
                     * @enum {string}
                     */
                    on_overdue?: "none" | "notify";
                    /** @description How many different people have to approve. */
                    approvals?: number;
                    /** @description Queue to which it comes. */
                    queue?: string | null;
                    /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
                    reminders?: {
                        /** @description From when the review comes up. */
                        after: {
                            /** @description In the unit; at most one year. */
                            duration: number;
                            /**
                             * @description Unit of the duration.
                             * @enum {string}
                             */
                            unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                        };
                        /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                        to: string;
                        /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        subject: string;
                        /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        body: string;
                    }[];
                    /** @description The outcome of a decision by a person. */
                    approved?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                    /** @description The outcome of a decision by a person. */
                    denied?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                } | null;
                /**
                 * @description What becomes of an applicant for whom a value is missing on which the rule depends: the next rule is tried, a person is asked, or the applicant is denied. Null: the comparison with the value does not hold.
                 * @enum {string|null}
                 */
                on_missing?: "goes_on" | "review" | "deny" | null;
                /** @description As of a rule. */
                block?: string | null;
                /** @description The nodes that carry it out. */
                node_ids?: string[];
            }[];
            /** @description The outcome of everybody else. If left out, it stays as it is. */
            everyone_else?: {
                /** @description The sentence. */
                text?: string | null;
                /** @description Not read. */
                read_as?: string;
                /** @description The outcome of an applicant. */
                then?: {
                    /**
                     * @description The decision. `conditional`: approved on other terms. `nothing`: the run ends without a decision. `revoke` and `offer` are read only: no rule is changed to them.
                     * @enum {string}
                     */
                    decision: "approve" | "deny" | "review" | "conditional" | "revoke" | "offer" | "nothing";
                    /** @description Steps before the decision, in order. */
                    before?: components["schemas"]["RuleStep"][];
                    /** @description Steps after the decision, in order. */
                    after?: components["schemas"]["RuleStep"][];
                    /** @description How a letter carries the decision out. Null if there is no letter. */
                    terms?: {
                        /** @description Sent without a person who looks at it first. */
                        is_automatic: boolean;
                        /** @description Two letters, with a waiting period between them. */
                        is_employment: boolean;
                        /** @description Between the two letters, if it is not that of the place. */
                        waiting_period: {
                            /** @description In the unit. */
                            duration: number;
                            /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                            unit: string;
                        } | null;
                        /** @description The terms that are offered. */
                        statement: string | null;
                    } | null;
                };
                /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                reason?: string | null;
                /** @description How a person is asked. Null if the decision is not `review`. */
                review?: {
                    /** @description From when the review comes up until it is overdue. */
                    due_in?: {
                        /** @description In the unit. */
                        duration: number;
                        /** @description `business_days`, or one of `seconds`, `minutes`, `hours`, `days`, `weeks`. */
                        unit: string;
                    } | null;
                    /**
                     * @description `notify` emits an event.
                     * @enum {string}
                     */
                    on_overdue?: "none" | "notify";
                    /** @description How many different people have to approve. */
                    approvals?: number;
                    /** @description Queue to which it comes. */
                    queue?: string | null;
                    /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
                    reminders?: {
                        /** @description From when the review comes up. */
                        after: {
                            /** @description In the unit; at most one year. */
                            duration: number;
                            /**
                             * @description Unit of the duration.
                             * @enum {string}
                             */
                            unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                        };
                        /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                        to: string;
                        /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        subject: string;
                        /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                        body: string;
                    }[];
                    /** @description The outcome of a decision by a person. */
                    approved?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                    /** @description The outcome of a decision by a person. */
                    denied?: {
                        then?: components["schemas"]["RuleThen"];
                        /** @description One sentence that the letter adds to the reasons. A rule with another one gets its own letter. */
                        reason?: string | null;
                    };
                } | null;
                /** @description The nodes that carry it out. */
                node_ids?: string[];
            } | null;
        };
        /** @description A published cascade to start from. */
        WorkflowTemplate: {
            /** @constant */
            object: "workflow_template";
            /** @description Id. */
            id: number;
            /** @description Name. */
            name: string;
            /** @description Its purpose. */
            description: string | null;
            /** @description Name of an icon. */
            icon: string | null;
            /** @description Colour as `#rrggbb`. */
            color: string | null;
            /** @description Category. */
            category: string | null;
            /** @description True if it is offered. */
            active: boolean;
            /** @description True if it is recommended. */
            featured: boolean;
            /**
             * Format: date-time
             * @description When it was published.
             */
            published_at: string | null;
        };
        /** @description A published cascade with its definition. */
        WorkflowTemplateDetail: {
            /** @constant */
            object: "workflow_template";
            /** @description Id. */
            id: number;
            /** @description Name. */
            name: string;
            /** @description Its purpose. */
            description: string | null;
            /** @description Name of an icon. */
            icon: string | null;
            /** @description Colour as `#rrggbb`. */
            color: string | null;
            /** @description Category. */
            category: string | null;
            /** @description True if it is offered. */
            active: boolean;
            /** @description True if it is recommended. */
            featured: boolean;
            /**
             * Format: date-time
             * @description When it was published.
             */
            published_at: string | null;
            definition: components["schemas"]["CascadeDefinition"];
            /** @description Made-up applicants with what it does about them, for `POST /workflows`. */
            examples: {
                /** @description Name, unique in the cascade. */
                name: string;
                /** @description As in a trigger. */
                payload?: Record<string, never>;
                /** @description Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are. */
                reports?: {
                    [key: string]: Record<string, never>;
                };
                /** @description Decisions of reviewers, by node id. The run stops at a review that is not named. */
                decisions?: {
                    [key: string]: "approved" | "denied";
                };
                /**
                 * Format: date
                 * @description The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
                 */
                as_of?: string;
                /** @description The expected result. */
                expected: {
                    /**
                     * @description `review`: it stops at a person whose decision is not given.
                     * @enum {string}
                     */
                    outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                    /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                    rule?: string;
                    /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                    reasons?: string[];
                };
            }[];
            /** @description Cascade that it was made from. */
            source_workflow_id: number | null;
        };
        /** @description The faults of a definition. Nothing was saved. */
        WorkflowValidation: {
            /** @constant */
            object: "workflow_validation";
            /** @description True if the definition can be saved. */
            valid: boolean;
            /** @description Why it cannot be saved: the first 100 errors. */
            errors: {
                /** @description Field of the definition. */
                field: string;
                /** @description The fault. */
                message: string;
            }[];
            /** @description How many errors there are. */
            error_count: number;
            /** @description Definitions that can be saved but hardly do what was meant. */
            warnings: components["schemas"]["CascadeWarning"][];
            /** @description Fields that choices read and that are hidden from reviewers without `pii:read`, the first 100; empty if no person is asked. */
            hidden_from_reviewers: components["schemas"]["HiddenField"][];
            /** @description Open questions about the fields that it reads (`PUT /fields/{field}/answers`). They keep nothing from going live. */
            questions: components["schemas"]["FieldQuestion"][];
        };
        /** @description A saved version of a cascade. Versions never change. */
        WorkflowVersion: {
            /** @constant */
            object: "workflow_version";
            /** @description Cascade. */
            workflow_id: number;
            /** @description Number, from 1. */
            version: number;
            /** @description True if new executions run it. */
            is_current: boolean;
            /** @description Name of the cascade at that time. */
            name: string | null;
            /** @description Its use case at that time. */
            use_case: string | null;
            /** @description Why it was saved, as its author wrote. */
            note: string | null;
            /** @description User who saved it. */
            created_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            created_at: string;
            /** @description The version of each product of your own that it pulls, by code. */
            products: {
                [key: string]: number;
            };
        };
        /** @description A saved version of a cascade with its definition. */
        WorkflowVersionDetail: {
            /** @constant */
            object: "workflow_version";
            /** @description Cascade. */
            workflow_id: number;
            /** @description Number, from 1. */
            version: number;
            /** @description True if new executions run it. */
            is_current: boolean;
            /** @description Name of the cascade at that time. */
            name: string | null;
            /** @description Its use case at that time. */
            use_case: string | null;
            /** @description Why it was saved, as its author wrote. */
            note: string | null;
            /** @description User who saved it. */
            created_by_user_id: number | null;
            /**
             * Format: date-time
             * @description When it was saved.
             */
            created_at: string;
            /** @description The version of each product of your own that it pulls, by code. */
            products: {
                [key: string]: number;
            };
            definition: components["schemas"]["CascadeDefinition"];
            /** @description Definitions that can be saved but hardly do what was meant. */
            warnings: components["schemas"]["CascadeWarning"][];
        };
        /** @description One node. `type` tells the kind, and `action_type` the kind of an Action. */
        CascadeNode: components["schemas"]["ApplicantSourceNode"] | components["schemas"]["BillingProductNode"] | components["schemas"]["IfElseNode"] | components["schemas"]["WaitNode"] | components["schemas"]["GoToNode"] | components["schemas"]["ShowResultsNode"] | components["schemas"]["ActionNode"];
        /** @description An Action. `action_type` tells the kind. */
        ActionNode: components["schemas"]["ApproveNode"] | components["schemas"]["SendEmailNode"] | components["schemas"]["AdverseActionNode"] | components["schemas"]["InternalNotificationNode"];
        /** @description Entry point; exposes the payload of the trigger as `context.applicant`. Other keys are kept and ignored. */
        ApplicantSourceNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "ApplicantSource";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description What this cascade declares of fields of the payload, by path, in place of what the account does (`PUT /fields/{field}`). It is part of the version. */
                fields?: {
                    [key: string]: components["schemas"]["FieldSpec"];
                };
            };
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
        };
        /** @description Pulls a report; its output can be compared by conditions. Other keys are kept and ignored. */
        BillingProductNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "BillingProduct" | "Product";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
                /** @description Product to pull, if the node itself names none. */
                billing_product_code?: string;
            };
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
            /** @description Product to pull: credit_report, criminal_background, eviction_history, identity_verification, income_verification, or one that the account describes. Required; may be nested as `config.billing_product_code` instead. */
            billing_product_code?: string;
        };
        /** @description Compares outputs and takes a branch. `next_step` is not used. Other keys are kept and ignored. */
        IfElseNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "IfElse" | "Condition";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /** @description Ids of the nodes that are run when `pass` matches. */
            pass_steps?: string[];
            /** @description Ids of the nodes that are run when `human_review` matched and the review approved; `pass_steps` if this is empty. */
            human_review_steps?: string[];
            /** @description Ids of the nodes that are run when no branch matches, or the review denied. */
            fail_steps?: string[];
            /** @description `pass` is tried first, then `human_review`; a match of neither takes `fail_steps`. */
            branches: {
                /** @description Matching it takes `pass_steps`. */
                pass?: components["schemas"]["CascadeBranch"];
                /** @description Matching it asks a person. */
                human_review?: components["schemas"]["CascadeBranch"];
            };
            /** @description Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose queue it comes to. */
            review?: {
                /** @description From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`. */
                due_in?: {
                    /** @description In the unit; at most one year. */
                    duration: number;
                    /**
                     * @description Unit of the duration.
                     * @enum {string}
                     */
                    unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                };
                /**
                 * @description `notify` emits the event `review.overdue` once. An overdue review can still be decided.
                 * @default none
                 * @enum {string}
                 */
                on_overdue?: "none" | "notify";
                /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
                reminders?: {
                    /** @description From when the review comes up. */
                    after: {
                        /** @description In the unit; at most one year. */
                        duration: number;
                        /**
                         * @description Unit of the duration.
                         * @enum {string}
                         */
                        unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                    };
                    /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                    to: string;
                    /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                    subject: string;
                    /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                    body: string;
                }[];
                /**
                 * @description How many different people have to approve. One denial denies, whatever approvals came before.
                 * @default 1
                 */
                approvals?: number;
                /** @description Queue to which the review comes: small letters, digits, `-` and `_`, at most 40. Whoever works queues is given reviews of these and of none. */
                queue?: string;
            };
            /**
             * @description What happens if the branch depends on a value that is there and cannot be compared, such as "$4,200" with 3000: the step fails with `value_not_comparable`, or a person decides (`review`), where a denial cannot come to an approval. Default: the setting of the account, which is `fail` at first.
             * @enum {string}
             */
            on_not_comparable?: "fail" | "review";
            /** @description The sentence about everybody whom no rule decides. It belongs on the last choice. */
            everyone_else?: {
                /** @description Identifies the rule, even if its words change. Groups with the same `id` belong to one rule. */
                id?: string;
                /** @description The rule in the words of its author. Shown to people of the account, never to an applicant. */
                text?: string;
            };
            /** @description The author gave the rules of these choices no order. Choices of one `block` follow each other. An applicant whom one of them decides is also told of each later one that would have decided the same. */
            block?: string;
            /** @description Why the law allows a condition on age, sex, disability or the like here. Without it a choice that reads one does not go live (15 USC 1691(a); 42 USC 3604). */
            prohibited_basis_note?: string;
            /** @description A person has looked at what the law of the place says: ends the warning `jurisdiction_review`. */
            jurisdiction_review?: {
                /** @description The `acknowledge_as` of the warning. It changes when the choice is changed. */
                of: string;
                /** @description Who reviewed it, and why it may be. */
                note: string;
            };
        };
        /** @description Pauses this branch for a time, from nothing to one year. Other keys are kept and ignored. */
        WaitNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "Wait";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
            /** @description How long. */
            wait: {
                /** @description In the unit; at most one year. */
                duration: number;
                /**
                 * @description Unit of the duration.
                 * @enum {string}
                 */
                unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
            };
        };
        /** @description Jumps to another node at runtime: the way to make a loop. Other keys are kept and ignored. */
        GoToNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "GoTo";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /** @description Id of the node to jump to. Not an edge of the graph. */
            target_step: string;
        };
        /** @description Ends its branch and shows the outputs collected so far. Other keys are kept and ignored. */
        ShowResultsNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "ShowResults";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
        };
        /** @description Approves the applicant. Other keys are kept and ignored. */
        ApproveNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "Action";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /**
             * @description Kind of the action.
             * @enum {string}
             */
            action_type: "Approve";
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
        };
        /** @description Sends an e-mail. Other keys are kept and ignored. */
        SendEmailNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "Action";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /**
             * @description Kind of the action.
             * @enum {string}
             */
            action_type: "SendEmail";
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
            /** @description The e-mail; `{{variable}}` is interpolated in each text. Without `to` the step fails. */
            email?: {
                /** @description The address of the recipient. */
                to?: string;
                /** @description The subject line. */
                subject?: string;
                /** @description Plain text, or HTML if it holds tags; values are escaped in HTML. */
                body?: string;
            };
            /**
             * @description Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step.
             * @default empty
             * @enum {string}
             */
            on_unresolved?: "empty" | "fail";
        };
        /** @description Issues an adverse-action notice. Other keys are kept and ignored. */
        AdverseActionNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "Action";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /**
             * @description Kind of the action.
             * @enum {string}
             */
            action_type: "AdverseAction";
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
            /** @description The notice. Without it the step fails. */
            adverse_action?: {
                /** @description Address of the person; `{{variable}}` is interpolated. */
                recipient?: string;
                /**
                 * @description The action that was taken. `adverse_employment` takes two notices, with a waiting period in between.
                 * @default denied
                 * @enum {string}
                 */
                action_taken?: "denied" | "revoked" | "adverse_employment" | "other_action";
                /**
                 * @description `draft_first` parks the notice for human review before it is sent.
                 * @default draft_first
                 * @enum {string}
                 */
                send_strategy?: "draft_first" | "auto_send";
                /** @description One sentence that the notice adds to the reasons; `{{variable}}` is interpolated. */
                reason?: string;
                /**
                 * @description Purpose of the reports; decides which legal texts the notice carries.
                 * @enum {string}
                 */
                purpose?: "tenant" | "credit" | "employment";
                /** @description What was done, or the terms that are offered; `{{variable}}` is interpolated. Required if the purpose is `credit` and the action `revoked` or `other_action`. */
                statement?: string;
                /** @description ISO 3166-2 code, such as `US-CA`, of a county with its FIPS code, such as `US-MD-033`. */
                jurisdiction?: string;
                /**
                 * @description Path of the person in the payload about whom the notice is, such as `applicant.co_applicant`: name, address, consent and reports are that person's.
                 * @default applicant
                 */
                applicant?: string;
                /** @description Between the two notices of `adverse_employment`; by default, and at the least, as the jurisdiction has it. */
                waiting_period?: {
                    /** @description In the unit; at most one year. */
                    duration: number;
                    /**
                     * @description Weekends and federal holidays are not business days.
                     * @enum {string}
                     */
                    unit: "business_days" | "seconds" | "minutes" | "hours" | "days" | "weeks";
                };
            };
            /**
             * @description Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step.
             * @default empty
             * @enum {string}
             */
            on_unresolved?: "empty" | "fail";
            /** @description Time limit of the review that the node may open, mail to staff while it waits, how many people approve it, and whose queue it comes to. */
            review?: {
                /** @description From the opening of the review until it is overdue. Optional with `reminders`, `approvals` and `queue`. */
                due_in?: {
                    /** @description In the unit; at most one year. */
                    duration: number;
                    /**
                     * @description Unit of the duration.
                     * @enum {string}
                     */
                    unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                };
                /**
                 * @description `notify` emits the event `review.overdue` once. An overdue review can still be decided.
                 * @default none
                 * @enum {string}
                 */
                on_overdue?: "none" | "notify";
                /** @description Mail to staff while the review is undecided, each once. They hold up nothing, and a decision ends them. Addresses of the account are reached; a reminder to any other is kept as a file. */
                reminders?: {
                    /** @description From when the review comes up. */
                    after: {
                        /** @description In the unit; at most one year. */
                        duration: number;
                        /**
                         * @description Unit of the duration.
                         * @enum {string}
                         */
                        unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
                    };
                    /** @description An address of the account, that of a user or one that the operator confirmed. It is not interpolated. */
                    to: string;
                    /** @description One line. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                    subject: string;
                    /** @description Plain text. Variables: `{{execution.id}}`, `{{execution.external_reference}}`, `{{execution.mode}}`, `{{workflow.name}}`, `{{applicant.first_name}}`, `{{applicant.last_name}}`. */
                    body: string;
                }[];
                /**
                 * @description How many different people have to approve. One denial denies, whatever approvals came before.
                 * @default 1
                 */
                approvals?: number;
                /** @description Queue to which the review comes: small letters, digits, `-` and `_`, at most 40. Whoever works queues is given reviews of these and of none. */
                queue?: string;
            };
        };
        /** @description Notifies an operator. Other keys are kept and ignored. */
        InternalNotificationNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description Kind of the node.
             * @enum {string}
             */
            type: "Action";
            /** @description Label. */
            name?: string;
            /** @description Settings of the node; other keys are kept. */
            config?: {
                /** @description Name of the output in `{{…}}` paths. */
                store_result_as?: string;
            };
            /**
             * @description Kind of the action.
             * @enum {string}
             */
            action_type: "InternalNotification";
            /** @description Ids of the nodes that follow; all of them are run. */
            next_step?: string[];
            /** @description Where to, and what; free-form. Without a channel of these and its address the notification is kept in the step's output and delivered nowhere. */
            internal_notification?: {
                /**
                 * @description How it is delivered: slack, webhook, email.
                 * @example slack
                 * @example webhook
                 * @example email
                 */
                channel?: unknown;
                /** @description For `slack` and `webhook`; the rules of subscription URLs apply. The value of a `{{variable}}` is percent-encoded, and scheme and host are text; or the whole is one variable, whose value is the URL. No variable may name a number that identifies a person. */
                url?: unknown;
                /** @description For `email`: an address of the account, that of a user or one that the operator confirmed. It is not interpolated. To any other address nothing is sent: the mail is kept as a file, and the step succeeds. */
                to?: unknown;
                /** @description The text; `{{variable}}` is interpolated, with numbers that identify a person masked. Without it the other settings are the text. */
                message?: unknown;
            };
            /**
             * @description Effect of a `{{path}}` without a value: `empty` gives empty text, `fail` fails the step.
             * @default empty
             * @enum {string}
             */
            on_unresolved?: "empty" | "fail";
        };
        FieldSpec: {
            /**
             * @description Type of its values. The type of an object that describes a person is `person`.
             * @enum {unknown}
             */
            type: "number" | "integer" | "text" | "date" | "date_time" | "yes_no" | "object" | "person" | "list";
            /** @description One line, as a letter prints it: `Loan to value`. */
            label?: string;
            /** @description Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars. */
            unit?: string;
            /** @description The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person. */
            of_person?: string;
            /**
             * @description Kind of its values. It decides who sees them; a value without a declared kind is hidden.
             * @enum {unknown}
             */
            kind?: "fact" | "name" | "contact" | "birth" | "age" | "identifier" | "score";
            /**
             * @description Prohibited basis that the value reveals, or `proxy` if it often stands for one.
             * @enum {unknown}
             */
            basis?: "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "familial_status" | "disability" | "public_assistance" | "rights_exercised" | "proxy";
            /** @description Known values of a text. A payload with another value is accepted. */
            values?: string[];
            /** @description True: files and forms require it. A trigger accepts a payload without it. */
            required?: boolean;
            /** @description Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement. */
            reason?: {
                /** @description The value was above, or later than, what was allowed. */
                above?: string;
                /** @description The value was below, or earlier than, what was allowed. */
                below?: string;
                /** @description The text, or the yes or no, was not allowed. */
                is?: string;
                /** @description There was no value. */
                missing?: string;
            };
            /**
             * @description Type of the items of a list of values. For a list of objects, declare their members instead.
             * @enum {unknown}
             */
            item_type?: "number" | "integer" | "text" | "date" | "date_time" | "yes_no";
            /** @description Names of one item of a list and of several. */
            item?: {
                /** @description One: `job`. */
                one: string;
                /** @description Several: `jobs`. */
                many: string;
            };
            /**
             * @description An empty list counts as the best or the worst result.
             * @enum {unknown}
             */
            empty?: "best" | "worst";
            /**
             * @description A missing value counts as the best result: there is none on record.
             * @enum {unknown}
             */
            absent?: "none_on_record";
            /** @description Nouns by which policies name it, beside its label. */
            also?: string[];
        };
        /** @description Matches when its groups do. A branch or group without conditions matches nothing. */
        CascadeBranch: {
            /**
             * @description How the groups are combined.
             * @default and
             * @enum {string}
             */
            group_logic?: "and" | "or";
            /** @description Of `pass`: the groups are one rule that says what is asked for, and `fail_steps` are for those who lack it. It decides nothing; rules are read by it where both ways of a choice end. */
            is_requirement?: boolean;
            /** @description Groups of conditions. */
            condition_groups?: {
                /** @description Identifies the rule, even if its words change. Groups with the same `id` belong to one rule. */
                id?: string;
                /** @description The rule in the words of its author. Shown to people of the account, never to an applicant. */
                text?: string;
                /**
                 * @description How the conditions of the group are combined.
                 * @default and
                 * @enum {string}
                 */
                logic?: "and" | "or";
                /** @description How many conditions of the group have to hold, in place of `logic`: at most as many as there are. */
                at_least?: number;
                /**
                 * @description What happens if the group depends on a value that is missing, where none on record does not count as missing. `goes_on`: it has no say, so the other groups decide. `review`: a person decides. `deny`: it counts as the choice would deny. Left out, a condition on such a value does not hold.
                 * @enum {string}
                 */
                on_missing?: "goes_on" | "review" | "deny";
                /** @description The comparisons of the group. */
                conditions: components["schemas"]["CascadeCondition"][];
            }[];
        };
        /** @description One comparison. Numbers compare as numbers (numeric strings too) and ISO dates as dates; a value that is missing makes every operator false except `is_empty`. */
        CascadeCondition: {
            /** @description Id of a product node, of the ApplicantSource, or `context` for variables such as `applicant.email`. */
            source_node_id: string;
            /** @description Dotted path in the product's output. An array's items are reached by index (`records.0.severity`) or all at once (`records.severity`, to be used with `contains`). Behind an array `any` and `all` ask of which items the comparison holds (`tradelines.any.days_past_due`), and `count`, `sum`, `max` and `min` are figures of it (`tradelines.count`, `tradelines.sum.balance_usd`). */
            field: string;
            /** @description Beside a field with `any`, `all`, `count`, `sum`, `max` or `min`: only the items of which all of these hold, such as the felonies of the records. */
            where?: components["schemas"]["CascadeItemCondition"][];
            /**
             * @description How the field and the value are compared.
             * @enum {string}
             */
            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty" | "is_true" | "is_false";
            /** @description Required, and not null, except for `is_empty`, `is_not_empty`, `is_true` and `is_false`, and with `value_from`. */
            value?: string | number | boolean | null;
            /** @description Another value to compare with, in place of `value`: `times` and `plus` make it 3 times the payment, or the limit less 500. If it is missing, the condition does not hold. */
            value_from?: {
                /** @description As of the condition. */
                source_node_id: string;
                /** @description As of the condition. */
                field: string;
                /** @description The value is multiplied by it; not 0. Without it, by 1. */
                times?: number;
                /** @description Added to the product; below 0 it is subtracted. */
                plus?: number;
            };
        };
        /** @description One comparison of a member of the items of a list. If the member is missing, only `is_empty` holds. */
        CascadeItemCondition: {
            /** @description The member, as a dotted path in the item: `severity`. */
            field: string;
            /**
             * @description How the member and the value are compared.
             * @enum {string}
             */
            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty" | "is_true" | "is_false";
            /** @description As of a condition. */
            value?: string | number | boolean | null;
        };
    };
    responses: never;
    parameters: {
        /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
        RequestId: string;
        /**
         * @description Identifies this request: repeating the same request with the same key returns the original response. Executions show the key with its namespace (`api_client:<id>:<key>`, of re-evaluations `api_client:<id>:reeval:<id>:<key>`), which has at most 200 characters; one of 128 characters is accepted whatever the ids are. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
         * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
         */
        IdempotencyKey: string;
        /**
         * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
         * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
         */
        OptionalIdempotencyKey: string;
        /**
         * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
         * @example "12.1.1772467512000"
         */
        IfMatch: string;
        /**
         * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
         * @example "12.1.1772467512000"
         */
        RequiredIfMatch: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Correlation id.
         * @example b1f6c1d2-8c35-4c53-9c5e-0a1f6f0a7d11
         */
        RequestId: string;
        /**
         * @description Requests left under each limit, and seconds until its window ends (IETF draft).
         * @example "app";r=299;t=300, "ip";r=59;t=60, "token";r=599;t=3600
         */
        RateLimit: string;
        /**
         * @description The limits: quota and window in seconds (IETF draft).
         * @example "app";q=300;w=300, "ip";q=60;w=60, "token";q=600;w=3600
         */
        RateLimitPolicy: string;
        /**
         * @description Seconds to wait.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description How to authenticate.
         * @example Bearer
         */
        WWWAuthenticate: string;
        /**
         * @description `true` if this is the response of an earlier request with the same key.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description SHA-256 of the file.
         * @example "9f86d081884c7d659a2feaa0c55ad015"
         */
        ETag: string;
        /**
         * @description Version of the record, for `If-Match`.
         * @example "12.1.1772467512000"
         */
        RecordETag: string;
        /**
         * @description Name of the file.
         * @example attachment; filename="credit-report-4711.pdf"
         */
        ContentDisposition: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. */
                "filter[active]"?: boolean;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[use_case]"?: string[];
                /** @description Beginning of the name. */
                "filter[name]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of cascades. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Workflow"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its name. */
                    name: string;
                    /** @description The nodes. */
                    definition?: components["schemas"]["CascadeDefinition"] | null;
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                    /**
                     * @description A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are taken as `manual`.
                     * @default manual
                     */
                    trigger_type?: string | null;
                    /**
                     * @description False: save it as a draft.
                     * @default true
                     */
                    active?: boolean | null;
                    /** @description Kept with the version that this saves. */
                    version_note?: string | null;
                    /** @description Examples that are kept with it, such as those of a template. */
                    examples?: {
                        /** @description Name, unique in the cascade. */
                        name: string;
                        /** @description As in a trigger. */
                        payload?: Record<string, never> | null;
                        /** @description Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are. */
                        reports?: {
                            [key: string]: Record<string, never>;
                        } | null;
                        /** @description Decisions of reviewers, by node id. The run stops at a review that is not named. */
                        decisions?: {
                            [key: string]: "approved" | "denied";
                        } | null;
                        /**
                         * Format: date
                         * @description The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
                         */
                        as_of?: string | null;
                        /** @description The expected result. */
                        expected: {
                            /**
                             * @description `review`: it stops at a person whose decision is not given.
                             * @enum {string}
                             */
                            outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                            /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                            rule?: string | null;
                            /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                            reasons?: string[] | null;
                        };
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description The cascade that was created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cascade. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Its name. */
                    name?: string | null;
                    /** @description The nodes. */
                    definition?: components["schemas"]["CascadeDefinition"] | null;
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                    /** @description A label: `manual`, `event` or `scheduled`, which start nothing by themselves. Unknown values are ignored. */
                    trigger_type?: string | null;
                    /** @description True activates, which requires production access and everything that live notices name, and a declaration of each field that is read where a notice or a review can be reached. */
                    active?: boolean | null;
                    /** @description Kept with the version that this saves. */
                    version_note?: string | null;
                    /** @description Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names. */
                    examples_override?: string | null;
                };
            };
        };
        responses: {
            /** @description The cascade as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listTestCases: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subjects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestCaseList"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    generateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The policy, in plain language. */
                    prompt: string;
                    /** @description In place of the generated name. */
                    name?: string | null;
                    /**
                     * @description A label.
                     * @default tenant_screening
                     */
                    use_case?: string | null;
                    /**
                     * @description False: a preview, and nothing is saved.
                     * @default true
                     */
                    create?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The preview, with `create: false`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CascadeGenerationPreview"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description The cascade that was saved. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GeneratedWorkflow"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    validateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A definition (`CascadeDefinition`), or whatever is to be told apart from one: it is checked, not refused. */
                    definition: unknown;
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                };
            };
        };
        responses: {
            /** @description Its faults. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowValidation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    simulateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Number of the version; without it the current one. */
                    version?: number | null;
                    /** @description As in a trigger. */
                    payload?: Record<string, never> | null;
                    /** @description Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are. */
                    reports?: {
                        [key: string]: Record<string, never>;
                    } | null;
                    /** @description Decisions of reviewers, by node id. The run stops at a review that is not named. */
                    decisions?: {
                        [key: string]: "approved" | "denied";
                    } | null;
                    /**
                     * Format: date
                     * @description The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
                     */
                    as_of?: string | null;
                };
            };
        };
        responses: {
            /** @description The simulated run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Simulation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    simulateDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    definition: components["schemas"]["CascadeDefinition"];
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                    /** @description As in a trigger. */
                    payload?: Record<string, never> | null;
                    /** @description Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are. */
                    reports?: {
                        [key: string]: Record<string, never>;
                    } | null;
                    /** @description Decisions of reviewers, by node id. The run stops at a review that is not named. */
                    decisions?: {
                        [key: string]: "approved" | "denied";
                    } | null;
                    /**
                     * Format: date
                     * @description The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
                     */
                    as_of?: string | null;
                };
            };
        };
        responses: {
            /** @description The simulated run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Simulation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowVersion"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Number of the version, from the list.
                 * @example 4711
                 */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowVersionDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    restoreWorkflowVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Number of the version, from the list.
                 * @example 4711
                 */
                version: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Kept with the new version. */
                    note?: string | null;
                    /** @description Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names. */
                    examples_override?: string | null;
                };
            };
        };
        responses: {
            /** @description The cascade as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getWorkflowReading: {
        parameters: {
            query?: {
                /** @description Number of the version; without it the current one. */
                version?: number;
                /** @description Number of the version to compare it with, usually an earlier one. */
                compare_to?: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cascade in English. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowReading"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    readDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    definition: components["schemas"]["CascadeDefinition"];
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                    /** @description Number of the version to compare it with; without it the current one. */
                    compare_to?: number | null;
                };
            };
        };
        responses: {
            /** @description The definition in English, and what it says otherwise. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowReading"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getWorkflowRules: {
        parameters: {
            query?: {
                /** @description Number of the version; without it the current one. */
                version?: number;
                /** @description The rules that this activation request proposes. Not beside `version`. */
                activation_request?: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowRules"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    setWorkflowRules: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match": components["parameters"]["RequiredIfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowRulesBody"];
            };
        };
        responses: {
            /** @description The rules, and what became of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowRulesChange"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    previewWorkflowRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowRulesPreviewBody"];
            };
        };
        responses: {
            /** @description The rules as they would be. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowRulesChange"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAllActivationRequests: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("pending" | "approved" | "refused" | "withdrawn" | "superseded")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequest"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    listActivationRequests: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("pending" | "approved" | "refused" | "withdrawn" | "superseded")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequest"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    requestActivation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The nodes. */
                    definition?: components["schemas"]["CascadeDefinition"] | null;
                    /** @description Its name. */
                    name?: string | null;
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                    /** @description Kept with the request. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getActivationRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                activation_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    approveActivation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                activation_request_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Kept with the request. */
                    note?: string | null;
                    /** @description Why it goes live though examples fail, in an account that asks that they hold. Kept in the audit log with their names. */
                    examples_override?: string | null;
                };
            };
        };
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    refuseActivation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                activation_request_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    withdrawActivation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                activation_request_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ActivationRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listExamples: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of examples. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowExample"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createExample: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name, unique in the cascade. */
                    name: string;
                    /** @description As in a trigger. */
                    payload?: Record<string, never> | null;
                    /** @description Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are. */
                    reports?: {
                        [key: string]: Record<string, never>;
                    } | null;
                    /** @description Decisions of reviewers, by node id. The run stops at a review that is not named. */
                    decisions?: {
                        [key: string]: "approved" | "denied";
                    } | null;
                    /**
                     * Format: date
                     * @description The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
                     */
                    as_of?: string | null;
                    /** @description The expected result. Default: the result of the current version. */
                    expected?: {
                        /**
                         * @description `review`: it stops at a person whose decision is not given.
                         * @enum {string}
                         */
                        outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                        /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                        rule?: string | null;
                        /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                        reasons?: string[] | null;
                    } | null;
                    /** @description An execution of the cascade that has ended: the example is a made-up applicant on the same side of every limit of its version, and expects what that did. Beside it there is a `name` alone. Needs the scope `executions:read:full`. */
                    execution_id?: number | null;
                };
            };
        };
        responses: {
            /** @description The example. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowExample"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    runExamples: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Number of the version. */
                    version?: number | null;
                    /** @description The request. */
                    activation_request?: number | null;
                    /** @description The nodes. */
                    definition?: components["schemas"]["CascadeDefinition"] | null;
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                };
            };
        };
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExampleResults"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                example_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The example. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowExample"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                example_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateExample: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                example_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Name, unique in the cascade. */
                    name?: string | null;
                    /** @description As in a trigger. */
                    payload?: Record<string, never> | null;
                    /** @description Reports by product code. A report may be given in part, such as `{"score": 600}`: test mode gives the rest; objects are filled member by member, lists are taken as they are. */
                    reports?: {
                        [key: string]: Record<string, never>;
                    } | null;
                    /** @description Decisions of reviewers, by node id. The run stops at a review that is not named. */
                    decisions?: {
                        [key: string]: "approved" | "denied";
                    } | null;
                    /**
                     * Format: date
                     * @description The day on which the person applies: ages and times since an event are counted up to it. Without it, today.
                     */
                    as_of?: string | null;
                    /** @description The result that is expected from now on. The user and the time are recorded. */
                    expected?: {
                        /**
                         * @description `review`: it stops at a person whose decision is not given.
                         * @enum {string}
                         */
                        outcome: "approved" | "denied" | "conditional" | "review" | "undecided" | "failed";
                        /** @description The rule that decides: `id` of its row in `GET /workflows/{id}/rules`, or its node and branch (`decide:pass`). Without it any rule will do. */
                        rule?: string | null;
                        /** @description The reasons of the letter, in any order; empty: no letter gives a reason. Without it any will do. */
                        reasons?: string[] | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The example. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowExample"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listBacktests: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of backtests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Backtest"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createBacktest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The version that is asked. Without it and `definition`: the current one. */
                    version?: number | null;
                    /** @description The nodes. */
                    definition?: components["schemas"]["CascadeDefinition"] | null;
                    /** @description A label. A few, such as `tenant_screening` or `employment`, also say what notices are for (/docs/letters). */
                    use_case?: string | null;
                    /** @description The version that it is compared with. Without it: what was recorded. */
                    against_version?: number | null;
                    /** @description The executions that are asked about. */
                    sample?: {
                        /** @description Which executions of the cascade, by filters of the list of executions. */
                        filter?: {
                            /** @description Their status; without it all three. */
                            status?: ("completed" | "failed" | "awaiting_review")[] | null;
                            /** @description Their outcome. */
                            outcome?: ("approved" | "conditional" | "denied")[] | null;
                            /** @description The decision of a person. */
                            review_status?: ("none" | "in_review" | "approved" | "denied")[] | null;
                            /** @description Their mode; without it `live`. */
                            execution_mode?: ("test" | "live")[] | null;
                            /** @description Their batch. */
                            batch_execution_id?: number[] | null;
                            /** @description The rule that decided. */
                            decided_by?: string[] | null;
                            /** @description A code of a reason of a letter. */
                            reason?: string[] | null;
                            /**
                             * Format: date-time
                             * @description Accepted after this time.
                             */
                            created_after?: string | null;
                            /**
                             * Format: date-time
                             * @description Accepted before this time.
                             */
                            created_before?: string | null;
                            /**
                             * Format: date-time
                             * @description Ended after this time.
                             */
                            completed_after?: string | null;
                            /**
                             * Format: date-time
                             * @description Ended before this time.
                             */
                            completed_before?: string | null;
                        } | null;
                        /**
                         * @description How many at most; if the filter finds more, so many are drawn at random.
                         * @default 10000
                         */
                        limit?: number | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The backtest, which begins soon. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Backtest"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                backtest_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Backtest"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    cancelBacktest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                backtest_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The backtest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Backtest"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listBacktestChanges: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description What differs. Repeat the parameter to give several values. */
                "filter[kind]"?: ("outcome" | "asked" | "letter")[];
                /** @description The first rule at which the two sides part. Repeat the parameter to give several values. */
                "filter[rule]"?: string[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                backtest_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BacktestChange"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    exportBacktestChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                backtest_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    triggerWorkflow: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this request: repeating the same request with the same key returns the original response. Executions show the key with its namespace (`api_client:<id>:<key>`, of re-evaluations `api_client:<id>:reeval:<id>:<key>`), which has at most 200 characters; one of 128 characters is accepted whatever the ids are. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Input of the decision; becomes `input_context`. */
                    payload?: ({
                        /** @description The applicant, with any fields; `context.applicant` in the cascade. */
                        applicant?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description The property. */
                        property?: {
                            [key: string]: unknown;
                        } | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                    /**
                     * @description `live` requires production access and an active cascade.
                     * @default test
                     * @enum {string|null}
                     */
                    execution_mode?: "test" | "live" | null;
                    /** @description Comes back on the execution and on every event. */
                    external_reference?: string | null;
                    /** @description Your own id of the person, the same each time: executions with one key are of one applicant. An addition of ours. */
                    applicant_key?: string | null;
                    /**
                     * @description Test mode only: waits and waiting periods pass at once.
                     * @default false
                     */
                    skip_waits?: boolean | null;
                    /** @description Test mode only: the result of products, by product code, in place of that of test mode. A report or a part of one (`{"score": 600}`), or the name of a registered case, such as `clear` or `vendor_error`. */
                    sandbox?: {
                        /** @description A report, a part of one, or the `case_name` of a test case of the product. */
                        credit_report?: unknown;
                        /** @description A report, a part of one, or the `case_name` of a test case of the product. */
                        criminal_background?: unknown;
                        /** @description A report, a part of one, or the `case_name` of a test case of the product. */
                        eviction_history?: unknown;
                        /** @description A report, a part of one, or the `case_name` of a test case of the product. */
                        identity_verification?: unknown;
                        /** @description A report, a part of one, or the `case_name` of a test case of the product. */
                        income_verification?: unknown;
                    } | null;
                    /** @description Instead of `payload`: the applicant. */
                    applicant?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Instead of `payload`: the property. */
                    property?: {
                        [key: string]: unknown;
                    } | null;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The execution that was accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExecutionSummary"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listWorkflowTemplates: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[category]"?: string[];
                /** @description Only records that have this value. */
                "filter[featured]"?: boolean;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of templates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowTemplate"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getWorkflowTemplate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WorkflowTemplateDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description True: lists the withdrawn products of your own instead of the products that can be used. */
                "filter[withdrawn]"?: boolean;
                /** @description True: adds the cascades whose current version pulls each product. */
                workflows?: boolean;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of products. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Product"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description As nodes name it in `billing_product_code`. It never changes. */
                    code: string;
                    /** @description As people and letters call the report. */
                    name: string;
                    /** @description Content of the report. */
                    description?: string | null;
                    /** @description JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`). */
                    schema: {
                        [key: string]: unknown;
                    };
                    /** @description The request to the vendor. */
                    request: {
                        /**
                         * @description `cascade`: a POST of product, applicant and property, whose answer is the report. `http`: as `steps` say.
                         * @enum {unknown}
                         */
                        kind: "cascade" | "http";
                        /** @description One request, or two. The second may use the `answer` to the first, and the answer to the last is the report. Templates may name members of the payload, `{{pull.reference}}` (our name of the order) and `{{pull.callback_url}}`. */
                        steps?: {
                            /**
                             * @description The method.
                             * @enum {unknown}
                             */
                            method: "GET" | "POST" | "PUT";
                            /** @description Path and query after the address of the connection: `/reports/{{answer.id}}`. Values are percent-encoded. */
                            path: string;
                            /** @description Further headers. Credentials belong to the connection. */
                            headers?: {
                                [key: string]: string;
                            } | null;
                            /**
                             * @description How the body is written: JSON by default, or `application/x-www-form-urlencoded` with `a[b]` for members of members.
                             * @enum {unknown}
                             */
                            body_form?: "json" | "form" | null;
                            /** @description The body. A text that is one `{{path}}` becomes its value, of whatever type; without a value the member is left out. */
                            body?: {
                                [key: string]: unknown;
                            } | null;
                        }[] | null;
                    };
                    /** @description How an answer of the vendor becomes the report. */
                    mapping?: {
                        /** @description Place in the answer of each field of the report. The member of an item: `records.severity`. */
                        fields: {
                            [key: string]: {
                                /** @description A path of the answer, or of the item for the member of one; `accounts.max.days_late` is a figure. */
                                path?: string;
                                /** @description A constant value for every report, instead of a path. */
                                const?: string | number | boolean | null;
                                /** @description Meaning of each code of the vendor. Any other code is a fault. */
                                values?: {
                                    [key: string]: string | number | boolean | null;
                                };
                                /** @description The unit of the vendor, where the report has another one. */
                                unit?: string;
                                /**
                                 * @description A number that the vendor writes as a text: `"1450.20"`.
                                 * @enum {unknown}
                                 */
                                as?: "number";
                                /** @description Where the vendor says how many digits are decimals: `819419` with `2` is 8194.19. */
                                decimals?: string;
                            };
                        };
                        /** @description Where an answer without a report gives the vendor's name of the order; `reference` by default. */
                        reference?: string | null;
                        /** @description Answers that are no report. The first that fits counts; all that it says must hold. */
                        answers?: {
                            /**
                             * @description 1: the answer to the first of two steps. Without it, the answer to the last. `again` at the first needs both to be GET.
                             * @enum {unknown}
                             */
                            step?: 1 | null;
                            /** @description Statuses of HTTP. */
                            status?: number[] | null;
                            /** @description A path of the answer. */
                            path?: string | null;
                            /** @description Values at `path`. */
                            is?: (string | number | boolean | null)[] | null;
                            /**
                             * @description Meaning of the answer.
                             * @enum {unknown}
                             */
                            means: "nobody" | "frozen" | "again" | "refused";
                        }[] | null;
                    } | null;
                    /** @description Values of single fields in reports of test mode, by path. The others follow from the schema. */
                    test_values?: {
                        [key: string]: {
                            /** @description One of these. */
                            among?: (string | number | boolean | null)[];
                            /** @description A number of at least this much. */
                            from?: number;
                            /** @description A number of at most this much. */
                            to?: number;
                        };
                    } | null;
                };
            };
        };
        responses: {
            /** @description The product. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProductDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getProduct: {
        parameters: {
            query?: {
                /** @description Version of a product of your own. */
                version?: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example credit_report
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProductDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    withdrawProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example fraud_score
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example fraud_score
                 */
                code: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 20,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description As people and letters call the report. */
                    name?: string | null;
                    /** @description Content of the report. */
                    description?: string | null;
                    /** @description JSON Schema 2020-12 of the report, with the keywords of the data dictionary (`x-kind`, `x-unit`, `x-reason-above`). */
                    schema?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description The request to the vendor. */
                    request?: {
                        /**
                         * @description `cascade`: a POST of product, applicant and property, whose answer is the report. `http`: as `steps` say.
                         * @enum {unknown}
                         */
                        kind: "cascade" | "http";
                        /** @description One request, or two. The second may use the `answer` to the first, and the answer to the last is the report. Templates may name members of the payload, `{{pull.reference}}` (our name of the order) and `{{pull.callback_url}}`. */
                        steps?: {
                            /**
                             * @description The method.
                             * @enum {unknown}
                             */
                            method: "GET" | "POST" | "PUT";
                            /** @description Path and query after the address of the connection: `/reports/{{answer.id}}`. Values are percent-encoded. */
                            path: string;
                            /** @description Further headers. Credentials belong to the connection. */
                            headers?: {
                                [key: string]: string;
                            } | null;
                            /**
                             * @description How the body is written: JSON by default, or `application/x-www-form-urlencoded` with `a[b]` for members of members.
                             * @enum {unknown}
                             */
                            body_form?: "json" | "form" | null;
                            /** @description The body. A text that is one `{{path}}` becomes its value, of whatever type; without a value the member is left out. */
                            body?: {
                                [key: string]: unknown;
                            } | null;
                        }[] | null;
                    } | null;
                    /** @description How an answer of the vendor becomes the report. */
                    mapping?: {
                        /** @description Place in the answer of each field of the report. The member of an item: `records.severity`. */
                        fields: {
                            [key: string]: {
                                /** @description A path of the answer, or of the item for the member of one; `accounts.max.days_late` is a figure. */
                                path?: string;
                                /** @description A constant value for every report, instead of a path. */
                                const?: string | number | boolean | null;
                                /** @description Meaning of each code of the vendor. Any other code is a fault. */
                                values?: {
                                    [key: string]: string | number | boolean | null;
                                };
                                /** @description The unit of the vendor, where the report has another one. */
                                unit?: string;
                                /**
                                 * @description A number that the vendor writes as a text: `"1450.20"`.
                                 * @enum {unknown}
                                 */
                                as?: "number";
                                /** @description Where the vendor says how many digits are decimals: `819419` with `2` is 8194.19. */
                                decimals?: string;
                            };
                        };
                        /** @description Where an answer without a report gives the vendor's name of the order; `reference` by default. */
                        reference?: string | null;
                        /** @description Answers that are no report. The first that fits counts; all that it says must hold. */
                        answers?: {
                            /**
                             * @description 1: the answer to the first of two steps. Without it, the answer to the last. `again` at the first needs both to be GET.
                             * @enum {unknown}
                             */
                            step?: 1 | null;
                            /** @description Statuses of HTTP. */
                            status?: number[] | null;
                            /** @description A path of the answer. */
                            path?: string | null;
                            /** @description Values at `path`. */
                            is?: (string | number | boolean | null)[] | null;
                            /**
                             * @description Meaning of the answer.
                             * @enum {unknown}
                             */
                            means: "nobody" | "frozen" | "again" | "refused";
                        }[] | null;
                    } | null;
                    /** @description Values of single fields in reports of test mode, by path. The others follow from the schema. */
                    test_values?: {
                        [key: string]: {
                            /** @description One of these. */
                            among?: (string | number | boolean | null)[];
                            /** @description A number of at least this much. */
                            from?: number;
                            /** @description A number of at most this much. */
                            to?: number;
                        };
                    } | null;
                };
            };
        };
        responses: {
            /** @description The product as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProductDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listProductVersions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example fraud_score
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProductVersion"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example credit_report
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    setConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example credit_report
                 */
                code: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where reports are pulled. https; what it holds is no secret.
                     */
                    url: string;
                    /** @description Credentials for the vendor. Secrets are never shown again. */
                    credentials?: {
                        /**
                         * @description The kind of credentials.
                         * @enum {string}
                         */
                        type: "none" | "bearer" | "basic" | "basic_key" | "header" | "oauth2_client_credentials";
                        /** @description The token, for `bearer`, or the key that is a user name without a password, for `basic_key`. Secret. */
                        token?: string | null;
                        /** @description The user name, for `basic`; without a colon. */
                        username?: string | null;
                        /** @description The password, for `basic`. Secret. */
                        password?: string | null;
                        /** @description The name of the header, for `header`. */
                        header?: string | null;
                        /** @description The value of the header, for `header`. Secret. */
                        value?: string | null;
                        /**
                         * Format: uri
                         * @description Where a token is asked for, for `oauth2_client_credentials` (RFC 6749, section 4.4).
                         */
                        token_url?: string | null;
                        /** @description The id, for `oauth2_client_credentials`. */
                        client_id?: string | null;
                        /** @description The secret, for `oauth2_client_credentials`. Secret. */
                        client_secret?: string | null;
                        /**
                         * @description Where id and secret are sent, for `oauth2_client_credentials`; `basic` by default.
                         * @enum {string|null}
                         */
                        client_authentication?: "basic" | "body" | null;
                        /** @description The scopes that are asked for, for `oauth2_client_credentials`, with blanks between. */
                        scope?: string | null;
                        /** @description The API that the token is for, where the token server asks for its `audience`. */
                        audience?: string | null;
                        /** @description The API that the token is for, where the token server asks for its `resource` (RFC 8707). */
                        resource?: string | null;
                    } | null;
                    /**
                     * @description `header`, the default: one order of each Idempotency-Key. `lookup`: an order is looked up before it is repeated. `none`: the vendor makes an order of each request.
                     * @enum {string|null}
                     */
                    idempotency?: "header" | "lookup" | "none" | null;
                    /** @description Where orders are looked up (GET), with `{reference}` for ours; of the origin of the address. */
                    lookup_url?: string | null;
                    /** @description Where an order is asked for (GET), with `{reference}` for the vendor's, if it names no `Location`. */
                    order_url?: string | null;
                    /** @description False: the vendor cannot be asked, and sends the report itself. */
                    fetch?: boolean | null;
                    /** @description How often an order is asked for. */
                    poll?: {
                        /** @description The first wait, 5 by default. */
                        every_seconds?: number | null;
                        /** @description After that it is asked for at the deadline alone. */
                        until_hours?: number | null;
                    } | null;
                    /** @description The one URL that is entered at the vendor; it has `signature` or `secret`. */
                    callback?: {
                        /** @description Where in the body the reference of the order stands: `data.order.id`. */
                        match: string;
                        /** @description Where the report stands; the whole body by default. */
                        report?: string | null;
                        /** @description Calls that count, at a vendor which calls about other things too. Others are dropped. */
                        only?: {
                            /** @description Where in the body the event stands: `type`. */
                            path: string;
                            /** @description The events: `report.completed`. */
                            is: string[];
                        } | null;
                        /** @description HMAC over the bytes. */
                        signature?: {
                            /**
                             * @description `body`: over the body. `timestamped`: `t=…,v1=…`. `standard`: as Standard Webhooks says.
                             * @enum {string}
                             */
                            form: "body" | "timestamped" | "standard";
                            /** @description The key. Secret. */
                            secret?: string | null;
                            /** @description The header with the signature, for `body` and `timestamped`. */
                            header?: string | null;
                            /**
                             * @description How the signature is written, for `body` and `timestamped`; hex by default.
                             * @enum {string|null}
                             */
                            encoding?: "hex" | "base64" | null;
                            /**
                             * @description The hash, for `body` and `timestamped`; sha256 by default.
                             * @enum {string|null}
                             */
                            hash?: "sha256" | "sha512" | null;
                            /** @description How old a signature may be that has a time; 300 by default. */
                            tolerance_seconds?: number | null;
                        } | null;
                        /** @description A header with a fixed value, of vendors that sign nothing. */
                        secret?: {
                            /** @description Its name. */
                            header: string;
                            /** @description Its value. Secret. */
                            value?: string | null;
                        } | null;
                    } | null;
                    /** @description Marks the address as the vendor's sandbox: it is asked for made-up people alone, and no other address is asked for those. */
                    sandbox?: {
                        /** @description The vendor's test people, beside the test subjects of the products: each by all the fields that are given. */
                        people?: {
                            /** @description As triggers have it. */
                            first_name?: string | null;
                            /** @description As triggers have it. */
                            last_name?: string | null;
                            /** @description As triggers have it. */
                            date_of_birth?: string | null;
                            /** @description As triggers have it. */
                            ssn?: string | null;
                        }[] | null;
                    } | null;
                    /** @description How a call of the vendor is answered. */
                    reply?: {
                        /**
                         * @description 200 for a vendor that takes nothing else; 202 by default.
                         * @enum {integer|null}
                         */
                        status?: 200 | 202 | null;
                        /** @description The member of the query that a GET of `callback_url` gets back, at a vendor which proves the address so. */
                        challenge?: string | null;
                    } | null;
                    /** @description How long a report may take, in place of `PULL_DEADLINE_HOURS`. */
                    deadline_hours?: number | null;
                    /** @description Most requests at once, 20 by default. */
                    slots?: number | null;
                };
            };
        };
        responses: {
            /** @description The connection as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Connection"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example credit_report
                 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    checkConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example credit_report
                 */
                code: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The result of the check. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectionCheck"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listFields: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Field"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    setFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The dictionary as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldDictionary"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    previewFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Its effects. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldChanges"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getFieldSchema: {
        parameters: {
            query?: {
                /** @description Schema of payloads, or of the declarations. */
                of?: "payload" | "account";
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON Schema. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A JSON Schema 2020-12. */
                        data: {
                            [key: string]: unknown;
                        };
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getFieldProposals: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldProposals"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listFieldRequests: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("pending" | "approved" | "refused" | "withdrawn" | "superseded")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldRequest"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    requestFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 20,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description A JSON Schema 2020-12. */
                    fields: {
                        [key: string]: unknown;
                    };
                    /** @description Kept with the request. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The request. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getFieldRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    approveFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Kept with the request. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    refuseFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    withdrawFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldRequestDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getField: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Path of the field in the payload.
                 * @example applicant.ltv_percent
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Field"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    setField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Path of the field in the payload.
                 * @example applicant.ltv_percent
                 */
                field: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of its values. The type of an object that describes a person is `person`.
                     * @enum {unknown}
                     */
                    type: "number" | "integer" | "text" | "date" | "date_time" | "yes_no" | "object" | "person" | "list";
                    /** @description One line, as a letter prints it: `Loan to value`. */
                    label?: string | null;
                    /** @description Unit of its numbers: `USD`, `cents`, `percent`, `fraction`, `ratio`, `points`, `count`, `days`, `weeks`, `months`, `years`, `hours`, `calendar_year`, `code`, or a noun of one word. Cents are printed as dollars. */
                    unit?: string | null;
                    /** @description The person whose value it is, for a value outside a `person`: the path of a person, `nobody`, or `each` if every item of the list is a person. */
                    of_person?: string | null;
                    /**
                     * @description Kind of its values. It decides who sees them; a value without a declared kind is hidden.
                     * @enum {unknown}
                     */
                    kind?: "fact" | "name" | "contact" | "birth" | "age" | "identifier" | "score" | null;
                    /**
                     * @description Prohibited basis that the value reveals, or `proxy` if it often stands for one.
                     * @enum {unknown}
                     */
                    basis?: "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "familial_status" | "disability" | "public_assistance" | "rights_exercised" | "proxy" | null;
                    /** @description Known values of a text. A payload with another value is accepted. */
                    values?: string[] | null;
                    /** @description True: files and forms require it. A trigger accepts a payload without it. */
                    required?: boolean | null;
                    /** @description Principal reasons that a notice gives for it (12 CFR 1002.9(b)(2)). Without the one that is true, the notice prints a neutral statement. */
                    reason?: {
                        /** @description The value was above, or later than, what was allowed. */
                        above?: string | null;
                        /** @description The value was below, or earlier than, what was allowed. */
                        below?: string | null;
                        /** @description The text, or the yes or no, was not allowed. */
                        is?: string | null;
                        /** @description There was no value. */
                        missing?: string | null;
                    } | null;
                    /**
                     * @description Type of the items of a list of values. For a list of objects, declare their members instead.
                     * @enum {unknown}
                     */
                    item_type?: "number" | "integer" | "text" | "date" | "date_time" | "yes_no" | null;
                    /** @description Names of one item of a list and of several. */
                    item?: {
                        /** @description One: `job`. */
                        one: string;
                        /** @description Several: `jobs`. */
                        many: string;
                    } | null;
                    /**
                     * @description An empty list counts as the best or the worst result.
                     * @enum {unknown}
                     */
                    empty?: "best" | "worst" | null;
                    /**
                     * @description A missing value counts as the best result: there is none on record.
                     * @enum {unknown}
                     */
                    absent?: "none_on_record" | null;
                    /** @description Nouns by which policies name it, beside its label. */
                    also?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The field as it is declared now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Field"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    removeField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the record as it was read. If the record has changed since, the request is refused with `precondition_failed` and nothing changes.
                 * @example "12.1.1772467512000"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Path of the field in the payload.
                 * @example applicant.ltv_percent
                 */
                field: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    answerFieldQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Path of the field in the payload.
                 * @example applicant.ltv_percent
                 */
                field: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The question.
                     * @enum {string}
                     */
                    code: "identifier" | "birth" | "contact" | "score" | "person" | "proxy" | "race" | "color" | "religion" | "national_origin" | "sex" | "marital_status" | "age" | "public_assistance" | "familial_status" | "disability" | "rights_exercised";
                    /** @description Why the field is not what its name looks like. Null withdraws the answer, so that it is asked again. */
                    reason: string | null;
                };
            };
        };
        responses: {
            /** @description The question with its answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FieldAnswered"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listExecutions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[review_status]"?: ("none" | "in_review" | "approved" | "denied")[];
                /** @description True for executions with an open review. */
                "filter[needs_human_review]"?: boolean;
                /** @description Kind of the open review. Repeat the parameter to give several values. */
                "filter[pending_review]"?: ("decision" | "notice")[];
                /** @description True for executions whose open review is past its due time. */
                "filter[overdue]"?: boolean;
                /** @description True for executions with a due notice that has not gone out. */
                "filter[notices_due]"?: boolean;
                /** @description True for executions that wait for a report that a vendor is making. */
                "filter[pending_report]"?: boolean;
                /** @description True for executions that failed and were not evaluated again since. A person has to look at them. */
                "filter[unresolved]"?: boolean;
                /** @description Code of the first step that failed, of executions that failed. Repeat the parameter to give several values. */
                "filter[error_code]"?: string[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[batch_execution_id]"?: number[];
                /** @description Id of the applicant whom it is about. Repeat the parameter to give several values. */
                "filter[applicant]"?: number[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[external_reference]"?: string[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[execution_mode]"?: ("test" | "live")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[outcome]"?: ("approved" | "conditional" | "denied")[];
                /** @description Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. Repeat the parameter to give several values. */
                "filter[assigned_to_user_id]"?: string[];
                /** @description Accepted after this time. */
                "filter[created_after]"?: string;
                /** @description Accepted before this time. */
                "filter[created_before]"?: string;
                /** @description Changed after this time, or accepted after it and not changed since. A change is seen a moment after its time, so a caller that keeps a copy asks from a minute before its last request. */
                "filter[updated_after]"?: string;
                /** @description Last changed before this time, or accepted before it and not changed since. */
                "filter[updated_before]"?: string;
                /** @description Ended after this time. */
                "filter[completed_after]"?: string;
                /** @description Ended before this time. */
                "filter[completed_before]"?: string;
                /** @description Rule that decided it, as the statistics of rules call it: the `id` of its sentence, or its node and branch. Needs the scope `executions:read:full`, as reasons do: both say something about the applicant. Repeat the parameter to give several values. */
                "filter[decided_by]"?: string[];
                /** @description Code of a reason in its letters, as the statistics of reasons have it. Needs `executions:read:full`. Repeat the parameter to give several values. */
                "filter[reason]"?: string[];
                /** @description Code of a product whose pull failed. Repeat the parameter to give several values. */
                "filter[failed_product]"?: string[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of executions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getExecution: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the execution to end or to ask a person. Below the time limit of most proxies. */
                wait?: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExecutionDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getTimeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExecutionTimeline"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    explainExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExecutionExplanation"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revealValues: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Dotted paths in `input_context` (`applicant.ssn`), or in the outputs of steps (`step_outputs.<node id>.<member>`). Numbers count the items of lists. */
                    fields: string[];
                    /** @description Why the values are needed. It is kept with the record. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevealedValues"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    cancelExecution: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The execution, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    searchApplicants: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Search text. */
                    q: string;
                    /**
                     * @description Only people of this mode.
                     * @enum {string|null}
                     */
                    execution_mode?: "test" | "live" | null;
                    /**
                     * @description Most people that are shown. Another word narrows a search.
                     * @default 20
                     */
                    limit?: number | null;
                };
            };
        };
        responses: {
            /** @description The people who were found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApplicantSearch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getApplicant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Applicant"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    joinExecutions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of executions of the same API client and mode. */
                    execution_ids: number[];
                };
            };
        };
        responses: {
            /** @description The person who has these executions now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Applicant"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    separateExecutions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of executions of the same API client and mode. */
                    execution_ids: number[];
                };
            };
        };
        responses: {
            /** @description The person who has these executions now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Applicant"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    reEvaluateExecutions: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this request: repeating the same request with the same key returns the original response. Executions show the key with its namespace (`api_client:<id>:<key>`, of re-evaluations `api_client:<id>:reeval:<id>:<key>`), which has at most 200 characters; one of 128 characters is accepted whatever the ids are. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Filters of the list of executions; they narrow each other. Without any: all that failed. */
                    filter?: {
                        /** @description Code of the first step that failed, of executions that failed. Repeat the parameter to give several values. */
                        error_code?: string[] | null;
                        /** @description Only records that have this value. Repeat the parameter to give several values. */
                        workflow_id?: number[] | null;
                        /** @description Only records that have this value. Repeat the parameter to give several values. */
                        batch_execution_id?: number[] | null;
                        /** @description Only records that have this value. Repeat the parameter to give several values. */
                        external_reference?: string[] | null;
                        /** @description Only records that have this value. Repeat the parameter to give several values. */
                        execution_mode?: ("test" | "live")[] | null;
                        /**
                         * Format: date-time
                         * @description Accepted after this time.
                         */
                        created_after?: string | null;
                        /**
                         * Format: date-time
                         * @description Accepted before this time.
                         */
                        created_before?: string | null;
                        /**
                         * Format: date-time
                         * @description Ended after this time.
                         */
                        completed_after?: string | null;
                        /**
                         * Format: date-time
                         * @description Ended before this time.
                         */
                        completed_before?: string | null;
                    } | null;
                    /** @description How many executions the caller has seen. */
                    expected_count: number;
                    /**
                     * @description False: pull every report afresh, which is billed in live mode.
                     * @default true
                     */
                    reuse_reports?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The accepted re-evaluations. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReEvaluations"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    reEvaluateExecution: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this request: repeating the same request with the same key returns the original response. Executions show the key with its namespace (`api_client:<id>:<key>`, of re-evaluations `api_client:<id>:reeval:<id>:<key>`), which has at most 200 characters; one of 128 characters is accepted whatever the ids are. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description False: pull every report afresh, which is billed in live mode.
                     * @default true
                     */
                    reuse_reports?: boolean | null;
                    /** @description Other values for what was sent or reported, by path: `{"applicant.monthly_income": 4200}`. A value of a report is `steps.<node>.<field>` and takes `{"value": 640, "note": "…"}`, where the note says where the value comes from; of the payload the note may be left out. A correction replaces a value that is there, or adds the mail address that the recipient of a notice reads (`applicant.email`) where the payload has none; a report still has to match the schema of its product. Asks for the scope `executions:read:full`. */
                    corrections?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Why the values are corrected. Required with `corrections`. */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The new execution. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExecutionSummary"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    compareExecutions: {
        parameters: {
            query: {
                /** @description Id of the other execution. */
                with: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What differs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExecutionComparison"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why. One of a list, because a sentence about the person would outlive them here.
                     * @enum {string}
                     */
                    reason: "no_longer_needed" | "consent_withdrawn" | "objection" | "unlawful" | "asked_by_person" | "court_order";
                    /**
                     * @description Cancels executions that have not ended. Without it they are a 409.
                     * @default false
                     */
                    cancel?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The request. Read it again to see what became of it. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                erasure_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ErasureDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    exportApplicant: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listUnknownPulls: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of pulls, the newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnknownPull"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    settlePull: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The node that pulls. */
                    node_id: string;
                    /** @description The vendor's reference of the order; null: the vendor has no order. */
                    reference: string | null;
                };
            };
        };
        responses: {
            /** @description The pull, as it is settled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SettledPull"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    createBatch: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Identifies this request: repeating the same request with the same key returns the original response. Executions show the key with its namespace (`api_client:<id>:<key>`, of re-evaluations `api_client:<id>:reeval:<id>:<key>`), which has at most 200 characters; one of 128 characters is accepted whatever the ids are. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 8 MiB and 200,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description One object for each applicant, at most 64 KiB. Each member is optional. */
                    rows: ({
                        /** @description Comes back on the execution of the row. */
                        external_reference?: string | null;
                        /** @description Your own id of the person, the same each time: executions with one key are of one applicant. An addition of ours. */
                        applicant_key?: string | null;
                        /** @description Whom the row is about. */
                        applicant?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description The subject of the application. */
                        property?: {
                            [key: string]: unknown;
                        } | null;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /**
                     * @description `live` requires production access and an active cascade.
                     * @default test
                     * @enum {string|null}
                     */
                    execution_mode?: "test" | "live" | null;
                    /** @description Comes back on the batch; each row has its own. */
                    external_reference?: string | null;
                    /**
                     * @description Test mode only: waits and waiting periods pass at once.
                     * @default false
                     */
                    skip_waits?: boolean | null;
                    /**
                     * @description `skip`: the batch runs without rows whose values are of another type than was declared, or whose dates cannot be read, and names them in `skipped_rows`. An addition of ours.
                     * @default refuse
                     * @enum {string|null}
                     */
                    on_invalid_rows?: "refuse" | "skip" | null;
                };
            };
        };
        responses: {
            /** @description The batch that was accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listBatches: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("pending" | "running" | "interrupted" | "completed" | "cancelled")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Changed after this time. */
                "filter[updated_after]"?: string;
                /** @description Ended after this time. */
                "filter[completed_after]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listBatchExecutions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of rows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchExecutionRow"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getBatchSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BatchSummary"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    cancelBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch, cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    resumeBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch, running. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    retryFailedRows: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch, pending again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Batch"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    exportBatchCsv: {
        parameters: {
            query?: {
                /** @description Only rows in this status. Repeat the parameter to give several values. */
                "filter[status]"?: ("queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportBatchZip: {
        parameters: {
            query?: {
                /** @description Only rows in this status. Repeat the parameter to give several values. */
                "filter[status]"?: ("queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    exportBatchNotices: {
        parameters: {
            query?: {
                /** @description Only rows in this status. Repeat the parameter to give several values. */
                "filter[status]"?: ("queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped")[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[kind]"?: ("decision" | "notice")[];
                /** @description Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. Repeat the parameter to give several values. */
                "filter[assigned_to_user_id]"?: string[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Id of the applicant whom it is about. Repeat the parameter to give several values. */
                "filter[applicant]"?: number[];
                /** @description Queue in which it is, `mine` for those that the calling user works, `none` for reviews in no queue. Repeat the parameter to give several values. */
                "filter[queue]"?: string[];
                /** @description True for reviews that are snoozed. */
                "filter[snoozed]"?: boolean;
                /** @description True for reviews past their due time. */
                "filter[overdue]"?: boolean;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of open reviews. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"][];
                        meta: {
                            /** @description Correlation id; also the header `X-Request-Id`. */
                            request_id: string;
                            /** @description Counted from 1. */
                            page: number;
                            /** @description Items on a page. */
                            per_page: number;
                            /** @description Items in the whole list. */
                            total_count: number;
                            /** @description Pages of the whole list. */
                            total_pages: number;
                            /** @description Type of each item. */
                            object: string;
                            /** @description `cursor` of the next page; null if this is the last. */
                            next_cursor: string | null;
                            /** @description Open reviews of the API client, whatever the filters. Those that are put off are counted under `snoozed` alone. */
                            counts: {
                                /** @description Reviews. */
                                total: number;
                                /** @description Reviews. */
                                decision: number;
                                /** @description Reviews. */
                                notice: number;
                                /** @description Reviews. */
                                overdue: number;
                                /** @description Reviews. */
                                assigned_to_me: number;
                                /** @description Reviews. */
                                unassigned: number;
                                /** @description Reviews. */
                                in_my_queues: number;
                                /** @description Reviews. */
                                snoozed: number;
                                by_workflow: {
                                    /** @description Cascade. */
                                    workflow_id: number;
                                    /** @description Its open reviews. */
                                    total: number;
                                }[];
                                by_queue: {
                                    /** @description Queue. */
                                    queue: string;
                                    /** @description Its open reviews. */
                                    total: number;
                                }[];
                            };
                        };
                    };
                };
            };
        };
    };
    claimNextReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Only reviews of this kind.
                     * @enum {string|null}
                     */
                    kind?: "decision" | "notice" | null;
                    /** @description Only reviews of this cascade. */
                    workflow_id?: number | null;
                    /** @description Only reviews of this queue; `none`: of those in no queue. By default what the caller works. */
                    queue?: string | null;
                };
            };
        };
        responses: {
            /** @description The review, which is now yours. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    releaseReviews: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The user who holds them (`GET /users`). */
                    user_id: number;
                    /** @description Kept with the review event. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description How many were taken back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReleasedReviews"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    streamReviews: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events until the stream ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    moveReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description The queue; null takes it out of any, so that everybody is given it. */
                    queue: string | null;
                    /** @description Kept with the review event. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The review as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    snoozeReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Later than now, at most a year; null brings it back at once.
                     */
                    until: string | null;
                    /** @description Kept with the review event. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The review as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Review"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    decideReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The decision of the reviewer.
                     * @enum {string}
                     */
                    decision: "approved" | "denied";
                    /** @description Kept with the review event. */
                    note?: string | null;
                    /** @description Reasons of the reviewer, as texts or codes of the reason catalogue (`GET /products`). They come first on the letter. Required to approve a review with `needs` = `reasons`. The `note` never appears on a letter. */
                    reasons?: string[] | null;
                    /** @description To approve a review with `needs` = `variables`, `name` or `address`: a value for each path in `pending_review.variables`, as the letter prints it. An address has two lines at least. */
                    variables?: {
                        [key: string]: string;
                    } | null;
                    /** @description Node of the review (`pending_review.node_id`). Required once an earlier review of the execution was decided, so that a request sent twice cannot decide a review that its sender has not seen. */
                    node_id?: string | null;
                    /** @description The review itself (`id` in `GET /reviews`). A node in a loop asks anew each time, and `node_id` does not tell its reviews apart. Enough without `node_id`. */
                    review_id?: number | null;
                };
            };
        };
        responses: {
            /** @description The execution as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listReviewEvents: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of review events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReviewEvent"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    assignReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `me` claims the review for the calling user; the id of a user of the account (`GET /users`) assigns it to that colleague; null releases it.
                     * @example me
                     * @example 9
                     * @example null
                     */
                    assignee: string | number | null;
                    /** @description Kept with the review event. */
                    note?: string | null;
                    /**
                     * @description Takes over or releases another user's claim too.
                     * @default false
                     */
                    force?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The execution as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    addReviewNote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept as an event of the execution. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The execution as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    bulkReview: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Executions to act on. */
                    execution_ids: number[];
                    /**
                     * @description The action for each execution.
                     * @enum {string}
                     */
                    bulk_action: "approve" | "deny" | "assign_to_me";
                    /**
                     * @description Reviews that `approve` and `deny` decide. `notice` sends or discards drafted letters.
                     * @default decision
                     * @enum {string|null}
                     */
                    kind?: "decision" | "notice" | null;
                    /** @description Kept with the review event. */
                    note?: string | null;
                    /** @description For `approve` and `deny`: the reasons of each of the decisions, as in `POST /executions/{id}/review_decisions`. An execution of whose reports a code is not true is skipped. */
                    reasons?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The result for each id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["BulkReviewResult"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getReviewCase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The case. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReviewCase"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listReportArtifacts: {
        parameters: {
            query?: {
                /** @description Ignored: the whole collection is returned. */
                page?: unknown;
                /** @description Ignored: the whole collection is returned. */
                per_page?: unknown;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportArtifact"][];
                        meta: components["schemas"]["CollectionMeta"];
                    };
                };
            };
        };
    };
    downloadReportArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the artifact, from the list.
                 * @example 4711
                 */
                artifact_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    listNoticeArtifacts: {
        parameters: {
            query?: {
                /** @description Ignored: the whole collection is returned. */
                page?: unknown;
                /** @description Ignored: the whole collection is returned. */
                per_page?: unknown;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeArtifact"][];
                        meta: components["schemas"]["CollectionMeta"];
                    };
                };
            };
        };
    };
    downloadNoticeArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the artifact, from the list.
                 * @example 4711
                 */
                artifact_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    listMailArtifacts: {
        parameters: {
            query?: {
                /** @description Ignored: the whole collection is returned. */
                page?: unknown;
                /** @description Ignored: the whole collection is returned. */
                per_page?: unknown;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole collection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailArtifact"][];
                        meta: components["schemas"]["CollectionMeta"];
                    };
                };
            };
        };
    };
    downloadMailArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the artifact, from the list.
                 * @example 4711
                 */
                artifact_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
        };
    };
    recordPostedNotice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the artifact, from the list.
                 * @example 4711
                 */
                artifact_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date
                     * @description Day on which it was put into the mail; not before the date that the letter carries.
                     */
                    date: string;
                    /** @description Who carries it, and a tracking number. */
                    carrier: string;
                };
            };
        };
        responses: {
            /** @description The notice as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeArtifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    recordSentNotice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The `applicant` of the notice in `notices_due`.
                     * @default applicant
                     */
                    applicant?: string | null;
                    /** @description The notice that came back (`notice_artifact_id` of `GET /waiting_letters`); `applicant` does not count then. */
                    artifact_id?: number | null;
                    /**
                     * Format: date
                     * @description Day on which it was sent.
                     */
                    date: string;
                    /** @description How it was sent, and a tracking number. */
                    carrier: string;
                };
            };
        };
        responses: {
            /** @description The execution as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    recordApplicationAnswer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The outcome of the application.
                     * @enum {string}
                     */
                    answer: "withdrawn" | "incompleteness_notice" | "decided_elsewhere" | "no_application";
                    /**
                     * Format: date
                     * @description Day of that outcome.
                     */
                    date: string;
                    /** @description Kept with the review event. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The execution as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Execution"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    resendNotice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
                /**
                 * @description Id of the artifact, from the list.
                 * @example 4711
                 */
                artifact_id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why it is sent again. It is kept in the audit log. */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description The notice that is sent again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeArtifact"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listWaitingLetters: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description State of the letter. Repeat the parameter to give several values. */
                "filter[state]"?: ("draft" | "needs_reasons" | "needs_variables" | "needs_name" | "needs_address" | "needs_glyphs" | "to_post" | "owed" | "returned" | "resend_failed")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[execution_mode]"?: ("test" | "live")[];
                /** @description True for letters past their due time. */
                "filter[overdue]"?: boolean;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of letters that wait. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WaitingLetter"][];
                        meta: {
                            /** @description Correlation id; also the header `X-Request-Id`. */
                            request_id: string;
                            /** @description Counted from 1. */
                            page: number;
                            /** @description Items on a page. */
                            per_page: number;
                            /** @description Items in the whole list. */
                            total_count: number;
                            /** @description Pages of the whole list. */
                            total_pages: number;
                            /** @description Type of each item. */
                            object: string;
                            /** @description `cursor` of the next page; null if this is the last. */
                            next_cursor: string | null;
                            /** @description How many letters wait, whatever the filters. */
                            counts: {
                                /** @description All. */
                                total: number;
                                /** @description Past their due time. */
                                overdue: number;
                                /** @description By state. */
                                by_state: {
                                    /** @description Letters. */
                                    draft: number;
                                    /** @description Letters. */
                                    needs_reasons: number;
                                    /** @description Letters. */
                                    needs_variables: number;
                                    /** @description Letters. */
                                    needs_name: number;
                                    /** @description Letters. */
                                    needs_address: number;
                                    /** @description Letters. */
                                    needs_glyphs: number;
                                    /** @description Letters. */
                                    to_post: number;
                                    /** @description Letters. */
                                    owed: number;
                                    /** @description Letters. */
                                    returned: number;
                                    /** @description Letters. */
                                    resend_failed: number;
                                };
                            };
                        };
                    };
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The company. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Legal name. */
                    legal_name?: string | null;
                    /** @description Postal address; its lines are separated by line breaks. */
                    address?: string | null;
                    /** @description Telephone number. */
                    phone?: string | null;
                    /** @description How long tokens live that administrators make, at most. Those that there are live on. */
                    longest_token_days?: number | null;
                    /**
                     * @description What the examples of a cascade hold up. `shown`: each save says which fail. `required`: a version goes live only if all hold, or with `examples_override`. `off`: saves ask none. With four eyes an operator takes back what was asked for.
                     * @enum {string|null}
                     */
                    examples_gate?: "off" | "shown" | "required" | null;
                    /** @description How many months after its decision an execution is kept for claims, though its person asked to be forgotten and the law would let it go. 0: not at all. */
                    claims_months?: number | null;
                    /** @description Key of the federal agency that supervises the creditor, of `ecoa_agencies`. */
                    ecoa_agency?: string | null;
                };
            };
        };
        responses: {
            /** @description The company as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Company"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAgencies: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of agencies. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agency"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    setAgency: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Code of the product.
                 * @example credit_report
                 */
                code: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the agency. */
                    name: string;
                    /** @description Postal address; its lines are separated by line breaks. */
                    address: string;
                    /** @description Telephone number. */
                    phone: string;
                    /**
                     * @description True if the telephone number is toll-free.
                     * @default false
                     */
                    toll_free?: boolean | null;
                    /**
                     * @description True if the agency is nationwide; its number must then be toll-free (15 USC 1681m(a)(3)(A)).
                     * @default false
                     */
                    nationwide?: boolean | null;
                    /**
                     * @description False: a third party that is not a consumer reporting agency (15 USC 1681m(b)).
                     * @default true
                     */
                    consumer_report?: boolean | null;
                    /** @description Why the reports of a product of your own are no consumer reports; required there with `consumer_report` false. It is kept in the audit log. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description The agency as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agency"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names of queues: small letters, digits, `-` and `_`, at most 40, neither `mine` nor `none`. None: no queue of their own, so they are given every review. */
                    queues: string[];
                };
            };
        };
        responses: {
            /** @description The user as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UpdatedUser"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Person"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name. */
                    name: string;
                    /** @description E-mail address. The invitation goes there. */
                    email: string;
                    /**
                     * @description Their rights. Nobody gives a scope that they lack.
                     * @enum {string}
                     */
                    role: "viewer" | "reviewer" | "author" | "publisher" | "admin";
                    /**
                     * @description The queues of reviews that they work; none: all.
                     * @default []
                     */
                    queues?: string[] | null;
                    /** @description The API client through which they act. Default: that of the caller. */
                    api_client_id?: number | null;
                };
            };
        };
        responses: {
            /** @description The person. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Person"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Null: they may do nothing any more.
                     * @enum {string|null}
                     */
                    role: "viewer" | "reviewer" | "author" | "publisher" | "admin" | null;
                };
            };
        };
        responses: {
            /** @description The person as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UpdatedPerson"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    sendSignInLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The person. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Person"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiToken"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its scopes. Nobody gives a scope that they lack. */
                    scopes: ("workflows:read" | "workflows:write" | "workflow_templates:read" | "executions:read" | "executions:read:full" | "executions:write" | "reviews:decide" | "workflows:activate" | "webhooks:read" | "webhooks:write" | "pii:read" | "audit:read" | "statistics:read" | "users:write" | "settings:write" | "people:write" | "tokens:write" | "products:write" | "connections:write" | "applicants:erase" | "applicants:export")[];
                    /** @description How long it lives: at most `longest_token_days` of `GET /company`. */
                    expires_in_days: number;
                    /** @description The API client through which it acts. Default: that of the caller. */
                    api_client_id?: number | null;
                };
            };
        };
        responses: {
            /** @description The token, this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewApiToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotateToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description How long it lives: at most `longest_token_days` of `GET /company`. */
                    expires_in_days: number;
                    /** @description How long the earlier token keeps working, so that programs can change over. */
                    overlap_hours: number;
                };
            };
        };
        responses: {
            /** @description The token, this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NewApiToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiToken"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    downloadEvidence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bundle. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listWebhookSubscriptions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of subscriptions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSubscription"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    createWebhookSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.
                     */
                    url: string;
                    /** @description Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them. */
                    event_filter?: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted")[] | null;
                    /**
                     * @description False: it begins paused, and what is emitted until it is activated is not delivered.
                     * @default true
                     */
                    active?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The subscription, with its signing secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSubscriptionWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getWebhookSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSubscription"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    deleteWebhookSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhookSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description http or https, publicly routable, a full host name, without user name or password. Checked when it is saved and at every delivery. Answered as it is requested: `HTTPS://Hooks.example.com/a/../b#c` is `https://hooks.example.com/b`.
                     */
                    url?: string | null;
                    /** @description Events to deliver. An empty filter or null matches every `execution.*` and `adverse_action.*` event; events `review.*` are delivered only to subscriptions that name them. */
                    event_filter?: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted")[] | null;
                    /** @description False pauses it: what is emitted meanwhile is not delivered. */
                    active?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The subscription as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSubscription"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription, with its new signing secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookSubscriptionWithSecret"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    testWebhookSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The event of which a sample is sent.
                     * @default execution.completed
                     * @enum {string|null}
                     */
                    event?: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted" | null;
                };
            };
        };
        responses: {
            /** @description The delivery, due now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    redeliverWebhookSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB and 100,000 values, lists and objects included, 64 levels deep. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Events emitted at that time or later.
                     */
                    since: string;
                    /**
                     * @description Which deliveries.
                     * @default [
                     *       "failed",
                     *       "dead"
                     *     ]
                     */
                    statuses?: ("failed" | "dead")[] | null;
                };
            };
        };
        responses: {
            /** @description How many deliveries are due again. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookRedelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[subscription_id]"?: number[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[event]"?: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled" | "review.opened" | "review.decided" | "review.overdue" | "adverse_action.overdue" | "decisions.drifted")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[status]"?: ("pending" | "retrying" | "succeeded" | "failed" | "dead")[];
                /** @description Deliveries of the events of this execution. Repeat the parameter to give several values. */
                "filter[execution_id]"?: number[];
                /** @description Emitted at that time or later. */
                "filter[created_after]"?: string;
                /** @description Emitted before that time. */
                "filter[created_before]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryDetail"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes this request safe to repeat: the same request with the same key returns the original response, with `Idempotent-Replayed: true`. Printable ASCII. Use a new UUID for each new request. Keys are kept for 30 days.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key"?: components["parameters"]["OptionalIdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Id of the record.
                 * @example 4711
                 */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, due now. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getDriftStatistics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drifts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DriftStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getDecisionStatistics: {
        parameters: {
            query?: {
                /** @description First day. Default: 29 days before `to`. */
                from?: string;
                /** @description Last day. Default: today. */
                to?: string;
                /** @description Length of a period; a week begins on Monday. */
                by?: "day" | "week";
                /** @description Time zone of the days, such as `America/New_York`. It must be whole hours from UTC. */
                time_zone?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Versions of the workflow of `filter[workflow_id]`. */
                "filter[workflow_version]"?: number[];
                /** @description One mode: they are never counted together. */
                "filter[execution_mode]"?: "test" | "live";
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[outcome]"?: ("approved" | "conditional" | "denied")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[batch_execution_id]"?: number[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DecisionStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getRuleStatistics: {
        parameters: {
            query?: {
                /** @description First day. Default: 29 days before `to`. */
                from?: string;
                /** @description Last day. Default: today. */
                to?: string;
                /** @description Length of a period; a week begins on Monday. */
                by?: "day" | "week";
                /** @description Time zone of the days, such as `America/New_York`. It must be whole hours from UTC. */
                time_zone?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Versions of the workflow of `filter[workflow_id]`. */
                "filter[workflow_version]"?: number[];
                /** @description One mode: they are never counted together. */
                "filter[execution_mode]"?: "test" | "live";
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[outcome]"?: ("approved" | "conditional" | "denied")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[batch_execution_id]"?: number[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getReasonStatistics: {
        parameters: {
            query?: {
                /** @description First day. Default: 29 days before `to`. */
                from?: string;
                /** @description Last day. Default: today. */
                to?: string;
                /** @description Length of a period; a week begins on Monday. */
                by?: "day" | "week";
                /** @description Time zone of the days, such as `America/New_York`. It must be whole hours from UTC. */
                time_zone?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Versions of the workflow of `filter[workflow_id]`. */
                "filter[workflow_version]"?: number[];
                /** @description One mode: they are never counted together. */
                "filter[execution_mode]"?: "test" | "live";
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[outcome]"?: ("approved" | "conditional" | "denied")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[batch_execution_id]"?: number[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReasonStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getReviewStatistics: {
        parameters: {
            query?: {
                /** @description First day. Default: 29 days before `to`. */
                from?: string;
                /** @description Last day. Default: today. */
                to?: string;
                /** @description Length of a period; a week begins on Monday. */
                by?: "day" | "week";
                /** @description Time zone of the days, such as `America/New_York`. It must be whole hours from UTC. */
                time_zone?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Versions of the workflow of `filter[workflow_id]`. */
                "filter[workflow_version]"?: number[];
                /** @description One mode: they are never counted together. */
                "filter[execution_mode]"?: "test" | "live";
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[outcome]"?: ("approved" | "conditional" | "denied")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[batch_execution_id]"?: number[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReviewStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    getVendorStatistics: {
        parameters: {
            query?: {
                /** @description First day. Default: 29 days before `to`. */
                from?: string;
                /** @description Last day. Default: today. */
                to?: string;
                /** @description Length of a period; a week begins on Monday. */
                by?: "day" | "week";
                /** @description Time zone of the days, such as `America/New_York`. It must be whole hours from UTC. */
                time_zone?: string;
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[workflow_id]"?: number[];
                /** @description Versions of the workflow of `filter[workflow_id]`. */
                "filter[workflow_version]"?: number[];
                /** @description One mode: they are never counted together. */
                "filter[execution_mode]"?: "test" | "live";
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[outcome]"?: ("approved" | "conditional" | "denied")[];
                /** @description Only records that have this value. Repeat the parameter to give several values. */
                "filter[batch_execution_id]"?: number[];
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VendorStatistics"];
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. Not beside `cursor`. */
                page?: number;
                /** @description Items on a page; values above 100 count as 100. */
                per_page?: number;
                /** @description `meta.next_cursor` of the page before, in place of `page`, which it cannot stand beside: no record is repeated or missed, whatever is created meanwhile. With the same filters only; `total_count` stays that of the first page. */
                cursor?: string;
                /** @description The act. Repeat the parameter to give several values. */
                "filter[action]"?: ("account.created" | "account.updated" | "account.address_confirmed" | "account.address_withdrawn" | "agency.set" | "connection.set" | "connection.removed" | "connection.checked" | "product.changed" | "fields.changed" | "field.answered" | "user.created" | "user.invited" | "user.updated" | "user.address_confirmed" | "user.address_withdrawn" | "client.created" | "token.created" | "token.revoked" | "sign_in_link.created" | "session.opened" | "session.closed" | "session.revoked" | "sign_in.refused" | "workflow.created" | "workflow.updated" | "workflow.deleted" | "example.created" | "example.updated" | "example.deleted" | "backtest.created" | "backtest.cancelled" | "backtest.changes_read" | "activation.requested" | "activation.approved" | "activation.refused" | "activation.superseded" | "activation.withdrawn" | "subscription.created" | "subscription.updated" | "subscription.deleted" | "subscription.secret_rotated" | "subscription.tested" | "deliveries.retried" | "batch.created" | "batch.cancelled" | "batch.interrupted" | "batch.resumed" | "batch.retried" | "batch.exported" | "notices.exported" | "execution.cancelled" | "execution.re_evaluated" | "executions.re_evaluated" | "execution.read" | "execution.revealed" | "applicants.searched" | "applicant.read" | "applicant.joined" | "applicant.separated" | "applicant.erasure_requested" | "applicant.exported" | "applicant.held" | "applicant.released" | "erasures.replayed" | "evidence.downloaded" | "report.downloaded" | "notice.downloaded" | "mail.downloaded" | "notice.posted" | "notice.sent_elsewhere" | "application.answered" | "notice.resent" | "review.decided" | "review.approval_added" | "review.assigned" | "review.released" | "review.moved" | "review.snoozed" | "review.noted" | "mail.lifted" | "mail.resumed" | "mail.reported" | "vendor_order.settled" | "official_text.installed" | "keys.reencrypted" | "database.migrated" | "executions.recovered" | "retention.applied" | "partition.made" | "partition.detached" | "partition.dropped" | "billing.exported" | "audit.exported" | "audit.purged")[];
                /** @description Who did it. Repeat the parameter to give several values. */
                "filter[actor_kind]"?: ("token" | "session" | "operator" | "anonymous")[];
                /** @description User who acted. Repeat the parameter to give several values. */
                "filter[actor_user_id]"?: number[];
                /** @description The kind of record that it changed or read, such as `workflow`. */
                "filter[subject_type]"?: string;
                /** @description Its id. Repeat the parameter to give several values. */
                "filter[subject_id]"?: string[];
                /** @description Done after this time. */
                "filter[occurred_after]"?: string;
                /** @description Done before this time. */
                "filter[occurred_before]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of audit events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEvent"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    exportAuditEvents: {
        parameters: {
            query?: {
                /** @description The act. Repeat the parameter to give several values. */
                "filter[action]"?: ("account.created" | "account.updated" | "account.address_confirmed" | "account.address_withdrawn" | "agency.set" | "connection.set" | "connection.removed" | "connection.checked" | "product.changed" | "fields.changed" | "field.answered" | "user.created" | "user.invited" | "user.updated" | "user.address_confirmed" | "user.address_withdrawn" | "client.created" | "token.created" | "token.revoked" | "sign_in_link.created" | "session.opened" | "session.closed" | "session.revoked" | "sign_in.refused" | "workflow.created" | "workflow.updated" | "workflow.deleted" | "example.created" | "example.updated" | "example.deleted" | "backtest.created" | "backtest.cancelled" | "backtest.changes_read" | "activation.requested" | "activation.approved" | "activation.refused" | "activation.superseded" | "activation.withdrawn" | "subscription.created" | "subscription.updated" | "subscription.deleted" | "subscription.secret_rotated" | "subscription.tested" | "deliveries.retried" | "batch.created" | "batch.cancelled" | "batch.interrupted" | "batch.resumed" | "batch.retried" | "batch.exported" | "notices.exported" | "execution.cancelled" | "execution.re_evaluated" | "executions.re_evaluated" | "execution.read" | "execution.revealed" | "applicants.searched" | "applicant.read" | "applicant.joined" | "applicant.separated" | "applicant.erasure_requested" | "applicant.exported" | "applicant.held" | "applicant.released" | "erasures.replayed" | "evidence.downloaded" | "report.downloaded" | "notice.downloaded" | "mail.downloaded" | "notice.posted" | "notice.sent_elsewhere" | "application.answered" | "notice.resent" | "review.decided" | "review.approval_added" | "review.assigned" | "review.released" | "review.moved" | "review.snoozed" | "review.noted" | "mail.lifted" | "mail.resumed" | "mail.reported" | "vendor_order.settled" | "official_text.installed" | "keys.reencrypted" | "database.migrated" | "executions.recovered" | "retention.applied" | "partition.made" | "partition.detached" | "partition.dropped" | "billing.exported" | "audit.exported" | "audit.purged")[];
                /** @description Who did it. Repeat the parameter to give several values. */
                "filter[actor_kind]"?: ("token" | "session" | "operator" | "anonymous")[];
                /** @description User who acted. Repeat the parameter to give several values. */
                "filter[actor_user_id]"?: number[];
                /** @description The kind of record that it changed or read, such as `workflow`. */
                "filter[subject_type]"?: string;
                /** @description Its id. Repeat the parameter to give several values. */
                "filter[subject_id]"?: string[];
                /** @description Done after this time. */
                "filter[occurred_after]"?: string;
                /** @description Done before this time. */
                "filter[occurred_before]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Any other value is replaced by an id of the service. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    onExecutionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example execution.completed
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecutionCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExecutionFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example execution.failed
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecutionFailedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAdverseActionTriggered: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example adverse_action.triggered
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdverseActionTriggeredEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAdverseActionCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example adverse_action.completed
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdverseActionCompletedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAdverseActionFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example adverse_action.failed
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdverseActionFailedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAdverseActionRetryScheduled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example adverse_action.retry_scheduled
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdverseActionRetryScheduledEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewOpened: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example review.opened
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewOpenedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewDecided: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example review.decided
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewDecidedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onReviewOverdue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example review.overdue
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewOverdueEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onAdverseActionOverdue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example adverse_action.overdue
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdverseActionOverdueEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDecisionsDrifted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Event name.
                 * @example decisions.drifted
                 */
                "X-Service-Event": string;
                /**
                 * @description Id of the delivery.
                 * @example 901
                 */
                "X-Service-Delivery": string;
                /**
                 * @description Timestamp and signatures.
                 * @example t=1772467512,v1=5257a869e7ecebed
                 */
                "X-Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecisionsDriftedEvent"];
            };
        };
        responses: {
            /** @description Received. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** The report of each product, as it stands in `step_outputs`. */
export interface ProductOutputs {
  credit_report: components['schemas']['CreditReportOutput'];
  criminal_background: components['schemas']['CriminalBackgroundOutput'];
  eviction_history: components['schemas']['EvictionHistoryOutput'];
  identity_verification: components['schemas']['IdentityVerificationOutput'];
  income_verification: components['schemas']['IncomeVerificationOutput'];
}

/** Operations that take an Idempotency-Key. */
export const IDEMPOTENT_OPERATIONS: readonly string[] = [
  'POST /workflows',
  'POST /workflows/generate',
  'POST /workflows/{id}/versions/{version}/restore',
  'POST /workflows/{id}/activation_requests',
  'POST /workflows/{id}/activation_requests/{activation_request_id}/approve',
  'POST /workflows/{id}/activation_requests/{activation_request_id}/refuse',
  'POST /workflows/{id}/activation_requests/{activation_request_id}/withdraw',
  'POST /workflows/{id}/examples',
  'POST /workflows/{id}/backtests',
  'POST /workflows/{id}/backtests/{backtest_id}/cancel',
  'POST /workflows/{id}/trigger',
  'POST /products',
  'POST /field_requests',
  'POST /field_requests/{id}/approve',
  'POST /field_requests/{id}/refuse',
  'POST /field_requests/{id}/withdraw',
  'POST /executions/{id}/cancel',
  'POST /applicants/{id}/executions',
  'POST /applicants/{id}/separations',
  'POST /executions/re_evaluations',
  'POST /executions/{id}/re_evaluations',
  'POST /applicants/{id}/erasures',
  'POST /executions/{id}/settle_pull',
  'POST /workflows/{id}/batches',
  'POST /batches/{id}/cancel',
  'POST /batches/{id}/resume',
  'POST /batches/{id}/retry_failed',
  'POST /reviews/next',
  'POST /reviews/release',
  'POST /executions/{id}/review_queue',
  'POST /executions/{id}/review_snooze',
  'POST /executions/{id}/review_decisions',
  'POST /executions/{id}/review_assignment',
  'POST /executions/{id}/review_notes',
  'POST /executions/review_bulk_actions',
  'POST /executions/{id}/notice_artifacts/{artifact_id}/posted',
  'POST /executions/{id}/sent_notices',
  'POST /executions/{id}/application_answers',
  'POST /executions/{id}/notice_artifacts/{artifact_id}/resend',
  'POST /people',
  'POST /people/{id}/links',
  'POST /tokens',
  'POST /tokens/{id}/rotate',
  'POST /tokens/{id}/revoke',
  'POST /webhook_subscriptions',
  'POST /webhook_subscriptions/{id}/rotate_secret',
  'POST /webhook_subscriptions/{id}/test',
  'POST /webhook_subscriptions/{id}/redeliver',
  'POST /webhook_deliveries/{id}/retry',
];
