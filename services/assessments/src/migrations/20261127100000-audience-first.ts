import { Migration } from '@mikro-orm/migrations';

export class AudienceFirst extends Migration {
  override up(): void {
    this.addSql(`create table audience_first (
      assessment_id uuid primary key,
      /** Until then only assessors of the owner's audience get the assessment. */
      until timestamptz not null
    )`);
    this.addSql('create index audience_first_until on audience_first (until)');
    this.addSql(`create table completed_assessment (
      assessment_id uuid primary key,
      test_limit integer not null,
      is_audience_first boolean not null,
      started_at timestamptz not null,
      completed_at timestamptz not null
    )`);
    this.addSql(`create index completed_assessment_lately on completed_assessment (test_limit, is_audience_first, completed_at)
      include (started_at)`);
    /** Null before a fit has seen audiences. */
    this.addSql('alter table score_model add column audience jsonb');
    this.addSql(`alter table participant
      add column compare_by text not null default 'anyone',
      -- First description; null for none.
      add column described_at timestamptz,
      -- Until then a changed description counts for nothing that is offered to an audience first; null: at once.
      add column description_counts_from timestamptz`);
  }
}
