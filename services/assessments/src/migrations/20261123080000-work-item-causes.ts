import { workItemCausesSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class WorkItemCauses extends Migration {
  override up(): void {
    for (const statement of workItemCausesSql) this.addSql(statement);
  }
}
