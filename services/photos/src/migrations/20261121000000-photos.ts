import { correlationIndexSql, eventStoreSchemaSql } from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

export class Photos extends Migration {
  override up(): void {
    for (const statement of [...eventStoreSchemaSql(), correlationIndexSql]) this.addSql(statement);
    this.addSql(`create table photo (
      photo_id uuid primary key,
      user_id uuid not null,
      section text not null check (section in ('testing', 'profile', 'bank')),
      return_to text not null check (return_to in ('profile', 'bank')),
      photo_assessment_id uuid,
      test_started boolean not null,
      times_rated integer not null check (times_rated >= 0),
      uploaded_at timestamptz not null
    )`);
    this.addSql('create index photo_section on photo (user_id, section, uploaded_at desc, photo_id desc)');
    this.addSql(`create index photo_waiting on photo (uploaded_at) where section = 'testing' and not test_started`);
    this.addSql('create table photo_preview (photo_id uuid primary key, preview text not null)');
    // What a person ever uploaded is asked of the events when the account goes; the read model may be behind.
    this.addSql(`create index events_uploads_by_owner on events ((data ->> 'userId')) where type = 'PhotoUploaded'`);
  }
}
