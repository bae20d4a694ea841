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
         * @description Without a definition, or with an empty one, the cascade is a draft. Without production access it is a draft whatever `active` says; `note` then says why.
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
         * @description Runs that were accepted finish, and stay readable.
         *
         *     Scope: `workflows:write`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Change a cascade
         * @description Only keys that are present change anything. `definition` replaces the whole array and becomes a new version; runs that were accepted before go on with theirs.
         *
         *     Scope: `workflows:write`.
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
         * @description Made-up applicants whose reports are registered, for the products that the cascade uses. Trigger in test mode with such a payload, and the registered report answers.
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
         * @description Accepted work is committed when the answer is sent. Resend the very same request with the same Idempotency-Key, and the original answer comes again, with the header `Idempotent-Replayed: true`. An empty body starts a run in test mode with an empty payload. A body without `payload` but with `applicant` or `property` at its top is taken as the payload itself, so that the payload of a test case is a drop-in body.
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
    "/executions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List executions
         * @description Executions of the calling API client, the newest first. Filters narrow each other.
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
         * @description With the scope `executions:read:full` the answer also has `step_outputs` and `failed_steps`, which hold identity data of the applicant and reports.
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
         * @description Nothing of the run begins after this; what had begun finishes. An execution that is cancelled already is answered unchanged. Takes no body. No event is sent.
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
         * @description For a review of kind `decision`, `approved` goes on at `human_review_steps` (or `pass_steps` where that is empty) and `denied` at `fail_steps`. For one of kind `notice`, `approved` sends the drafted notice and `denied` discards it. Of two who decide at once one wins, and the other gets `review_not_pending`.
         *
         *     Scope: `executions:write`.
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
         * @description What happened in the review of the execution, the oldest first.
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
         * Claim or release the open review
         * @description Claiming what is claimed by oneself, or releasing what nobody claimed, changes nothing.
         *
         *     Scope: `executions:write`.
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
         * @description At any time, whatever the execution is doing.
         *
         *     Scope: `executions:write`.
         */
        post: operations["addReviewNote"];
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
         * @description All of them, the oldest first: not paginated.
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
         * @description The `ETag` is the SHA-256 of the file. One that is no longer stored answers `not_found`.
         *
         *     Scope: `executions:read`.
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
         * @description All of them, the oldest first: not paginated.
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
         * @description The `ETag` is the SHA-256 of the file. One that is no longer stored answers `not_found`.
         *
         *     Scope: `executions:read`.
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
         * @description The answer holds the signing secret, which is not shown again: store it.
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
         * @description Nothing is delivered to it any more; the records of its deliveries stay.
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
         * @description A sample of the event, with `test: true` in `data`, is delivered to this subscription alone, whatever its filter says: signed, recorded and retried like any other. Read the delivery to see what came of it.
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
         * @description The payload is not shown: read the execution again instead.
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
         * @description At once. A `failed` delivery goes back to its schedule, a `dead` one gets one attempt. Takes no body.
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
         *     previous secret. Answer 2xx quickly, and be idempotent on `X-Service-Delivery`. Otherwise the delivery is tried again
         *     after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
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
         *     previous secret. Answer 2xx quickly, and be idempotent on `X-Service-Delivery`. Otherwise the delivery is tried again
         *     after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
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
         *     previous secret. Answer 2xx quickly, and be idempotent on `X-Service-Delivery`. Otherwise the delivery is tried again
         *     after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
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
         *     previous secret. Answer 2xx quickly, and be idempotent on `X-Service-Delivery`. Otherwise the delivery is tried again
         *     after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
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
         *     previous secret. Answer 2xx quickly, and be idempotent on `X-Service-Delivery`. Otherwise the delivery is tried again
         *     after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
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
         * A notice will be tried again.
         * @description `v1` is the HMAC-SHA256 in lowercase hex, keyed with the signing secret, over `<t>.<raw body>`. Compare in constant
         *     time, and refuse timestamps that are more than a minute off. For 24 hours after a rotation `v0` is the same with the
         *     previous secret. Answer 2xx quickly, and be idempotent on `X-Service-Delivery`. Otherwise the delivery is tried again
         *     after 60, 300, 1800, 7200 and 28800 seconds, and then it is dead.
         */
        post: operations["onAdverseActionRetryScheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AdverseActionCompletedEvent: {
            /**
             * Format: uuid
             * @description The same for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.completed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are left out. */
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
                 * @description Only in samples, which were asked for by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description What was done: `denied`, `revoked`, `adverse_employment` or `other_action`. */
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
             * @description The same for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.failed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are left out. */
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
                 * @description Only in samples, which were asked for by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description What was done: `denied`, `revoked`, `adverse_employment` or `other_action`. */
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
        AdverseActionRetryScheduledEvent: {
            /**
             * Format: uuid
             * @description The same for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.retry_scheduled";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are left out. */
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
                 * @description Only in samples, which were asked for by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description What was done: `denied`, `revoked`, `adverse_employment` or `other_action`. */
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
                 * @description When.
                 */
                next_attempt_at?: string;
            };
        };
        AdverseActionTriggeredEvent: {
            /**
             * Format: uuid
             * @description The same for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "adverse_action.triggered";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are left out. */
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
                 * @description Only in samples, which were asked for by `/test`.
                 * @constant
                 */
                test?: true;
                /** @description Node of the adverse action. */
                node_id?: string;
                /** @description What was done: `denied`, `revoked`, `adverse_employment` or `other_action`. */
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
        /** @description The nodes in order, at most 500 and 256 KiB of JSON. Exactly one is the ApplicantSource, where a run begins. Edges must resolve inside the array and form no cycle. An empty array can be saved but not run. */
        CascadeDefinition: components["schemas"]["CascadeNode"][];
        ErrorEnvelope: {
            error: {
                /**
                 * @description Stable: branch on it.
                 * @enum {string}
                 */
                code: "malformed_request" | "unauthorized" | "token_expired" | "insufficient_scope" | "activation_forbidden" | "production_access_required" | "live_mode_forbidden" | "not_found" | "method_not_allowed" | "idempotency_conflict" | "workflow_not_active" | "execution_not_cancellable" | "execution_not_reevaluable" | "not_awaiting_review" | "review_not_pending" | "assigned_elsewhere" | "delivery_not_retryable" | "batch_not_cancellable" | "batch_not_resumable" | "batch_not_retryable" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "missing_idempotency_key" | "workflow_not_runnable" | "generation_failed" | "rate_limited" | "internal_error" | "service_unavailable";
                /** @description What happened, for people. */
                message: string;
                /** @description All that is wrong with the request; empty where there is nothing to point at. */
                details: {
                    /** @description Dotted path with indexes in the body, name of a header, or name of a query parameter. */
                    field: string;
                    /** @description What is wrong with it. */
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
            /**
             * @description Poll until it leaves `queued`, `pending`, `running` and `waiting`.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description `api_client:<client id>:<Idempotency-Key>`; batch rows have none. */
            execution_key: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description Where the human review stands.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            pending_review: components["schemas"]["PendingReview"];
            /**
             * @description The most severe that came up so far.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description Batch whose row it is. */
            batch_execution_id: number | null;
            /** @description Execution that it re-evaluates. */
            re_evaluated_from: number | null;
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, in whatever way.
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
        };
        ExecutionCompletedEvent: {
            /**
             * Format: uuid
             * @description The same for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "execution.completed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are left out. */
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
                 * @description Only in samples, which were asked for by `/test`.
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
                 * @description Where the human review stood.
                 * @enum {string}
                 */
                review_status?: "none" | "in_review" | "approved" | "denied";
                /**
                 * @description The most severe that came up.
                 * @enum {string}
                 */
                outcome?: "approved" | "conditional" | "denied";
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                completed_at?: string;
                /** @description How often the row of a batch was retried; left out where it never was. */
                retry_count?: number;
            };
        };
        /** @description An execution in full. `step_outputs` and `failed_steps` come with the scope `executions:read:full` only. */
        ExecutionDetail: {
            /** @constant */
            object: "execution";
            /** @description Id. */
            id: number;
            /** @description Cascade that it runs. */
            workflow_id: number;
            /** @description Version of the definition that it runs. */
            workflow_version: number;
            /**
             * @description Poll until it leaves `queued`, `pending`, `running` and `waiting`.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description `api_client:<client id>:<Idempotency-Key>`; batch rows have none. */
            execution_key: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description Where the human review stands.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            pending_review: components["schemas"]["PendingReview"];
            /**
             * @description The most severe that came up so far.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description Batch whose row it is. */
            batch_execution_id: number | null;
            /** @description Execution that it re-evaluates. */
            re_evaluated_from: number | null;
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, in whatever way.
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
            /** @description The payload, flat, and what was resolved: `execution_mode`, `submitted_by_user_id`, `user_approved` (null until a review decides), `external_reference`, `allow_inactive`, `sandbox_replay`. */
            input_context: {
                [key: string]: unknown;
            };
            /** @description Joins that were reached and wait for other branches. */
            held_nodes: string[];
            /** @description Output of the last visit of each node, by node id. */
            step_outputs?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @description Steps that failed for good. */
            failed_steps?: components["schemas"]["FailedStep"][];
        };
        ExecutionFailedEvent: {
            /**
             * Format: uuid
             * @description The same for all subscribers and all attempts.
             */
            id: string;
            /** @constant */
            event: "execution.failed";
            /**
             * Format: date-time
             * @description When the event was emitted.
             */
            created_at: string;
            /** @description Fields without a value are left out. */
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
                 * @description Only in samples, which were asked for by `/test`.
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
                 * @description Where the human review stood.
                 * @enum {string}
                 */
                review_status?: "none" | "in_review" | "approved" | "denied";
                /**
                 * @description The most severe that came up.
                 * @enum {string}
                 */
                outcome?: "approved" | "conditional" | "denied";
                /**
                 * Format: date-time
                 * @description When it ended.
                 */
                completed_at?: string;
                /** @description How often the row of a batch was retried; left out where it never was. */
                retry_count?: number;
                /** @description What failed first. */
                first_error_message?: string;
            };
        };
        /** @description An execution as the trigger answers it. */
        ExecutionSummary: {
            /** @constant */
            object: "execution";
            /** @description Id. */
            id: number;
            /** @description Cascade that it runs. */
            workflow_id: number;
            /** @description Version of the definition that it runs. */
            workflow_version: number;
            /**
             * @description Poll until it leaves `queued`, `pending`, `running` and `waiting`.
             * @enum {string}
             */
            status: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
            /** @description `api_client:<client id>:<Idempotency-Key>`; batch rows have none. */
            execution_key: string | null;
            /** @description Correlation id of the caller. */
            external_reference: string | null;
            /** @description True while a review is open. */
            needs_human_review: boolean;
            /**
             * @description Where the human review stands.
             * @enum {string}
             */
            review_status: "none" | "in_review" | "approved" | "denied";
            pending_review: components["schemas"]["PendingReview"];
            /**
             * @description The most severe that came up so far.
             * @enum {string|null}
             */
            outcome: "approved" | "conditional" | "denied" | null;
            /** @description Batch whose row it is. */
            batch_execution_id: number | null;
            /** @description Execution that it re-evaluates. */
            re_evaluated_from: number | null;
            /**
             * Format: date-time
             * @description When the run began.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended, in whatever way.
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
            /**
             * @description `test`: synthetic reports, never billed.
             * @enum {string}
             */
            execution_mode: "test" | "live";
        };
        /** @description A step that failed for good. */
        FailedStep: {
            /** @description Node. */
            node_id: string;
            /** @description Type of the node. */
            type: string;
            /** @description What went wrong, to branch on. */
            code: string;
            /** @description What went wrong, in words. */
            message: string;
            /** @description How often it was tried. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was given up.
             */
            failed_at: string | null;
        };
        Meta: {
            /** @description Correlation id; also the header `X-Request-Id`. */
            request_id: string;
        };
        /** @description An adverse-action notice as a PDF. */
        NoticeArtifact: {
            /** @constant */
            object: "notice_artifact";
            /** @description Id; the `artifact_id` of the download. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /** @description Name that the download carries. */
            filename: string;
            /** @description Media type. */
            content_type: string;
            /** @description Size of the file in bytes. */
            byte_size: number;
            /**
             * Format: date-time
             * @description When it was made; null while it is being made.
             */
            generated_at: string | null;
            /** @description False: the file is not stored (any more), and a download answers `not_found`. */
            downloadable: boolean;
            /**
             * @description What became of the notice.
             * @enum {string}
             */
            status: "draft" | "sent" | "discarded";
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
        };
        /** @description What a person is asked just now, or null. */
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
             * @description When the decision is due, if it is.
             */
            due_at: string | null;
        } | null;
        /** @description A credit report as a PDF. */
        ReportArtifact: {
            /** @constant */
            object: "report_artifact";
            /** @description Id; the `artifact_id` of the download. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /** @description Name that the download carries. */
            filename: string;
            /** @description Media type. */
            content_type: string;
            /** @description Size of the file in bytes. */
            byte_size: number;
            /**
             * Format: date-time
             * @description When it was made; null while it is being made.
             */
            generated_at: string | null;
            /** @description False: the file is not stored (any more), and a download answers `not_found`. */
            downloadable: boolean;
        };
        /** @description Something that happened in the review of an execution. */
        ReviewEvent: {
            /** @constant */
            object: "review_event";
            /** @description Id. */
            id: number;
            /** @description Execution. */
            execution_id: number;
            /**
             * @description The adverse-action types mean: draft parked for review, draft sent, draft discarded without sending, sent notice resent.
             * @enum {string}
             */
            event_type: "flagged" | "assigned" | "unassigned" | "approved" | "denied" | "note_added" | "re_evaluated" | "adverse_action_drafted" | "adverse_action_sent" | "adverse_action_skipped" | "adverse_action_replayed";
            /** @description User who did it; null where the service did. */
            actor_user_id: number | null;
            /** @description What the reviewer wrote. */
            note: string | null;
            /** @description More about it, such as the node. */
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it happened.
             */
            created_at: string;
        };
        /** @description A made-up applicant whose reports are registered. */
        TestCase: {
            /** @description Id of the subject in the sandbox registry. */
            id: number;
            /** @description What the case shows. */
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
            test_cases: components["schemas"]["TestCase"][];
        };
        /** @description One event on its way to one subscription. */
        WebhookDelivery: {
            /** @constant */
            object: "webhook_delivery";
            /** @description Id; `X-Service-Delivery` of every attempt. */
            id: number;
            /** @description Subscription. */
            subscription_id: number;
            /**
             * @description Event.
             * @enum {string}
             */
            event: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled";
            /**
             * Format: uuid
             * @description `id` of the envelope; the same for all subscribers.
             */
            event_id: string;
            /**
             * @description `dead`: the last attempt failed. `failed`: not tried by itself any more.
             * @enum {string}
             */
            status: "pending" | "retrying" | "succeeded" | "failed" | "dead";
            /** @description Attempts made. */
            attempts: number;
            /** @description HTTP status of the last attempt, if any came. */
            last_response_status: number | null;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it is tried next.
             */
            next_retry_at: string | null;
            /**
             * Format: date-time
             * @description When it was last tried.
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
        /** @description Where events are sent. */
        WebhookSubscription: {
            /** @constant */
            object: "webhook_subscription";
            /** @description Id. */
            id: number;
            /** @description Receiver. */
            url: string;
            /** @description Events that are delivered; an empty filter matches every event. */
            event_filter: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled")[];
            /** @description Only active subscriptions receive events. */
            active: boolean;
            /** @description Whether the receiver works. One that fails is never switched off. */
            health: {
                /**
                 * @description `failing`: every attempt has failed for days.
                 * @enum {string}
                 */
                status: "ok" | "failing";
                /**
                 * Format: date-time
                 * @description Where it is failing: since when.
                 */
                since?: string;
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
        /** @description A subscription with its signing secret, which is shown this once. */
        WebhookSubscriptionWithSecret: {
            /** @constant */
            object: "webhook_subscription";
            /** @description Id. */
            id: number;
            /** @description Receiver. */
            url: string;
            /** @description Events that are delivered; an empty filter matches every event. */
            event_filter: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled")[];
            /** @description Only active subscriptions receive events. */
            active: boolean;
            /** @description Whether the receiver works. One that fails is never switched off. */
            health: {
                /**
                 * @description `failing`: every attempt has failed for days.
                 * @enum {string}
                 */
                status: "ok" | "failing";
                /**
                 * Format: date-time
                 * @description Where it is failing: since when.
                 */
                since?: string;
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
            /** @description `whsec_` and 32 random bytes in base64; the key of `X-Service-Signature` is the whole text. */
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
             * @description A label.
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
             * @description A label.
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
            /** @description Why `active` was not granted, where it was not. */
            note?: string;
        };
        /** @description A published cascade to start from. */
        WorkflowTemplate: {
            /** @constant */
            object: "workflow_template";
            /** @description Id. */
            id: number;
            /** @description Name. */
            name: string;
            /** @description What it does. */
            description: string | null;
            /** @description Name of an icon. */
            icon: string | null;
            /** @description Colour as `#rrggbb`. */
            color: string | null;
            /** @description Category. */
            category: string | null;
            /** @description Whether it is offered. */
            active: boolean;
            /** @description Whether it is recommended. */
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
            /** @description What it does. */
            description: string | null;
            /** @description Name of an icon. */
            icon: string | null;
            /** @description Colour as `#rrggbb`. */
            color: string | null;
            /** @description Category. */
            category: string | null;
            /** @description Whether it is offered. */
            active: boolean;
            /** @description Whether it is recommended. */
            featured: boolean;
            /**
             * Format: date-time
             * @description When it was published.
             */
            published_at: string | null;
            definition: components["schemas"]["CascadeDefinition"];
            /** @description Cascade that it was made from. */
            source_workflow_id: number | null;
        };
        /** @description One node. Keys that are not listed are kept and ignored. */
        CascadeNode: {
            /** @description Unique in the definition. */
            id: string;
            /**
             * @description `Product` and `Condition` are legacy aliases of `BillingProduct` and `IfElse`.
             * @enum {string}
             */
            type: "ApplicantSource" | "BillingProduct" | "Product" | "IfElse" | "Condition" | "Wait" | "GoTo" | "ShowResults" | "Action";
            /** @description Label. */
            name?: string;
            /** @description Ids of the nodes that follow; all of them are run. IfElse does not use it. */
            next_step?: string[];
            /** @description BillingProduct: the product to pull. May be given as `config.billing_product_code` instead. */
            billing_product_code?: string;
            config?: {
                /** @description Name of the product's output in `{{…}}` paths. */
                store_result_as?: string;
                billing_product_code?: string;
            };
            /** @description IfElse: `pass` is tried first, then `human_review`; a match of neither takes `fail_steps`. */
            branches?: {
                pass?: components["schemas"]["CascadeBranch"];
                human_review?: components["schemas"]["CascadeBranch"];
            };
            /** @description IfElse: run when `pass` matches. */
            pass_steps?: string[];
            /** @description IfElse: run when `human_review` matched and the review approved. Where it is empty, an approval runs `pass_steps`. */
            human_review_steps?: string[];
            /** @description IfElse: run when no branch matches, or the review denied. */
            fail_steps?: string[];
            /**
             * @description Action: what it does.
             * @enum {string}
             */
            action_type?: "Approve" | "SendEmail" | "AdverseAction" | "InternalNotification";
            /** @description SendEmail: texts with `{{path}}` interpolation. */
            email?: {
                to?: string;
                subject?: string;
                body?: string;
            };
            /** @description AdverseAction: how the person is told. */
            adverse_action?: {
                /** @description E-mail address, or a `{{path}}` to one. */
                recipient?: string;
                /**
                 * @default denied
                 * @enum {string}
                 */
                action_taken: "denied" | "revoked" | "adverse_employment" | "other_action";
                /**
                 * @description `draft_first` parks the notice for human review before it is sent.
                 * @default draft_first
                 * @enum {string}
                 */
                send_strategy: "draft_first" | "auto_send";
                /** @description A sentence added to the principal reasons. */
                reason?: string;
            };
            /** @description InternalNotification: where to, and what. */
            internal_notification?: {
                /** @enum {string} */
                channel?: "slack" | "webhook" | "email";
                url?: string;
                to?: string;
                message?: string;
            };
            /** @description Wait: from nothing to one year. */
            wait?: {
                duration: number;
                /** @enum {string} */
                unit: "seconds" | "minutes" | "hours" | "days" | "weeks";
            };
            /** @description GoTo: id of the node to jump to. Not an edge of the graph. */
            target_step?: string;
        };
        /** @description Matches when its groups do. A branch or group without conditions matches nothing. */
        CascadeBranch: {
            /**
             * @default and
             * @enum {string}
             */
            group_logic: "and" | "or";
            condition_groups?: {
                /**
                 * @default and
                 * @enum {string}
                 */
                logic: "and" | "or";
                conditions: components["schemas"]["CascadeCondition"][];
            }[];
        };
        /** @description One comparison. Numbers compare as numbers (numeric strings too) and ISO dates as dates; a value that is missing makes every operator false except `is_empty`. */
        CascadeCondition: {
            /** @description Id of a product node, of the ApplicantSource, or `context` for variables such as `applicant.email`. */
            source_node_id: string;
            /** @description Dotted path in the product's output. An array's items are reached by index (`records.0.severity`) or all at once (`records.severity`, to be used with `contains`). */
            field: string;
            /** @enum {string} */
            operator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "contains" | "not_contains" | "starts_with" | "ends_with" | "is_empty" | "is_not_empty" | "is_true" | "is_false";
            /** @description Required, and not null, except for `is_empty`, `is_not_empty`, `is_true` and `is_false`. */
            value?: string | number | boolean | null;
        };
    };
    responses: never;
    parameters: {
        /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
        RequestId: string;
        /**
         * @description Names this request: the same key with the same request answers the original response. A new UUID for each new request is best. With its namespace (`api_client:<id>:`) at most 200 characters.
         * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
         */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Correlation id.
         * @example b1f6c1d2-8c35-4c53-9c5e-0a1f6f0a7d11
         */
        RequestId: string;
        /**
         * @description What is left of each limit, and the seconds until its window ends (IETF draft).
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
         * @description `true` where an earlier answer is repeated.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description SHA-256 of the file.
         * @example "9f86d081884c7d659a2feaa0c55ad015"
         */
        ETag: string;
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
                /** @description Page, counted from 1. */
                page?: number;
                /** @description Items on a page; more than 100 are taken as 100. */
                per_page?: number;
                /** @description Only records with this value. */
                "filter[active]"?: boolean;
                /** @description Only records with this value. */
                "filter[use_case]"?: string;
                /** @description Beginning of the name. */
                "filter[name]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    definition?: components["schemas"]["CascadeDefinition"];
                    /** @description A label. */
                    use_case?: string | null;
                    /**
                     * @description A label: `manual`, `event` or `scheduled`. Unknown values are taken as `manual`.
                     * @default manual
                     */
                    trigger_type?: string | null;
                    /**
                     * @description False: save it as a draft.
                     * @default true
                     */
                    active?: boolean | null;
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
            /** @description It is gone. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    definition?: components["schemas"]["CascadeDefinition"];
                    use_case?: string | null;
                    /** @description `manual`, `event` or `scheduled`. Unknown values are ignored. */
                    trigger_type?: string | null;
                    /** @description True activates, which requires production access. */
                    active?: boolean;
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
    triggerWorkflow: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this request: the same key with the same request answers the original response. A new UUID for each new request is best. With its namespace (`api_client:<id>:`) at most 200 characters.
                 * @example 5f0c1b9e-6a55-4a0e-9f6f-3c1d7f0b2a11
                 */
                "Idempotency-Key": components["parameters"]["IdempotencyKey"];
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Input of the decision; becomes `input_context`.
                     * @default {}
                     */
                    payload?: ({
                        /** @description The applicant, with any fields; `context.applicant` in the cascade. */
                        applicant?: {
                            [key: string]: unknown;
                        };
                        /** @description The property. */
                        property?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    }) | null;
                    /**
                     * @description `live` requires production access and an active cascade.
                     * @default test
                     * @enum {string}
                     */
                    execution_mode?: "test" | "live";
                    /** @description Comes back on the execution and on every event. */
                    external_reference?: string | null;
                    /**
                     * @description Test mode only: waits and waiting periods pass at once.
                     * @default false
                     */
                    skip_waits?: boolean;
                    /** @description Instead of `payload`: the applicant. */
                    applicant?: {
                        [key: string]: unknown;
                    };
                    /** @description Instead of `payload`: the property. */
                    property?: {
                        [key: string]: unknown;
                    };
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
                /** @description Page, counted from 1. */
                page?: number;
                /** @description Items on a page; more than 100 are taken as 100. */
                per_page?: number;
                /** @description Only records with this value. */
                "filter[category]"?: string;
                /** @description Only records with this value. */
                "filter[featured]"?: boolean;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
    listExecutions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. */
                page?: number;
                /** @description Items on a page; more than 100 are taken as 100. */
                per_page?: number;
                /** @description Only records with this value. */
                "filter[status]"?: "queued" | "pending" | "running" | "waiting" | "awaiting_review" | "completed" | "failed" | "cancelled" | "skipped";
                /** @description Only records with this value. */
                "filter[review_status]"?: "none" | "in_review" | "approved" | "denied";
                /** @description Whether a review is open. */
                "filter[needs_human_review]"?: boolean;
                /** @description Kind of the open review. */
                "filter[pending_review]"?: "decision" | "notice";
                /** @description Whether the open review is past its due time. */
                "filter[overdue]"?: boolean;
                /** @description Only records with this value. */
                "filter[workflow_id]"?: number;
                /** @description Only records with this value. */
                "filter[batch_execution_id]"?: number;
                /** @description Only records with this value. */
                "filter[external_reference]"?: string;
                /** @description Only records with this value. */
                "filter[execution_mode]"?: "test" | "live";
                /** @description Only records with this value. */
                "filter[outcome]"?: "approved" | "conditional" | "denied";
                /** @description Id of the reviewer who claimed it, `me` for the calling user, `none` for unclaimed ones. */
                "filter[assigned_to_user_id]"?: string;
                /** @description Accepted after this time. */
                "filter[created_after]"?: string;
                /** @description Accepted before this time. */
                "filter[created_before]"?: string;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
    cancelExecution: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
    decideReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approved" | "denied";
                    /** @description Kept with the review event. */
                    note?: string | null;
                    /** @description Where given, the open review must be that of this node. */
                    node_id?: string | null;
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
                /** @description Page, counted from 1. */
                page?: number;
                /** @description Items on a page; more than 100 are taken as 100. */
                per_page?: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `me` claims the review for the calling user; null releases it.
                     * @enum {string|null}
                     */
                    assignee: "me" | null;
                    /** @description Kept with the review event. */
                    note?: string | null;
                    /**
                     * @description Releases another user's claim too.
                     * @default false
                     */
                    force?: boolean;
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody: {
            content: {
                "application/json": {
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
    listReportArtifacts: {
        parameters: {
            query?: {
                /** @description Ignored: the whole collection is returned. */
                page?: unknown;
                /** @description Ignored: the whole collection is returned. */
                per_page?: unknown;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportArtifact"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    downloadReportArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
            /** @description All of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NoticeArtifact"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    downloadNoticeArtifact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
    listWebhookSubscriptions: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. */
                page?: number;
                /** @description Items on a page; more than 100 are taken as 100. */
                per_page?: number;
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description http or https, publicly routable, without user name or password. Checked when it is saved and at every delivery. */
                    url: string;
                    /** @description Events that are delivered; an empty filter matches every event. */
                    event_filter?: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled")[] | null;
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
            /** @description It is gone. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody?: {
            content: {
                "application/json": {
                    /** @description http or https, publicly routable, without user name or password. Checked when it is saved and at every delivery. */
                    url?: string;
                    /** @description Events that are delivered; an empty filter matches every event. */
                    event_filter?: ("execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled")[];
                    active?: boolean;
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @default execution.completed
                     * @enum {string}
                     */
                    event?: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled";
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
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page, counted from 1. */
                page?: number;
                /** @description Items on a page; more than 100 are taken as 100. */
                per_page?: number;
                /** @description Only records with this value. */
                "filter[subscription_id]"?: number;
                /** @description Only records with this value. */
                "filter[event]"?: "execution.completed" | "execution.failed" | "adverse_action.triggered" | "adverse_action.completed" | "adverse_action.failed" | "adverse_action.retry_scheduled";
                /** @description Only records with this value. */
                "filter[status]"?: "pending" | "retrying" | "succeeded" | "failed" | "dead";
            };
            header?: {
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
                        data: components["schemas"]["WebhookDelivery"];
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
                /** @description Correlation id of the caller, 8 to 128 of the characters `A-Za-z0-9._-`; it comes back, and stands in our logs. Another is not refused: an id of ours takes its place. */
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
}

/** Operations that take an Idempotency-Key. */
export const IDEMPOTENT_OPERATIONS: readonly string[] = [
  'POST /workflows/{id}/trigger',
];
