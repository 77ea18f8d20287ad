import { Migration } from '@mikro-orm/migrations';

/** What came of a request is looked up by its id. */
export class CallsAndMailsByRequest extends Migration {
  override up(): void {
    this.addSql('create index support_calls_request_id on support_calls (request_id)');
    this.addSql(
      `create index work_items_mail_correlation on work_items ((payload->>'correlationId')) where queue = 'mail'`,
    );
  }
}
