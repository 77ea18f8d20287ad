import { type RequestContext, accountRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { refused, TEXTS } from '../refusals.js';
import { endOwnSession, listOpenSessionsOf } from './sessions.rows.js';

/** Shows somebody where they are logged in, and ends one session at a time. */
@Controller()
export class OwnSessions {
  constructor(
    private readonly orm: MikroORM,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.listSessions)
  async listSessions({ userId }: Sent<typeof rpc.listSessions>, context: RequestContext) {
    requireSelf(context, userId);
    const wanted = { userId, current: context.sessionId, now: this.clock() };
    return { sessions: await listOpenSessionsOf(readSessionOf(this.orm), wanted) };
  }

  /** @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.endSession)
  async endSession({ userId, sessionId }: Sent<typeof rpc.endSession>, context: RequestContext) {
    requireSelf(context, userId);
    await this.commands.executeInTransaction(commandContext(rpc.endSession, context), {}, async ({ session }) => {
      const isEnded = await endOwnSession(session, { userId, sessionId, now: this.clock() });
      if (!isEnded) throw refused('NOT_FOUND', TEXTS.sessionUnknown);
    });
    return {};
  }
}
