import { freezeAtOnceSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class FreezeAtOnce extends Migration {
  override up(): void {
    this.addSql(freezeAtOnceSql('events'));
  }
}
