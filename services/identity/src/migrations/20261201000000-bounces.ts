import { Migration } from '@mikro-orm/migrations';

export class Bounces extends Migration {
  override up(): void {
    this.addSql(
      'alter table accounts add column email_bounced_at timestamptz, add column email_confirmed_at timestamptz',
    );
    // Addresses that somebody typed: for a sign-up code, a notice or a message to support. Rows are kept for 14 days.
    this.addSql('create table bounced_addresses (email text primary key, bounced_at timestamptz not null)');
  }
}
