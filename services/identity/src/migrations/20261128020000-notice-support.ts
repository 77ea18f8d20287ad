import { Migration } from '@mikro-orm/migrations';
import { noticeSupportColumns } from '../notices/notices.rows.js';

export class NoticeSupport extends Migration {
  override up(): void {
    this.addSql(noticeSupportColumns);
    this.addSql('create index notices_sender_id on notices (sender_id) where sender_id is not null');
  }
}
