import { Calls, type CascadeClientOptions } from './calls.ts';
import {
  AgenciesOperations,
  ApplicantsOperations,
  ArtifactsOperations,
  AuditEventsOperations,
  CompanyOperations,
  MeOperations,
  FieldRequestsOperations,
  FieldsOperations,
  ProductsOperations,
  ReviewsOperations,
  StatisticsOperations,
  UsersOperations,
  WaitingLettersOperations,
  WebhookDeliveriesOperations,
  WebhookSubscriptionsOperations,
  WorkflowTemplatesOperations,
} from './resources.generated.ts';
import { Batches, Executions, Workflows } from './resources.ts';

/**
 * The API by its resources: `client.workflows.trigger(…)` returns what the response has under `data`. Lists are read with
 * `for await`. The inherited `get`, `post`, `put`, `patch` and `delete` take paths, and return headers and `meta` too.
 *
 * Every method throws a CascadeError if the service refuses or does not respond, after the retries.
 */
export class CascadeClient extends Calls {
  readonly workflows: Workflows;
  readonly workflowTemplates: WorkflowTemplatesOperations;
  readonly products: ProductsOperations;
  readonly fields: FieldsOperations;
  readonly fieldRequests: FieldRequestsOperations;
  readonly executions: Executions;
  readonly applicants: ApplicantsOperations;
  readonly reviews: ReviewsOperations;
  readonly artifacts: ArtifactsOperations;
  readonly waitingLetters: WaitingLettersOperations;
  readonly batches: Batches;
  readonly webhookSubscriptions: WebhookSubscriptionsOperations;
  readonly webhookDeliveries: WebhookDeliveriesOperations;
  readonly me: MeOperations;
  readonly company: CompanyOperations;
  readonly agencies: AgenciesOperations;
  readonly users: UsersOperations;
  readonly auditEvents: AuditEventsOperations;
  readonly statistics: StatisticsOperations;

  /** @throws TypeError if the address or the token cannot be one; the message never holds either */
  constructor(options: CascadeClientOptions) {
    super(options);
    this.workflows = new Workflows(this);
    this.workflowTemplates = new WorkflowTemplatesOperations(this);
    this.products = new ProductsOperations(this);
    this.fields = new FieldsOperations(this);
    this.fieldRequests = new FieldRequestsOperations(this);
    this.executions = new Executions(this);
    this.applicants = new ApplicantsOperations(this);
    this.reviews = new ReviewsOperations(this);
    this.artifacts = new ArtifactsOperations(this);
    this.waitingLetters = new WaitingLettersOperations(this);
    this.batches = new Batches(this);
    this.webhookSubscriptions = new WebhookSubscriptionsOperations(this);
    this.webhookDeliveries = new WebhookDeliveriesOperations(this);
    this.me = new MeOperations(this);
    this.company = new CompanyOperations(this);
    this.agencies = new AgenciesOperations(this);
    this.users = new UsersOperations(this);
    this.auditEvents = new AuditEventsOperations(this);
    this.statistics = new StatisticsOperations(this);
  }
}
