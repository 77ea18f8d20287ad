import { Migration } from '@mikro-orm/migrations';

/** What a page of the feed had to look up for each row stands in the row, and the rest is read from short indexes. */
export class FeedByFewLookUps extends Migration {
  override up(): void {
    this.addSql(`alter table open_assessment
      add column reserved integer not null default 0, add column test_photos integer not null default 1`);
    this.addSql(`update open_assessment o set
      reserved = (select count(*) from assessment_slot s where s.assessment_id = o.assessment_id),
      test_photos = (select count(*) from open_assessment t where t.photo_assessment_id = o.photo_assessment_id)`);
    this.addSql(
      'alter table open_assessment alter column reserved drop default, alter column test_photos drop default',
    );
    this.addSql('drop index open_assessment_feed');
    this.addSql(`create index open_assessment_feed on open_assessment (served_share, waiting_since, photo_assessment_id, assessment_id)
      include (owner_id, photo_id, test_limit, accepted, reserved, test_photos) where is_open`);
    this.addSql('create index rated_owner_lately on rated_owner (assessor_id, last_rated_at) include (owner_id)');
    this.addSql(
      `create index participant_hidden on participant (country, user_id) where location_preference = 'NotMine'`,
    );
  }
}
