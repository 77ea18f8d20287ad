import type { NoticePlace } from '@candid/contracts';
import type { Aggregate } from '@candid/event-store';

/** The text, the name and the address are stored only in rows, where they can be removed. */
export interface NoticeEvent {
  type: 'NoticeReceived';
  data: { reason: string; place: NoticePlace | null; receivedAt: string };
}

export interface NoticeCommand {
  type: 'ReceiveNotice';
  reason: string;
  place: NoticePlace | null;
  at: string;
}

interface NoticeState {
  isReceived: boolean;
}

const STREAM_PREFIX = 'notice-';

/** The notice of its stream; undefined for a stream of another category. */
export const noticeIdOfStream = (streamId: string): string | undefined =>
  streamId.startsWith(STREAM_PREFIX) ? streamId.slice(STREAM_PREFIX.length) : undefined;

export const noticeStreams: Aggregate<NoticeState, NoticeCommand, NoticeEvent> = {
  streamOf: (noticeId) => `${STREAM_PREFIX}${noticeId}`,
  initialState: () => ({ isReceived: false }),
  evolve: () => ({ isReceived: true }),
  decide: ({ reason, place, at }, { isReceived }) =>
    isReceived ? [] : [{ type: 'NoticeReceived', data: { reason, place, receivedAt: at } }],
};
