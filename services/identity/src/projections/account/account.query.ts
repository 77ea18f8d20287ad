import { EventStore } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { AccountRole, LocationsPreference } from '../../domain/account/events.js';
import type { FirstAssessment } from '../../domain/account/state.js';
import { type AccountView, impersonalViewOf, withEmail } from '../../domain/account/view.js';

interface AccountWithEmailRow {
  user_id: string;
  email: string;
  roles: AccountRole[];
  locations_preference: LocationsPreference;
  notification_number: number;
  general_notif_number: number;
  first_login_dismissed_at: Date | null;
  first_profile_made_at: Date | null;
  first_assessments: Record<string, FirstAssessment>;
}

export interface FoundAccount {
  view: AccountView;
  locationsPreference: LocationsPreference;
}

const findSql = `select a.user_id, c.email, a.roles, a.locations_preference, a.notification_number,
    a.general_notif_number, a.first_login_dismissed_at, a.first_profile_made_at, a.first_assessments
  from accounts a join credentials c using (user_id)
  where a.user_id = $1 and c.deletion_requested_at is null`;

/** Every screen asks for its account: one prepared statement. */
@Injectable()
export class AccountQuery {
  constructor(@Inject(EventStore) private readonly store: EventStore) {}

  async find(userId: string): Promise<FoundAccount | undefined> {
    const result = await this.store.pool.query<AccountWithEmailRow>({
      name: 'find_account',
      text: findSql,
      values: [userId],
    });
    const row = result.rows[0];
    if (!row) return undefined;
    const view = impersonalViewOf({
      userId: row.user_id,
      roles: row.roles,
      notificationNumber: row.notification_number,
      generalNotifNumber: row.general_notif_number,
      firstLoginDismissedAt: row.first_login_dismissed_at?.toISOString() ?? null,
      firstProfileMadeAt: row.first_profile_made_at?.toISOString() ?? null,
      firstAssessments: row.first_assessments,
    });
    return { view: withEmail(view, row.email), locationsPreference: row.locations_preference };
  }
}
