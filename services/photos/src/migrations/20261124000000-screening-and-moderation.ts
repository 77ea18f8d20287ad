import { Migration } from '@mikro-orm/migrations';

export class ScreeningAndModeration extends Migration {
  override up(): void {
    this.addSql(`alter table photo
      add column is_held boolean not null default false,
      add column is_removed boolean not null default false,
      add column is_crop_wanted boolean not null default false,
      add column faces text check (faces in ('none', 'one', 'several', 'unknown'))`);
    // Marks describe whole pictures, never a face. Tokens are parts of their hashes, and similar pictures share some.
    this.addSql(`create table photo_likeness (
      photo_id uuid primary key,
      user_id uuid,
      is_removed boolean not null default false,
      marks bytea not null,
      tokens integer[] not null
    )`);
    this.addSql('create index photo_likeness_tokens on photo_likeness using gin (tokens)');
  }
}
