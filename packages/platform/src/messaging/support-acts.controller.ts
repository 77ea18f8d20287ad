import { listSupportActsRpc, newestActsFirst, type SupportActEntry, type SupportActPlace } from '@candid/contracts';
import {
  EventStore,
  type ListedSupportAct,
  listSupportActs,
  type SqlSession,
  sessionOfClient,
} from '@candid/event-store';
import { Controller, Inject, type Type } from '@nestjs/common';
import type { z } from 'zod';
import { RpcHandler } from '../rpc/rpc-handler.js';
import { userIdOf } from './find-things.controller.js';

/** Lists other records of support's calls that a service keeps, newest first. */
export type ListOthers = (
  session: SqlSession,
  page: { before?: SupportActPlace | undefined; limit: number },
) => Promise<SupportActEntry[]>;

/** The controller that shows support the service's part of the audit log: `rpc.<service>.listSupportActs`. */
export function supportActsController(service: string, listOthers?: ListOthers): Type {
  const rpc = listSupportActsRpc(service);

  @Controller()
  class SupportActsController {
    constructor(@Inject(EventStore) private readonly store: EventStore) {}

    @RpcHandler(rpc)
    async list(page: z.output<typeof rpc.request>): Promise<z.input<typeof rpc.reply>> {
      const session = sessionOfClient(this.store.pool);
      const [acts, others = []] = await Promise.all([listSupportActs(session, page), listOthers?.(session, page)]);
      return { entries: newestActsFirst([...acts.map(entryOf), ...others]).slice(0, page.limit) };
    }
  }
  return SupportActsController;
}

const entryOf = ({ call, outcome, userId, ...act }: ListedSupportAct): SupportActEntry => ({
  ...act,
  call: call ?? act.message,
  actorId: userIdOf(userId),
  outcome: { status: null, code: outcome === 'ok' ? null : outcome },
});
