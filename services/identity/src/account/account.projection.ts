import type { Projection, RecordedEvent } from '@candid/event-store';
import type { ProjectionClass } from '@candid/platform/persistence';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccountRow } from './account.entity.js';
import { type AccountEvent, userIdOfStream } from './events.js';
import { evolve, initialState, type RegisteredAccount } from './state.js';

/** Redelivery: none. The row and the checkpoint are one transaction, and each event is folded into the row once. */
@Injectable()
export class AccountProjection implements Projection<EntityManager> {
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

export function stateOf(row: AccountRow): RegisteredAccount {
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
