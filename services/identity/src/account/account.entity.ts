import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AccountRole, LocationsPreference } from './events.js';
import type { MailKind } from './mail-kinds.js';
import type { FirstAssessment, UnseenGeneralRating, UnseenRatings } from './state.js';
import type { Suspensions } from './suspension.js';

/** One account's state as its events leave it; without personal data, so that it can be rebuilt from them. */
@Entity({ tableName: 'accounts' })
export class AccountRow {
  @PrimaryKey({ type: 'uuid', fieldName: 'user_id' })
  userId!: string;

  @Property({ type: 'text', nullable: true })
  country!: string | null;

  @Property({ type: 'text', fieldName: 'looking_for', nullable: true })
  lookingFor!: string | null;

  @Property({ type: 'text', fieldName: 'self_description', nullable: true })
  selfDescription!: string | null;

  @Property({ type: 'Date', fieldName: 'registered_at' })
  registeredAt!: Date;

  @Property({ type: 'array' })
  roles!: AccountRole[];

  @Property({ type: 'text', fieldName: 'locations_preference' })
  locationsPreference!: LocationsPreference;

  @Property({ type: 'array', fieldName: 'unwanted_mails' })
  unwantedMails!: MailKind[];

  @Property({ type: 'integer', fieldName: 'notification_number' })
  notificationNumber!: number;

  @Property({ type: 'integer', fieldName: 'general_notif_number' })
  generalNotifNumber!: number;

  @Property({ type: 'Date', fieldName: 'second_factor_confirmed_at', nullable: true })
  secondFactorConfirmedAt!: Date | null;

  @Property({ type: 'Date', fieldName: 'first_login_dismissed_at', nullable: true })
  firstLoginDismissedAt!: Date | null;

  @Property({ type: 'Date', fieldName: 'first_profile_made_at', nullable: true })
  firstProfileMadeAt!: Date | null;

  @Property({ type: 'Date', fieldName: 'deletion_requested_at', nullable: true })
  deletionRequestedAt!: Date | null;

  @Property({ type: 'Date', fieldName: 'erase_at', nullable: true })
  eraseAt!: Date | null;

  @Property({ type: 'Date', fieldName: 'erased_at', nullable: true })
  erasedAt!: Date | null;

  @Property({ type: 'json', fieldName: 'first_assessments' })
  firstAssessments!: Record<string, FirstAssessment>;

  @Property({ type: 'json', fieldName: 'unseen_ratings' })
  unseenRatings!: UnseenRatings[];

  @Property({ type: 'json', fieldName: 'unseen_general_ratings' })
  unseenGeneralRatings!: UnseenGeneralRating[];

  @Property({ type: 'json', fieldName: 'deleted_photo_ids' })
  deletedPhotoIds!: string[];

  @Property({ type: 'json' })
  suspensions!: Suspensions;
}
