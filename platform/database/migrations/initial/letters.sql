-- Files and letters: whom they are from, how they are made and sent, and what came back.

-- The agencies whose reports an account pulls, as letters name them.
create table agency (
  account_id bigint not null,
  product_code text not null,
  name text not null,
  address text not null,
  phone text not null,
  toll_free boolean not null,
  nationwide boolean not null,
  consumer_report boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (account_id, product_code)
);

-- Texts that the law prescribes, as files.
create table official_text (
  key text primary key,
  filename text not null,
  content_type text not null,
  bytes bytea not null,
  sha256 text not null,
  installed_at timestamptz(3) not null default now()
);

-- Files, made once for each visit and stage. Letters come before reports (priority).
create table artifact (
  id bigserial primary key,
  api_client_id bigint not null,
  execution_id bigint not null,
  kind text not null,
  node_id text not null,
  visit int not null,
  stage text not null,
  status text not null default 'pending',
  notice_status text,
  filename text not null,
  content_type text not null default 'application/pdf',
  document jsonb,
  byte_size int not null default 0,
  sha256 text,
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  error_message text,
  generated_at timestamptz(3),
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  effect_id bigint,
  priority smallint not null default 2,
  needs text,
  notice_due_at timestamptz(3),
  said_overdue boolean not null default false,
  constraint artifact_once unique (execution_id, kind, node_id, visit, stage)
);
-- What retention looks for.
create index artifact_stored on artifact (kind, created_at) where removed_at is null;
-- By priority, and within one fairly by client. Nothing makes a report that nobody asked for.
create index artifact_queue on artifact (priority, api_client_id, due_at, id)
  where status = 'pending' and priority < 2;

-- Letters that cannot be printed yet.
create index artifact_needs on artifact (api_client_id, id) where needs is not null;

-- PDFs are stored as they are.
create table artifact_blob (
  artifact_id bigint primary key,
  bytes bytea not null
);
-- What is in it does not compress.
alter table artifact_blob alter column bytes set storage external;

-- Letters that are sent once more.
create table notice_resend (
  id bigserial primary key,
  api_client_id bigint not null,
  execution_id bigint not null,
  artifact_id bigint not null,
  number int not null,
  requested_by_user_id bigint,
  status text not null default 'pending',
  attempts int not null default 0,
  due_at timestamptz(3) not null default now(),
  lease_until timestamptz(3),
  error_code text,
  sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint notice_resend_number_unique unique (artifact_id, number)
);
create index notice_resend_due on notice_resend (due_at, id) where status = 'pending';
-- For the list of letters that wait.
create index notice_resend_failed on notice_resend (api_client_id, id) where status = 'failed';

-- Letters by mail, as they were handed to the server, or kept as a file in place of being sent.
create table mail_message (
  message_id text primary key,
  execution_id bigint not null,
  effect_id bigint not null,
  sender text not null,
  recipient text not null,
  raw bytea not null,
  accepted_at timestamptz(3),
  response text,
  created_at timestamptz(3) not null default now(),
  kept_at timestamptz(3),
  file_id bigint,
  api_client_id bigint not null
);
create index mail_message_execution on mail_message (execution_id);
-- How many letters wait, and how long.
create index mail_message_unaccepted on mail_message (created_at) where accepted_at is null;
create unique index mail_message_file on mail_message (file_id) where file_id is not null;
create index mail_message_client on mail_message (api_client_id, created_at);
-- Only letters that are kept have an id, under which they are downloaded.
create sequence mail_file_id_seq owned by mail_message.file_id;

-- What came back of letters.
create table mail_report (
  id bigserial primary key,
  api_client_id bigint not null,
  execution_id bigint not null,
  message_id text not null,
  recipient_hash text,
  kind text not null,
  status text,
  lifted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint mail_report_once unique (message_id, kind)
);
create index mail_report_created on mail_report (created_at);
create index mail_report_client on mail_report (api_client_id, created_at);
create index mail_report_recipient on mail_report (api_client_id, recipient_hash) where lifted_at is null;

-- Clients whose mail is stopped because too much came back.
create table mail_stop (
  api_client_id bigint primary key,
  refusing int not null,
  recipients int not null,
  stopped_at timestamptz(3) not null,
  resumed_at timestamptz(3)
);
create index mail_stop_now on mail_stop (stopped_at) where resumed_at is null;
