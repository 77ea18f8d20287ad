import type { NoticeId, NoticePlace } from '@candid/contracts';
import { type Aggregate, DomainError } from '@candid/event-store';
import { TEXTS } from '../kernel/refusals.js';
import type { KeyedHash } from '../kernel/secrets.js';

interface Noticed {
  reason: string;
  place: NoticePlace | null;
}

/** The text, the sender and the sender's network are stored only in rows, where they can be removed. */
export type NoticeEvent =
  | {
      type: 'NoticeReceived';
      /** `fromElsewhere`: ids of unanswered notices about the same photo that came from other networks. */
      data: Noticed & { fromElsewhere: string[]; receivedAt: string };
    }
  | { type: 'NoticeConfirmed'; data: Noticed & { confirmedAt: string } };

type NoticeCommand =
  | (Noticed & { type: 'ReceiveNotice'; fromElsewhere: string[]; at: string })
  | { type: 'ConfirmNotice'; at: string };

interface NoticeState {
  received: Noticed | null;
  isConfirmed: boolean;
}

const STREAM_PREFIX = 'notice-';

/** Returns the notice id of a stream; undefined for a stream of another category. */
export const noticeIdOfStream = (streamId: string): string | undefined =>
  streamId.startsWith(STREAM_PREFIX) ? streamId.slice(STREAM_PREFIX.length) : undefined;

export const linkInvalid = (): DomainError => new DomainError('NOT_FOUND', TEXTS.noticeLink);

function decide(command: NoticeCommand, { received, isConfirmed }: NoticeState): NoticeEvent[] {
  if (command.type === 'ConfirmNotice') {
    if (!received) throw linkInvalid();
    return isConfirmed ? [] : [{ type: 'NoticeConfirmed', data: { ...received, confirmedAt: command.at } }];
  }
  const { reason, place, fromElsewhere, at } = command;
  return received ? [] : [{ type: 'NoticeReceived', data: { reason, place, fromElsewhere, receivedAt: at } }];
}

export const noticeStreams: Aggregate<NoticeState, NoticeCommand, NoticeEvent> = {
  streamOf: (noticeId) => `${STREAM_PREFIX}${noticeId}`,
  initialState: () => ({ received: null, isConfirmed: false }),
  evolve: (state, { type, data: { reason, place } }) =>
    type === 'NoticeConfirmed' ? { ...state, isConfirmed: true } : { ...state, received: { reason, place } },
  decide,
};

const UUID = '([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![\\w-])';

/**
 * Patterns of the app's addresses, the most exact kind first. A text may contain several addresses.
 * - `photo`: a picture (`/api/media/photos/ID/640.webp`), a picture that an assessor sees
 *   (`/api/media/slots/OPENING/ID/640.webp`), calls (`/api/photos/ID`, `/api/get-image/OWNER?photoId=ID`) and pages
 *   (`/profile?photo=ID`, `/compare?photos=ID,ID`)
 * - `photoAssessment`: its results (`/test/ID`)
 * - `account`: a person to assess (`/carousel/ID`, `/testing/ID`)
 */
const PLACES: readonly (readonly [NoticePlace['kind'], RegExp])[] = [
  ['photo', new RegExp(`(?:/photos?/|/slots/[0-9a-f-]{36}/|[?&]photo(?:s|Id)?=)${UUID}`, 'i')],
  ['photoAssessment', new RegExp(`/test/${UUID}`, 'i')],
  ['account', new RegExp(`/(?:carousel|testing)/${UUID}`, 'i')],
];

/** Returns the most exact place that the text names, or null. Does not check whether the place exists. */
export function placeIn(location: string): NoticePlace | null {
  for (const [kind, address] of PLACES) {
    const id = address.exec(location)?.[1]?.toLowerCase();
    if (id !== undefined) return { kind, id };
  }
  return null;
}

/** Tokens of the links in receipts: a notice's id and 128 bits of its hash. Only the mail contains the token. */
export class NoticeTokens {
  constructor(private readonly hashes: KeyedHash) {}

  of(noticeId: NoticeId): string {
    return `${noticeId}.${this.hashes.of('notice-confirmation', noticeId).slice(0, 32)}`;
  }

  /** Returns undefined for a token that this service did not make. */
  noticeOf(token: string): NoticeId | undefined {
    const noticeId = token.split('.')[0] as NoticeId;
    return this.of(noticeId) === token ? noticeId : undefined;
  }
}
