import type { Projection, RecordedEvent } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import type { ProjectionClass } from '@candid/platform/persistence';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isoTime } from '../kernel/paging.js';
import { unseal } from '../kernel/secrets.js';
import {
  type AccountEvent,
  type AccountRole,
  accountUnknown,
  evolve,
  type FirstAssessment,
  initialState,
  type LocationsPreference,
  type MailKind,
  mailPreferencesOf,
  type RegisteredAccount,
  type UnseenGeneralRating,
  type UnseenRatings,
  userIdOfStream,
} from './account.js';
import { lookingForDocument, selfDescriptionDocument } from './sealed.js';
import type { Suspensions } from './suspension.js';
import { type AccountView, impersonalViewOf, type ShownFacts, withEmail } from './view.js';

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

/** Redelivery: none. The row and the checkpoint are one transaction, and each event is folded into the row once. */
@Injectable()
class AccountProjection implements Projection<EntityManager> {
  readonly name = 'account';
  readonly tables = ['accounts'];

  async apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    const userId = userIdOfStream(event.streamId);
    if (userId === undefined) return;
    const row = await em.findOne(AccountRow, { userId });
    const state = evolve(row ? stateOf(row) : initialState(), event as unknown as AccountEvent);
    if (state.status !== 'registered') return;
    if (row) em.assign(row, columnsOf(state));
    else em.persist(em.create(AccountRow, columnsOf(state)));
    // At once: a rebuild switches tables between this event and the end of the transaction.
    await em.flush();
  }
}

/** Every projection of the service: run by it, rebuilt by `rebuild.ts`. */
export const projections: ProjectionClass[] = [AccountProjection];

function columnsOf({ status: _, deletion, ...state }: RegisteredAccount): AccountRow {
  return {
    ...state,
    registeredAt: new Date(state.registeredAt),
    secondFactorConfirmedAt: dateOf(state.secondFactorConfirmedAt),
    firstLoginDismissedAt: dateOf(state.firstLoginDismissedAt),
    firstProfileMadeAt: dateOf(state.firstProfileMadeAt),
    deletionRequestedAt: dateOf(deletion?.requestedAt ?? null),
    eraseAt: dateOf(deletion?.eraseAt ?? null),
    erasedAt: dateOf(deletion?.erasedAt ?? null),
  };
}

function stateOf(row: AccountRow): RegisteredAccount {
  return {
    status: 'registered',
    userId: row.userId,
    country: row.country,
    lookingFor: row.lookingFor,
    selfDescription: row.selfDescription,
    registeredAt: row.registeredAt.toISOString(),
    roles: row.roles,
    locationsPreference: row.locationsPreference,
    unwantedMails: row.unwantedMails,
    notificationNumber: row.notificationNumber,
    generalNotifNumber: row.generalNotifNumber,
    secondFactorConfirmedAt: row.secondFactorConfirmedAt?.toISOString() ?? null,
    firstLoginDismissedAt: row.firstLoginDismissedAt?.toISOString() ?? null,
    firstProfileMadeAt: row.firstProfileMadeAt?.toISOString() ?? null,
    deletion: deletionOf(row),
    firstAssessments: row.firstAssessments,
    unseenRatings: row.unseenRatings,
    unseenGeneralRatings: row.unseenGeneralRatings,
    deletedPhotoIds: row.deletedPhotoIds,
    suspensions: row.suspensions,
  };
}

function deletionOf({ deletionRequestedAt, eraseAt, erasedAt }: AccountRow): RegisteredAccount['deletion'] {
  if (!deletionRequestedAt || !eraseAt) return null;
  return {
    requestedAt: deletionRequestedAt.toISOString(),
    eraseAt: eraseAt.toISOString(),
    erasedAt: erasedAt?.toISOString() ?? null,
  };
}

const dateOf = (iso: string | null): Date | null => (iso === null ? null : new Date(iso));

const viewSql = `select a.user_id as "userId", c.email, a.roles, a.notification_number as "notificationNumber",
    a.general_notif_number as "generalNotifNumber", a.first_assessments as "firstAssessments",
    ${isoTime('a.first_login_dismissed_at')} as "firstLoginDismissedAt",
    ${isoTime('a.first_profile_made_at')} as "firstProfileMadeAt"
  from accounts a join credentials c using (user_id)
  where a.user_id = $1 and c.deletion_requested_at is null`;

const preferencesSql = `select a.locations_preference as "locationsPreference", a.country, a.looking_for as "lookingFor",
    a.self_description as "selfDescription", a.unwanted_mails as "unwantedMails", k.key
  from accounts a join credentials c using (user_id) left join personal_keys k using (user_id)
  where a.user_id = $1 and c.deletion_requested_at is null`;

type PreferencesRow = Pick<
  RegisteredAccount,
  'locationsPreference' | 'country' | 'lookingFor' | 'selfDescription' | 'unwantedMails'
> & { key: Buffer | null };

@Injectable()
export class AccountQuery {
  constructor(private readonly database: Database) {}

  /** @throws DomainError `NOT_FOUND` */
  async view(userId: string): Promise<AccountView> {
    const [row] = await this.database.query<ShownFacts & { email: string }>(viewSql, [userId]);
    if (!row) throw accountUnknown();
    return withEmail(impersonalViewOf(row), row.email);
  }

  /** Unsealed. @throws DomainError `NOT_FOUND` */
  async preferences(userId: string) {
    const [row] = await this.database.query<PreferencesRow>(preferencesSql, [userId]);
    if (!row) throw accountUnknown();
    const key = row.key ?? undefined;
    return {
      locationsPreference: row.locationsPreference,
      country: unseal(row.country, key, userId),
      lookingFor: lookingForDocument.open(row.lookingFor, key, userId),
      selfDescription: selfDescriptionDocument.open(row.selfDescription, key, userId),
      mails: mailPreferencesOf(row.unwantedMails),
    };
  }
}
