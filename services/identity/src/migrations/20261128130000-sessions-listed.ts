import { Migration } from '@mikro-orm/migrations';

/** Facts by which somebody recognises a session. All are null for sessions from before. */
export class SessionsListed extends Migration {
  override up(): void {
    this.addSql(
      'alter table sessions add column device text, add column network text, add column last_used_at timestamptz',
    );
  }
}
