import { Migration } from '@mikro-orm/migrations';

/** For the export of what a person has ordered. */
export class CheckoutsByUser extends Migration {
  override up(): void {
    this.addSql('create index checkouts_user on checkouts (user_id, checkout_id)');
  }
}
