import { type RequestContext, accountRpc as rpc } from '@candid/contracts';
import { RpcHandler } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { DeleteAccount } from '../application/delete-account.js';
import { ExportAccount } from '../application/export-account.js';
import { requireOwn } from '../application/request-identity.js';
import { listFeedbackOf } from '../records/feedback.js';

type Sent<Message extends { request: z.ZodType }> = z.output<Message['request']>;

/** What a person may have of the account, and its end. */
@Controller()
export class OwnAccountController {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(ExportAccount) private readonly exporting: ExportAccount,
    @Inject(DeleteAccount) private readonly deletion: DeleteAccount,
  ) {}

  @RpcHandler(rpc.exportAccount)
  async exportAccount({ userId }: Sent<typeof rpc.exportAccount>, context: RequestContext) {
    requireOwn(userId, context);
    return this.exporting.execute(userId);
  }

  @RpcHandler(rpc.exportFeedback)
  async exportFeedback({ userId, ...page }: Sent<typeof rpc.exportFeedback>, context: RequestContext) {
    requireOwn(userId, context);
    const { entries, nextCursor } = await listFeedbackOf(readSessionOf(this.orm), userId, page);
    return { feedback: entries, nextCursor };
  }

  @RpcHandler(rpc.deleteAccount)
  async deleteAccount({ userId, password }: Sent<typeof rpc.deleteAccount>, context: RequestContext) {
    requireOwn(userId, context);
    return this.deletion.execute(userId, password, { rpc: rpc.deleteAccount, context });
  }
}
