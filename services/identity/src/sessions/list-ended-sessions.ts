import { type EndedSession, identityRpc as rpc } from '@candid/contracts';
import type { SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, RpcHandler, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';

const PAGE_MAX = 5_000;

/** By session id; `next` is the `after` of the next page and undefined on the last one. */
export async function listEndedSessions(
  session: SqlSession,
  { since, after, limit = PAGE_MAX }: { since: Date; after?: string | undefined; limit?: number },
): Promise<{ sessions: EndedSession[]; next?: string }> {
  const sessions = await session.query<EndedSession>(
    `select session_id as "sessionId", user_id as "userId", end_reason is not distinct from 'account-deleted' as "ofDeletedAccount" from sessions
      where ended_at > $1::timestamptz and ($2::uuid is null or session_id > $2::uuid)
      order by session_id limit $3::int`,
    [since.toISOString(), after ?? null, limit],
  );
  return { sessions, ...(sessions.length === limit && { next: sessions.at(-1)!.sessionId }) };
}

@Controller()
export class ListEndedSessions {
  constructor(
    private readonly orm: MikroORM,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.listEndedSessions)
  async listEndedSessions({ withinMs, after }: Sent<typeof rpc.listEndedSessions>) {
    return listEndedSessions(readSessionOf(this.orm), { since: new Date(this.clock().getTime() - withinMs), after });
  }
}
