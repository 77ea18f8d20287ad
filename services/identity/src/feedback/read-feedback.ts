import { accountRpc, identitySupportRpc, type PersonContext, type RequestContext } from '@candid/contracts';
import { RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { refused, TEXTS } from '../refusals.js';
import { StaffLookups } from '../support/staff-lookups.js';
import { veiledEmail } from '../support/veiled-email.js';
import { feedbackAddress, listFeedback, listFeedbackOf } from './feedback.rows.js';

@Controller()
export class ReadFeedback {
  constructor(
    private readonly orm: MikroORM,
    private readonly lookups: StaffLookups,
  ) {}

  @RpcHandler(accountRpc.exportFeedback)
  async exportFeedback({ userId, ...page }: Sent<typeof accountRpc.exportFeedback>, context: RequestContext) {
    requireSelf(context, userId);
    const { entries, nextCursor } = await listFeedbackOf(readSessionOf(this.orm), userId, page);
    return { feedback: entries, nextCursor };
  }

  @RpcHandler(identitySupportRpc.listFeedback)
  async listFeedback(page: Sent<typeof identitySupportRpc.listFeedback>) {
    const { entries, nextCursor } = await listFeedback(readSessionOf(this.orm), page);
    const veiled = entries.map((entry) => ({ ...entry, email: entry.email && veiledEmail(entry.email) }));
    return { entries: veiled, nextCursor };
  }

  @RpcHandler(identitySupportRpc.revealFeedback)
  async revealFeedback({ feedbackId }: Sent<typeof identitySupportRpc.revealFeedback>, context: PersonContext) {
    await this.lookups.count(context.userId, 'reveal');
    const email = await feedbackAddress(readSessionOf(this.orm), feedbackId);
    if (email === undefined) throw refused('NOT_FOUND', TEXTS.noFeedbackAddress);
    return { email };
  }
}
