import { Migration } from '@mikro-orm/migrations';
import { noticeSupportColumns } from '../notices/notices.rows.js';

export class NoticeSupport extends Migration {
  override up(): void {
    this.addSql(noticeSupportColumns);
  }
}
