import { isStaff, type PersonContext, identitySupportRpc as rpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { addRefusedCall, addSupportCall, addSupportCallOutcome } from './support-audit.rows.js';

/** What the gateway refused. It needs no role: who tries without it is recorded too. */
@Controller()
export class RecordSupportCalls {
  constructor(private readonly orm: MikroORM) {}

  @RpcHandler(rpc.recordSupportCall)
  async recordSupportCall(sent: Sent<typeof rpc.recordSupportCall>, context: PersonContext) {
    const { userId } = context;
    const { reason = null, ticket = null } = sent;
    const added = { ...sent, userId, reason, ticket, requestId: context.requestId };
    const session = readSessionOf(this.orm);
    if (!isStaff(context.roles)) return { hasEntry: await addRefusedCall(session, added) };
    await addSupportCall(session, added);
    return { hasEntry: true };
  }

  @RpcHandler(rpc.recordSupportOutcome)
  async recordSupportOutcome(sent: Sent<typeof rpc.recordSupportOutcome>) {
    await addSupportCallOutcome(readSessionOf(this.orm), { ...sent, code: sent.code ?? null });
    return {};
  }
}
