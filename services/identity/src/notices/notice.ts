import type { NoticePlace } from '@candid/contracts';
import { type Aggregate, DomainError } from '@candid/event-store';
import { TEXTS } from '../refusals.js';

interface Noticed {
  reason: string;
  place: NoticePlace | null;
}

/** The text, the sender and the sender's network are stored only in rows, where they can be removed. */
export type NoticeEvent =
  | {
      type: 'NoticeReceived';
      /** `fromElsewhere`: notices that wait about the same photo, sent from other networks. */
      data: Noticed & { fromElsewhere: string[]; receivedAt: string };
    }
  | { type: 'NoticeConfirmed'; data: Noticed & { confirmedAt: string } };

export type NoticeCommand =
  | (Noticed & { type: 'ReceiveNotice'; fromElsewhere: string[]; at: string })
  | { type: 'ConfirmNotice'; at: string };

interface NoticeState {
  received: Noticed | null;
  isConfirmed: boolean;
}

const STREAM_PREFIX = 'notice-';

/** The notice of its stream; undefined for a stream of another category. */
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
