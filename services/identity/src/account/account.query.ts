import { EventStore } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { isoTime } from '../sql-time.js';
import { accountUnknown } from './errors.js';
import type { LocationsPreference } from './events.js';
import { type MailKind, type MailPreferences, mailPreferencesOf } from './mail-kinds.js';
import { type AccountView, impersonalViewOf, type ShownFacts, withEmail } from './view.js';

type Row = Omit<FoundAccount, 'view' | 'mails'> & ShownFacts & { email: string; unwantedMails: MailKind[] };

export interface FoundAccount {
  view: AccountView;
  locationsPreference: LocationsPreference;
  /** Sealed with the person's key, as the next two are. */
  country: string | null;
  lookingFor: string | null;
  selfDescription: string | null;
  mails: MailPreferences;
}

const findSql = `select a.user_id as "userId", c.email, a.roles, a.locations_preference as "locationsPreference", a.country,
    a.looking_for as "lookingFor", a.self_description as "selfDescription",
    a.unwanted_mails as "unwantedMails", a.notification_number as "notificationNumber",
    a.general_notif_number as "generalNotifNumber", a.first_assessments as "firstAssessments",
    ${isoTime('a.first_login_dismissed_at')} as "firstLoginDismissedAt",
    ${isoTime('a.first_profile_made_at')} as "firstProfileMadeAt"
  from accounts a join credentials c using (user_id)
  where a.user_id = $1 and c.deletion_requested_at is null`;

/** Every screen asks for its account: one prepared statement. */
@Injectable()
export class AccountQuery {
  constructor(private readonly store: EventStore) {}

  /** @throws DomainError `NOT_FOUND` */
  async get(userId: string): Promise<FoundAccount> {
    const { rows } = await this.store.pool.query<Row>({ name: 'find_account', text: findSql, values: [userId] });
    if (!rows[0]) throw accountUnknown();
    const { email, locationsPreference, unwantedMails, country, lookingFor, selfDescription, ...facts } = rows[0];
    const view = withEmail(impersonalViewOf(facts), email);
    const mails = mailPreferencesOf(unwantedMails);
    return { view, locationsPreference, country, lookingFor, selfDescription, mails };
  }
}
