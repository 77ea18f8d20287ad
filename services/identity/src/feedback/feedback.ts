import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  type FeedbackEntry,
  identitySupportRpc,
  type PersonContext,
  PRODUCT,
  type RequestContext,
  identityRpc as rpc,
} from '@candid/contracts';
import { Commands, type SqlSession } from '@candid/event-store';
import { commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { validAddress, veiledEmail } from '../kernel/email-address.js';
import { exactTime, isoTime, type PagePlace, pageOf, placeAfter } from '../kernel/paging.js';
import { invalid, refused, TEXTS } from '../kernel/refusals.js';
import { StaffLookups } from '../support/accounts.js';

/** Control characters other than line breaks and tabs. PostgreSQL cannot store NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
const UNREADABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Limit in characters: enough for a thousand long words. A text without spaces counts as one word. */
const LENGTH_MAX = 20_000;

@Controller()
export class FeedbackCalls {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly lookups: StaffLookups,
  ) {}

  @RpcHandler(rpc.sendFeedback)
  async sendFeedback(sent: Sent<typeof rpc.sendFeedback>, context: RequestContext) {
    const feedback = validFeedback(sent.feedback);
    const email = validAddress(sent.email);
    await this.commands.executeInTransaction(commandContext(rpc.sendFeedback, context), {}, async ({ session }) => {
      const sql = 'insert into feedback (feedback_id, user_id, email, feedback) values ($1, $2, $3, $4)';
      await session.query(sql, [randomUUID(), context.userId ?? null, email, feedback]);
    });
    return {};
  }

  /**
   * Lists the user's feedback, and feedback sent without a log-in under the account's address. Oldest first.
   * @throws DomainError `VALIDATION_FAILED` for an invalid cursor
   */
  @RpcHandler(accountRpc.exportFeedback)
  async exportFeedback({ userId, cursor, limit }: Sent<typeof accountRpc.exportFeedback>) {
    const found = await this.database.query<Row>(
      `select ${columns} from feedback
        where (user_id = $1::uuid
            or (user_id is null and email = (select c.email from credentials c where c.user_id = $1::uuid)))
          and ($2::timestamptz is null or (sent_at, feedback_id) > ($2::timestamptz, $3::uuid))
        order by sent_at, feedback_id limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1],
    );
    const { rows: feedback, nextCursor } = pageOf(found, limit);
    return { feedback, nextCursor };
  }

  /** Lists the newest feedback first. @throws DomainError `VALIDATION_FAILED` for an invalid cursor */
  @RpcHandler(identitySupportRpc.listFeedback)
  async listFeedback({ cursor, limit }: Sent<typeof identitySupportRpc.listFeedback>) {
    const found = await this.database.query<Row>(
      `select ${columns} from feedback
        where $1::timestamptz is null or (sent_at, feedback_id) < ($1::timestamptz, $2::uuid)
        order by sent_at desc, feedback_id desc limit $3::int`,
      [...placeAfter(cursor), limit + 1],
    );
    const { rows, nextCursor } = pageOf(found, limit);
    const entries = rows.map((row) => ({ ...row, email: row.email && veiledEmail(row.email) }));
    return { entries, nextCursor };
  }

  @RpcHandler(identitySupportRpc.revealFeedback)
  async revealFeedback({ feedbackId }: Sent<typeof identitySupportRpc.revealFeedback>, context: PersonContext) {
    await this.lookups.count(context.userId, 'reveal');
    const sql = 'select email from feedback where feedback_id = $1::uuid and email is not null';
    const [found] = await this.database.query<{ email: string }>(sql, [feedbackId]);
    if (!found) throw refused('NOT_FOUND', TEXTS.noFeedbackAddress);
    return found;
  }
}

export function validFeedback(typed: string): string {
  const feedback = typed.trim();
  const refuse = (message: string) => invalid([{ field: 'feedback', message }]);
  if (feedback === '') throw refuse(TEXTS.noFeedback);
  const isLong = feedback.length > LENGTH_MAX || feedback.split(/\s+/).length > PRODUCT.feedbackWordsMax;
  if (isLong) throw refuse(TEXTS.longFeedback);
  if (UNREADABLE.test(feedback)) throw refuse(TEXTS.unreadableFeedback);
  return feedback;
}

const columns = `feedback_id as id, ${exactTime('sent_at')} as at, feedback_id as "feedbackId", user_id as "userId", email,
  feedback, ${isoTime('sent_at')} as "sentAt"`;

type Row = z.infer<typeof FeedbackEntry> & PagePlace;

/** Deletes the person's feedback. Feedback that other users sent with this address stays, but loses the address. */
export async function removeFeedbackOf(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  const sql = 'delete from feedback where user_id = $1::uuid or (user_id is null and email = $2)';
  await session.query(sql, [userId, email]);
  await session.query('update feedback set email = null where email = $1', [email]);
}
