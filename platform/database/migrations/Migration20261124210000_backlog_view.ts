import { Migration } from '@mikro-orm/migrations';

/**
 * What each service has to do, in one number, for whoever scales it (deploy/k8s/components/keda): a role that may read this
 * view reads no row of an execution or a letter. Counting ends at 10,000: more than that is as bad.
 */
export class Migration20261124210000_backlog_view extends Migration {
  override up(): void {
    // Batch rows do not count: they wait for BATCH_CONCURRENCY and not for a replica. Nor do the reports that nobody waits
    // for (priority 2): they wait for idle capacity, which no replica adds.
    this.addSql(`create view "backlog" as
      select 'executor' as "service", (select count(*) from (
        select from "command" where "lane" in ('poke', 'single') and "due_at" <= now() limit 10000) as "due") as "due"
      union all
      select 'webhooks', (select count(*) from (
        select from "webhook_queue" where "due_at" <= now() limit 10000) as "due")
      union all
      select 'artifacts', (select count(*) from (
        select from "artifact" where "status" = 'pending' and "priority" < 2 and "due_at" <= now() limit 10000) as "due")`);
  }
}
