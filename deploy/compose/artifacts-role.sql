-- What the artifacts service needs, and nothing else: its container runs a browser. Safe to repeat; runs after each
-- migration, as the owner of the tables.
grant usage on schema public to cascade_artifacts;
grant select, update on artifact to cascade_artifacts;
grant select, insert, update on artifact_blob to cascade_artifacts;
-- The documents of reports and notices.
grant select on execution, step, account to cascade_artifacts;
-- Whose turn it is: accounts take turns.
grant select (id, account_id) on api_client to cascade_artifacts;
-- The result of the effect that waits for a notice, and the poke of its run.
grant select, update on effect to cascade_artifacts;
grant select, insert, update on command to cascade_artifacts;
grant usage on all sequences in schema public to cascade_artifacts;
