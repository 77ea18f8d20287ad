import {
  correlationIndexSql,
  eventStoreSchemaSql,
  freezeAtOnceSql,
  inboxReachSql,
  keepRefusalsSql,
} from '@candid/event-store';
import { Migration } from '@mikro-orm/migrations';

const photoTables = [
  `create table photo (
    photo_id uuid primary key,
    user_id uuid not null,
    section text not null check (section in ('testing', 'profile', 'bank')),
    return_to text not null check (return_to in ('profile', 'bank')),
    photo_assessment_id uuid,
    test_started boolean not null,
    times_rated integer not null check (times_rated >= 0),
    uploaded_at timestamptz not null,
    is_held boolean not null,
    is_removed boolean not null,
    is_crop_wanted boolean not null,
    faces text check (faces in ('none', 'one', 'several', 'unknown'))
  )`,
  'create index photo_section on photo (user_id, section, uploaded_at desc, photo_id desc)',
  `create index photo_waiting on photo (uploaded_at) where section = 'testing' and not test_started`,
  'create table photo_preview (photo_id uuid primary key, preview text not null)',
  // The index is for account deletion, which finds uploads in the events because the read model may be behind.
  `create index events_uploads_by_owner on events ((data ->> 'userId')) where type = 'PhotoUploaded'`,
];

/** Marks describe whole pictures, never a face. Tokens are parts of marks' hashes; similar pictures share tokens. */
const likenessTables = [
  `create table photo_likeness (
    photo_id uuid primary key,
    user_id uuid,
    is_removed boolean not null,
    marks bytea not null,
    tokens integer[] not null
  )`,
  'create index photo_likeness_tokens on photo_likeness using gin (tokens)',
];

const statements = [
  ...[...eventStoreSchemaSql(), correlationIndexSql],
  ...[...inboxReachSql, 'create index inbox_recorded on inbox (recorded_at)'],
  ...[...photoTables, ...likenessTables],
  ...[freezeAtOnceSql('events')],
  ...keepRefusalsSql('support_refusals'),
];

export class Schema extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
