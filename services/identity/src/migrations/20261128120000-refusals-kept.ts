import { keepRefusalsSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

const statements = [...keepRefusalsSql('support_refusals'), ...keepRefusalsSql('refused_calls', 'refuse_audit_change')];

export class RefusalsKept extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
