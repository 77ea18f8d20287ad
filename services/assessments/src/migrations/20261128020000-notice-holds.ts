import { Migration } from '@mikro-orm/migrations';
import { noticeHoldTable } from '../moderation/notice-holds.js';

export class NoticeHolds extends Migration {
  override up(): void {
    this.addSql(noticeHoldTable);
  }
}
