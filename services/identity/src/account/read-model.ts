import type { LocationPreference, MailKind, Role } from '@candid/contracts';
import type { Projection, RecordedEvent } from '@candid/event-store';
import { Database } from '@candid/platform/orm';
import type { ProjectionClass } from '@candid/platform/persistence';
import { defineEntity, p, Type, wrap } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isoTime } from '../kernel/paging.js';
import { unseal } from '../kernel/secrets.js';
import {
  type AccountEvent,
  accountUnknown,
  evolve,
  initialState,
  mailPreferencesOf,
  type RegisteredAccount,
  userIdOfStream,
} from './account.js';
import { lookingForDocument, selfDescriptionDocument } from './sealed.js';
import type { Suspensions } from './suspension.js';
import { type AccountView, impersonalViewOf, type ShownFacts, withDetails } from './view.js';

/** Column type of timestamps. The code reads timestamps as ISO 8601 texts in UTC. */
class IsoTime extends Type<string, Date | string> {
  override convertToJSValue(value: Date | string): string {
    return new Date(value).toISOString();
  }

  override getColumnType(): string {
    return 'timestamptz';
  }
}

/** One account's state. It contains only data of the events, so that it can be rebuilt from them. */
const AccountSchema = defineEntity({
  name: 'AccountRow',
  tableName: 'accounts',
  properties: {
    userId: p.uuid().primary(),
    country: p.text().nullable(),
    lookingFor: p.text().nullable(),
    selfDescription: p.text().nullable(),
    registeredAt: p.type(IsoTime).$type<string>(),
    roles: p.array().$type<Role[]>(),
    locationsPreference: p.text().$type<LocationPreference>(),
    unwantedMails: p.array().$type<MailKind[]>(),
    emailBouncedAt: p.type(IsoTime).$type<string>().nullable(),
    emailConfirmedAt: p.type(IsoTime).$type<string>().nullable(),
    notificationNumber: p.integer(),
    generalNotifNumber: p.integer(),
    secondFactorConfirmedAt: p.type(IsoTime).$type<string>().nullable(),
    firstLoginDismissedAt: p.type(IsoTime).$type<string>().nullable(),
    firstProfileMadeAt: p.type(IsoTime).$type<string>().nullable(),
    deletionRequestedAt: p.type(IsoTime).$type<string>().nullable(),
    eraseAt: p.type(IsoTime).$type<string>().nullable(),
    erasedAt: p.type(IsoTime).$type<string>().nullable(),
    firstAssessments: p.json<RegisteredAccount['firstAssessments']>(),
    unseenRatings: p.json<RegisteredAccount['unseenRatings']>(),
    unseenGeneralRatings: p.json<RegisteredAccount['unseenGeneralRatings']>(),
    deletedPhotoIds: p.json<string[]>(),
    suspensions: p.json<Suspensions>(),
  },
});

export class AccountRow extends AccountSchema.class {}
AccountSchema.setClass(AccountRow);

/** Row and checkpoint are written in one transaction, so each event is applied to the row once. */
@Injectable()
class AccountProjection implements Projection<EntityManager> {
  readonly name = 'account';
  readonly tables = ['accounts'];

  async apply(event: RecordedEvent, em: EntityManager): Promise<void> {
    const userId = userIdOfStream(event.streamId);
    if (userId === undefined) return;
    const row = await em.findOne(AccountRow, { userId });
    const before = row ? ({ status: 'registered', ...wrap(row).toPOJO() } as RegisteredAccount) : initialState();
    const after = evolve(before, event as unknown as AccountEvent);
    if (after.status !== 'registered') return;
    const { status: _, ...columns } = after;
    if (row) em.assign(row, columns);
    else em.persist(em.create(AccountRow, columns));
    // Flushes now, because a rebuild switches the tables before the transaction ends.
    await em.flush();
  }
}

/** All projections of the service. The service runs them, and `rebuild.ts` rebuilds them. */
export const projections: ProjectionClass[] = [AccountProjection];

const viewSql = `select a.user_id as "userId", c.email, c.language, a.roles,
    a.notification_number as "notificationNumber", a.general_notif_number as "generalNotifNumber",
    a.first_assessments as "firstAssessments",
    ${isoTime('a.email_bounced_at')} as "emailBouncedAt",
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
    const [row] = await this.database.query<ShownFacts & Pick<AccountView, 'email' | 'language'>>(viewSql, [userId]);
    if (!row) throw accountUnknown();
    return withDetails(impersonalViewOf(row), row);
  }

  /** Returns the decrypted preferences. @throws DomainError `NOT_FOUND` */
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
