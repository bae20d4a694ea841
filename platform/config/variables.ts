import { api, apiVariables } from './api-variables.ts';
import { encryptionKeys, evidenceKeys } from './key-parsers.ts';
import { mailVariables } from './mail-variables.ts';
import {
  baseUrl,
  confidentialUrl,
  fileContent,
  hostAndPort,
  listenHost,
  natsUrls,
  oneOf,
  port,
  postgresUrl,
  ratio,
  subjectPrefix,
  text,
  wholeNumber,
  yesOrNo,
} from './parsers.ts';
import { signInVariables } from './sign-in-variables.ts';
import { group, type Variable } from './variable.ts';
import { vendorVariables } from './vendor-variables.ts';

const days = wholeNumber(1, 36_500);

const process = group('The process');
const postgres = group('PostgreSQL');
const nats = group('NATS');
const temporal = group('Temporal');
const webhooks = group('Webhooks');
const artifacts = group('PDFs');
const generator = group('The generator');
const retention = group('Retention (`cascade retention run`)');

/** Every environment variable of the product. `.env.example` is printed from it. */
export const VARIABLES = {
  LOG_LEVEL: process.byDefault(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  OPS_HOST: process.byDefault('0.0.0.0', listenHost, 'Address that the probes and metrics listen on. Keep it private.'),
  OPS_PORT: process.byDefault(
    '9090',
    port,
    'Port of /livez, /readyz and /metrics. 0: a free port, which the log names.',
  ),
  SHUTDOWN_GRACE_SECONDS: process.byDefault(
    '100',
    wholeNumber(1, 3_600),
    'How long work in flight may take after SIGTERM. Longer than the longest request (GENERATE_TIMEOUT_SECONDS), and ' +
      'less than the orchestrator waits before it kills. A service ends as soon as its work has.',
    { unit: 'seconds' },
  ),
  CASCADE_DATA_DIR: process.byDefault('.cascade', text, 'Folder of the local stack that `npm start` keeps.'),

  TLS_CA_PATH: process.optional(
    fileContent,
    'PEM file of the authorities that sign the certificates of Temporal, NATS and the mail server, in place of the ' +
      "system's, and of vendors, S3 and the identity provider, beside the system's. DATABASE_URL names its own: sslrootcert.",
    { example: '/etc/cascade/ca.pem' },
  ),

  OTEL_EXPORTER_OTLP_ENDPOINT: process.optional(
    baseUrl,
    'Collector that receives traces by OTLP over HTTP, without /v1/traces. Without it there are no traces.',
    { example: 'http://otel-collector.monitoring.svc:4318' },
  ),
  OTEL_EXPORTER_OTLP_HEADERS: process.optional(text, 'Headers for the collector: name=value, with commas between.', {
    secret: true,
  }),
  OTEL_TRACES_SAMPLER: process.byDefault(
    'parentbased_always_on',
    oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
    'Which traces are recorded: always_on, always_off or traceidratio, each also with parentbased_ before it, which ' +
      "then holds for requests without a caller's decision in traceparent.",
  ),
  OTEL_TRACES_SAMPLER_ARG: process.byDefault('1', ratio, 'Share of the traces for traceidratio: 0 to 1.'),

  DATABASE_URL: postgres.required(
    postgresUrl,
    'Connection string, of a role of its own for each service; `cascade migrate` logs in as the owner of the tables.',
    {
      secret: true,
      example: 'postgres://cascade:change-me@127.0.0.1:5432/cascade',
    },
  ),
  DATABASE_POOL_MAX: postgres.byDefault(
    '10',
    wholeNumber(1, 1_000),
    'Most connections that one process opens to PostgreSQL.',
    { unit: 'connections' },
  ),
  DATABASE_CONNECT_TIMEOUT_SECONDS: postgres.byDefault(
    '5',
    wholeNumber(1, 3_600),
    'How long a query waits for a connection before it fails; the API then returns 503.',
    { unit: 'seconds' },
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: postgres.byDefault(
    '10',
    wholeNumber(1, 3_600),
    'How long a statement, and an idle transaction, may take; a lock is awaited half as long. A connection that is ' +
      'silent for two seconds longer is given up.',
    { unit: 'seconds' },
  ),

  NATS_URL: nats.required(
    natsUrls,
    'Servers, with commas between: nats:// or tls://, with user:password@ of a user of its own for each service, or token@.',
    {
      secret: true,
      example: 'nats://127.0.0.1:4222',
    },
  ),
  NATS_SUBJECT_PREFIX: nats.byDefault(
    'cascade',
    subjectPrefix,
    'Prefix of all subjects; installations that share a server need different ones.',
  ),

  NATS_CREDENTIALS_PATH: nats.optional(
    fileContent,
    'Credentials file (.creds) of the user, in place of a user in NATS_URL.',
    { secret: true, example: '/etc/cascade/nats.creds' },
  ),

  TEMPORAL_ADDRESS: temporal.required(hostAndPort, 'host:port of the Temporal frontend.', {
    example: '127.0.0.1:7233',
  }),
  TEMPORAL_TLS: temporal.byDefault('false', yesOrNo, 'Connects by TLS. An API key or a client certificate implies it.'),
  TEMPORAL_TLS_SERVER_NAME: temporal.optional(
    text,
    "Name in the server's certificate, if it is not the host of TEMPORAL_ADDRESS.",
    { example: 'temporal.example.com' },
  ),
  TEMPORAL_TLS_CERT_PATH: temporal.optional(fileContent, 'PEM file of the client certificate (mTLS).', {
    example: '/etc/cascade/temporal.pem',
  }),
  TEMPORAL_TLS_KEY_PATH: temporal.optional(fileContent, 'PEM file of the private key of that certificate.', {
    secret: true,
    example: '/etc/cascade/temporal.key',
  }),
  TEMPORAL_API_KEY: temporal.optional(text, 'API key of Temporal Cloud or of a server that takes one.', {
    secret: true,
  }),
  TEMPORAL_NAMESPACE: temporal.byDefault('default', text, 'Namespace of the workflows.'),
  TEMPORAL_TASK_QUEUE: temporal.byDefault('cascade', text, 'Task queue of the workflows.'),
  TEMPORAL_DEPLOYMENT_NAME: temporal.optional(
    text,
    'Worker deployment that the executor belongs to, for Worker Versioning; with TEMPORAL_WORKER_BUILD_ID. An executor ' +
      'whose build is not the current version is not ready and claims nothing.',
    { example: 'cascade' },
  ),
  TEMPORAL_WORKER_BUILD_ID: temporal.optional(
    text,
    'Build of this executor, another one for each release. Without the two, workers have no version.',
    { example: '0.1.0' },
  ),
  PULL_GIVE_UP_MINUTES: temporal.byDefault(
    '60',
    wholeNumber(1, 10_080),
    'How long a live pull is tried before its step fails: an outage of a vendor shorter than this fails no run.',
    { unit: 'minutes' },
  ),
  PULL_DEADLINE_HOURS: temporal.byDefault(
    '336',
    wholeNumber(1, 8_760),
    'How long a vendor that has accepted a pull may take to make its report.',
    { unit: 'hours' },
  ),
  BATCH_CONCURRENCY: temporal.byDefault(
    '100',
    wholeNumber(1, 10_000),
    'Rows of one batch in flight at once. Rows that wait, for a report too, or are under review do not count.',
    { unit: 'rows' },
  ),
  BATCH_OUTAGE_SECONDS: temporal.byDefault(
    '30',
    wholeNumber(1, 86_400),
    'How long a vendor may be away before live batches that need it are interrupted.',
    { unit: 'seconds' },
  ),
  WORKFLOW_BUNDLE_PATH: temporal.optional(
    text,
    'File of the prebuilt workflow bundle. Without it the executor bundles at start, which takes a second.',
    { example: 'dist/workflow-bundle.js' },
  ),

  ...apiVariables,
  ...signInVariables,

  GENERATE_TIMEOUT_SECONDS: generator.byDefault(
    '90',
    wholeNumber(1, 600),
    'How long a caller of /workflows/generate waits for the generator.',
    { unit: 'seconds' },
  ),
  GENERATOR_CONCURRENCY: generator.byDefault(
    '4',
    wholeNumber(1, 1_000),
    'Prompts that one process works on at once, of one account at most half.',
    {
      unit: 'prompts',
    },
  ),
  GENERATOR_QUEUE_LIMIT: generator.byDefault(
    '20',
    wholeNumber(0, 10_000),
    'Prompts of one account that wait in one process; beyond, its callers get service_unavailable.',
    { unit: 'prompts' },
  ),
  LLM_BASE_URL: generator.optional(
    confidentialUrl,
    'OpenAI-compatible endpoint that writes cascades. Without it the built-in compiler does.',
    { example: 'https://llm.example.com/v1' },
  ),
  LLM_API_KEY: generator.optional(text, 'Bearer token for that endpoint.', { secret: true }),
  LLM_MODEL: generator.optional(text, 'Name of the model. Required with LLM_BASE_URL.', { example: 'example-large' }),
  LLM_SECOND_MODEL: generator.optional(
    text,
    'Name of the model that reads each policy a second time, at the same endpoint. Without it LLM_MODEL does.',
    { example: 'other-large' },
  ),
  LLM_TIMEOUT_SECONDS: generator.byDefault('40', wholeNumber(1, 600), 'How long one request to the model may take.', {
    unit: 'seconds',
  }),
  LLM_MAX_TOKENS: generator.byDefault('16000', wholeNumber(256, 1_000_000), 'Most tokens of one reply of the model.', {
    unit: 'tokens',
  }),

  ENCRYPTION_KEYS: webhooks.required(
    encryptionKeys,
    'Keys that encrypt signing secrets at rest: id:base64 of 32 bytes, with commas between. ' +
      'The first encrypts, all decrypt. Make one with: openssl rand -base64 32',
    { secret: true, example: 'k1:REPLACE_WITH_THE_BASE64_OF_32_RANDOM_BYTES' },
  ),
  CONNECTION_KEYS: api.optional(
    encryptionKeys,
    'Keys of what is agreed with vendors, in the form of ENCRYPTION_KEYS. The first seals what accounts enter for their own ' +
      'vendors, and makes the addresses at which vendors say that a report is ready; all open and are taken. Without it ' +
      'accounts have no vendors of their own, and vendors are only asked.',
    { secret: true, example: 'c1:REPLACE_WITH_THE_BASE64_OF_32_RANDOM_BYTES' },
  ),
  SEARCH_KEYS: api.optional(
    encryptionKeys,
    'Keys of the HMACs under which numbers, telephone numbers and e-mail addresses of applicants are kept, in the form of ' +
      'ENCRYPTION_KEYS. The first is used for new executions; all are looked for, so an old one stays while executions from ' +
      'its time are kept. Without it applicants are joined by the ' +
      "caller's `applicant_key` alone and found by names and references.",
    { secret: true, example: 's1:REPLACE_WITH_THE_BASE64_OF_32_RANDOM_BYTES' },
  ),
  EVIDENCE_KEYS: api.optional(
    evidenceKeys,
    'Ed25519 keys that sign evidence bundles: id:base64 of 32 bytes, with commas between. The first signs; all are ' +
      'published, so retired ones stay in the list, as id:public:base64 once their private part is destroyed. ' +
      'Make one with: openssl rand -base64 32. Without it there are no bundles.',
    { secret: true, example: 'e1:REPLACE_WITH_THE_BASE64_OF_32_RANDOM_BYTES' },
  ),
  WEBHOOK_ALLOW_PRIVATE_TARGETS: webhooks.byDefault(
    'false',
    yesOrNo,
    'Lets webhooks, and vendors that accounts enter, be at private and local addresses. For development and tests only.',
  ),
  SUBSCRIPTIONS_PER_CLIENT: webhooks.byDefault(
    '50',
    wholeNumber(1, 10_000),
    'Most webhook subscriptions that one API client may have.',
    { unit: 'subscriptions' },
  ),
  WEBHOOK_MAX_ATTEMPTS: webhooks.byDefault('6', wholeNumber(1, 7), 'Attempts until a delivery is dead.', {
    unit: 'attempts',
  }),

  NOTIFICATIONS_PER_CLIENT_PER_HOUR: webhooks.byDefault(
    '5000',
    wholeNumber(1, 10_000_000),
    'Most requests to URLs of InternalNotification that one API client makes in an hour, repeats included. Beyond it ' +
      'notifications wait; they do not fail.',
    { unit: 'requests' },
  ),
  NOTIFICATIONS_PER_EXECUTION: webhooks.byDefault(
    '20',
    wholeNumber(1, 1_000),
    'Most notifications that one execution sends to URLs. Beyond it the step fails.',
    { unit: 'notifications' },
  ),

  ...mailVariables,

  REPORT_WAIT_SECONDS: artifacts.byDefault(
    '30',
    wholeNumber(1, 300),
    'How long the first download of a report, or of an evidence bundle, waits for PDFs to be made.',
    { unit: 'seconds' },
  ),
  RENDERER_URL: artifacts.required(
    baseUrl,
    'Address of the renderer, which runs the browser, for the artifacts service. Keep it private.',
    { example: 'http://renderer:8081' },
  ),
  RENDERER_HOST: artifacts.byDefault('0.0.0.0', listenHost, 'Address that the renderer listens on.'),
  RENDERER_PORT: artifacts.byDefault('8081', port, 'Port of the renderer.'),
  CHROMIUM_PATH: artifacts.required(text, 'Chromium to render with. The image and `npm start` set it.', {
    example: '/usr/bin/chromium',
  }),
  RENDER_CONCURRENCY: artifacts.byDefault(
    '2',
    wholeNumber(1, 64),
    'Pages that one renderer prints side by side, and documents that one artifacts service asks for at once; about the ' +
      'number of cores.',
    { unit: 'pages' },
  ),

  ARTIFACTS_S3_BUCKET: artifacts.optional(
    text,
    'Bucket of an S3 server that keeps the files of artifacts. Without it PostgreSQL does. Files that PostgreSQL kept ' +
      'before stay there and can be read.',
    { example: 'cascade-artifacts' },
  ),
  ARTIFACTS_S3_PREFIX: artifacts.byDefault(
    '',
    text,
    'Before each key; installations that share a bucket need different ones.',
    { example: 'cascade/' },
  ),
  ARTIFACTS_S3_ENDPOINT: artifacts.optional(
    baseUrl,
    'Address of the S3 server. Without it that of AWS in the region. The files are applicant data: use https://.',
    { example: 'https://s3.example.com' },
  ),
  ARTIFACTS_S3_REGION: artifacts.byDefault('us-east-1', text, 'Region of the bucket.'),
  ARTIFACTS_S3_PATH_STYLE: artifacts.byDefault(
    'false',
    yesOrNo,
    'Asks for endpoint/bucket/key in place of bucket.endpoint/key, as most servers other than AWS need it.',
  ),
  ARTIFACTS_S3_ACCESS_KEY_ID: artifacts.optional(
    text,
    'Id of the access key. Without it credentials are found as every AWS SDK finds them, such as by a web identity.',
    { secret: true },
  ),
  ARTIFACTS_S3_SECRET_ACCESS_KEY: artifacts.optional(text, 'Secret of that access key.', { secret: true }),

  RETENTION_PII_DAYS: retention.optional(
    days,
    'How long after its end the applicant of an execution is known: then input, reports, outputs, notes and e-mails are redacted, and decisions stay. Without it nothing is redacted.',
    { unit: 'days', example: '730' },
  ),
  RETENTION_ARTIFACT_DAYS: retention.optional(
    days,
    'How long the PDF of a report is kept after its step. Without it: as long as the report itself.',
    { unit: 'days', example: '90' },
  ),
  RETENTION_LETTER_DAYS: retention.byDefault(
    '1827',
    days,
    'How long letters to applicants, their enclosures and the e-mails that carried them are kept: five years, within which a claim can be brought (15 USC 1681p).',
    { unit: 'days' },
  ),
  RETENTION_TRACE_DAYS: retention.optional(
    days,
    'How long after their end the steps, effects, events of reviews and billing entries of redacted executions are kept. Then they are removed by whole partitions, and the executions with their decisions and artifacts stay. Not shorter than any other period but that of the audit log, and only with RETENTION_PII_DAYS. Without it they are kept for ever.',
    { unit: 'days', example: '2557' },
  ),
  RETENTION_AUDIT_DAYS: retention.byDefault(
    '2557',
    days,
    'How long the audit log is kept: seven years. Not shorter than any of the other periods.',
    { unit: 'days' },
  ),

  ERASURE_LOG: retention.optional(
    text,
    'The log of who was erased, in ids alone, outside of the database: the path of a file, or `s3` for objects below `erasures/` in the bucket of the artifacts. Equal for the gateway, the executor, the artifacts service and `cascade recover --restored`. Never restored from a backup together with the database. Without it nobody is erased.',
    { example: 's3' },
  ),
  BACKUP_DAYS: retention.optional(
    days,
    'How long backups of the database and its write-ahead log are kept: receipts of erasures say when they are gone. It removes none.',
    { unit: 'days', example: '35' },
  ),

  ...vendorVariables,
} as const satisfies Record<string, Variable<unknown>>;
