import { Migration } from '@mikro-orm/migrations';

export class GoldPairs extends Migration {
  override up(): void {
    this.addSql(`create table gold_pair (
      gold_id uuid primary key,
      owner_id uuid not null,
      fine_photo_id uuid not null,
      bad_photo_id uuid not null,
      registered_at timestamptz not null
    )`);
    this.addSql('create index gold_pair_by_fine_photo on gold_pair (fine_photo_id)');
  }
}
