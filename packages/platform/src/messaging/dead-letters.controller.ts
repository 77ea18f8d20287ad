import { listDeadLettersRpc, replayDeadLetterRpc } from '@candid/contracts';
import {
  DomainError,
  EventStore,
  findLetterState,
  type GivenUp,
  inTransaction,
  listGivenUp,
  retryWorkItem,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { SubscriberHost } from './provide-subscribers.js';
import { reasonOf } from './transient-failure.js';

const WORK = 'work.';
const LETTER = /^\d{1,18}$/;

export function deadLettersController(service: string): Type {
  const [listing, replaying] = [listDeadLettersRpc(service), replayDeadLetterRpc(service)];
  const prefix = `${service}.`;

  @Controller()
  class DeadLettersController {
    private readonly session: SqlSession;

    constructor(
      @Inject(EventStore) private readonly store: EventStore,
      @Inject(SubscriberHost) private readonly subscribers: SubscriberHost,
    ) {
      this.session = sessionOfClient(store.pool);
    }

    @RpcHandler(listing)
    async list({ before, limit }: z.output<typeof listing.request>): Promise<z.input<typeof listing.reply>> {
      const place = before && { failedAt: new Date(before.failedAt), id: placeIn(prefix, before.letterId) };
      const found = await listGivenUp(this.session, { before: place, limit });
      return { letters: found.map(({ id, ...rest }) => letterOf(service, `${prefix}${id}`, rest)) };
    }

    @RpcHandler(replaying)
    async replay({ letterId }: z.output<typeof replaying.request>): Promise<z.input<typeof replaying.reply>> {
      const id = letterId.startsWith(prefix) ? letterId.slice(prefix.length) : '';
      return { replayed: id.startsWith(WORK) ? await this.putBack(id.slice(WORK.length)) : await this.handle(id) };
    }

    private async putBack(itemId: string): Promise<boolean> {
      const isThere = await inTransaction(this.store.pool, (session) => retryWorkItem(session, itemId));
      if (!isThere) throw letterUnknown();
      return true;
    }

    private async handle(id: string): Promise<boolean> {
      const letter = LETTER.test(id) ? await findLetterState(this.session, id) : undefined;
      if (!letter) throw letterUnknown();
      if (letter.isReplayed) return true;
      try {
        return await this.subscribers.replay(letter.subscriber, id);
      } catch (error) {
        const [reason = ''] = reasonOf(error).split('\n');
        throw new DomainError('CONFLICT', reason);
      }
    }
  }
  return DeadLettersController;
}

/** Removes the prefix of this service from the id. Another service's letter comes before or after all letters of this service. */
function placeIn(prefix: string, letterId: string): string {
  if (letterId.startsWith(prefix)) return letterId.slice(prefix.length);
  return prefix < letterId ? AFTER_ALL : '';
}

const AFTER_ALL = '\u{10ffff}';

const letterOf = (service: string, letterId: string, { failedAt, ...rest }: Omit<GivenUp, 'id'>) => ({
  ...rest,
  letterId,
  service,
  failedAt: failedAt.toISOString(),
});

const letterUnknown = () => new DomainError('NOT_FOUND', 'There is no such dead letter.');
