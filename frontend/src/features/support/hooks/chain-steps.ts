import { supportTexts } from '../../../lib/texts/support';
import type { TransferTrace } from '../api/transfer';

export interface ChainStep {
  readonly kind: 'request' | 'event' | 'transfer';
  readonly id: string;
  readonly at: string;
  readonly title: string;
  readonly service: string | null;
  /** Where the step can be looked at. */
  readonly to: string | null;
  /** The transfer that is being looked at. */
  readonly isOwn: boolean;
}

type Traced = Pick<TransferTrace, 'transfer' | 'correlatedEvents' | 'correlatedRequests'>;

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const order = { request: 0, event: 1, transfer: 2 } as const;

/** Request, events and transfers of the same requests, in order of time; a request comes before what came of it. */
export function chainSteps({ transfer, correlatedEvents, correlatedRequests }: Traced): ChainStep[] {
  const requests = correlatedRequests.map(
    ({ requestId, at, actor }): ChainStep => ({
      ...{ kind: 'request', id: requestId, service: null, isOwn: false },
      at: earliest(
        at,
        correlatedEvents.filter(({ correlationId }) => correlationId === requestId),
      ),
      title: actor === null ? supportTexts.requestBySystem : supportTexts.requestBy,
      to: actor !== null && idPattern.test(actor) ? `/support/accounts/${actor}` : null,
    }),
  );
  const events = correlatedEvents.map(({ eventId, at, type, service, streamId }): ChainStep => {
    const transferId = transferOf(streamId);
    return {
      ...{ id: eventId, at, title: wordsOf(type), service },
      kind: transferId === null ? 'event' : 'transfer',
      to: transferId === null ? null : `/support/transfers/${transferId}`,
      isOwn: transferId === transfer.transferId,
    };
  });
  return [...requests, ...events].sort((one, other) => {
    const time = Date.parse(one.at) - Date.parse(other.at);
    return time !== 0 ? time : order[one.kind] - order[other.kind];
  });
}

/** Ids of the other transfers of the same requests, each once. */
export function linkedTransfers({
  transfer,
  correlatedEvents,
}: Pick<Traced, 'transfer' | 'correlatedEvents'>): string[] {
  const ids = correlatedEvents.map(({ streamId }) => transferOf(streamId)).filter((id) => id !== null);
  return [...new Set(ids)].filter((id) => id !== transfer.transferId);
}

const transferOf = (streamId: string): string | null =>
  streamId.startsWith('transfer-') ? streamId.slice('transfer-'.length) : null;

const earliest = (at: string, events: readonly { readonly at: string }[]): string =>
  [at, ...events.map((event) => event.at)].sort()[0] ?? at;

/** `TransferPosted` as "Transfer posted". */
const wordsOf = (type: string): string =>
  type.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
