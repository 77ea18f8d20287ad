import { type ToldStep, type TransferTrace, UserId } from '@candid/contracts';
import type { z } from 'zod';

const USER = 'user:';

/** The transfer and its events as the ledger has just answered them: the index by request follows a moment later. */
export function ownSteps({ transfer, entries, correlatedEvents, correlatedRequests }: z.infer<typeof TransferTrace>) {
  const actors = new Map(correlatedRequests.map(({ requestId, actor }) => [requestId, actor]));
  const account = entries.map((entry) => entry.account).find((name) => name.startsWith(USER));
  const events = correlatedEvents.map(
    (event): ToldStep => ({
      at: event.at,
      kind: 'event',
      service: event.service,
      title: event.type,
      id: event.eventId,
      userId: userIdOf(actors.get(event.correlationId)),
      detail: event.streamId,
      state: null,
      requestId: event.correlationId,
      command: event.command,
      route: event.route,
      causeEventId: event.causeEventId,
    }),
  );
  const own: ToldStep = {
    at: transfer.recordedAt,
    kind: 'transfer',
    service: 'tokens',
    title: transfer.code,
    id: transfer.transferId,
    userId: userIdOf(account?.slice(USER.length)),
    detail: `${transfer.amount}`,
    state: transfer.status,
    requestId: transfer.correlationId,
  };
  return [...events, own];
}

const userIdOf = (text: string | null | undefined): UserId | null => UserId.safeParse(text).data ?? null;
