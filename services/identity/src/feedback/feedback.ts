import { randomUUID } from 'node:crypto';
import {
  accountRpc,
  DEFAULT_LANGUAGE,
  type FeedbackEntry,
  identitySupportRpc,
  type PersonContext,
  PRODUCT,
  type RequestContext,
  identityRpc as rpc,
  type UserId,
} from '@candid/contracts';
import { Commands, enterSupportAct, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, metadataOfRequest, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { AnswerPasskeys } from '../assessor-approval/personal-passkeys.js';
import { validAddress, veiledEmail } from '../kernel/email-address.js';
import { exactTime, isoTime, type PagePlace, pageOf, placeAfter } from '../kernel/paging.js';
import { invalid, refused, TEXTS } from '../kernel/refusals.js';
import { firstRow } from '../kernel/rows.js';
import type { AnswerMail } from '../mail/letters.js';
import { addMail } from '../mail/mail-work.js';
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
    private readonly passkeys: AnswerPasskeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.sendFeedback)
  async sendFeedback(sent: Sent<typeof rpc.sendFeedback>, context: RequestContext) {
    const feedback = validFeedback(sent.feedback);
    const email = validAddress(sent.email);
    await this.commands.executeInTransaction(commandContext(rpc.sendFeedback, context), {}, async ({ session }) => {
      const { userId = null, language = DEFAULT_LANGUAGE } = context;
      await session.query(
        `insert into feedback (feedback_id, user_id, email, subject, feedback, language)
         values ($1, $2, $3, $4, $5, $6)`,
        [randomUUID(), userId, email, sent.subject ?? null, feedback, language],
      );
    });
    return {};
  }

  /**
   * Lists the user's feedback, and feedback sent without a log-in under the account's address. Newest first.
   * @throws DomainError `VALIDATION_FAILED` for an invalid cursor
   */
  @RpcHandler(accountRpc.exportFeedback)
  async exportFeedback({ userId, cursor, limit }: Sent<typeof accountRpc.exportFeedback>) {
    const found = await this.database.query<Row & { valid: string | null }>(
      `select ${columns}, p.secret_hash as valid from feedback f ${accounts}
         left join personal_passkeys p on p.name = f.answer_passkey and p.used_at is null and p.revoked_at is null
           and exists (select from passkey_batches where name = p.batch and expires_at > $5::timestamptz)
        where (f.user_id = $1::uuid
            or (f.user_id is null and f.email = (select c.email from credentials c where c.user_id = $1::uuid)))
          and ($2::timestamptz is null or (sent_at, feedback_id) < ($2::timestamptz, $3::uuid))
        order by sent_at desc, feedback_id desc limit $4::int`,
      [userId, ...placeAfter(cursor), limit + 1, this.clock().toISOString()],
    );
    const { rows, nextCursor } = pageOf(found, limit);
    const feedback = rows.map(({ valid, ...row }) => {
      const answer = answerOf(row);
      return { ...row, answer: answer && { ...answer, passkey: this.passkeys.secretOf(row.feedbackId, valid) } };
    });
    return { feedback, nextCursor };
  }

  /** Lists open messages oldest first, others newest first. @throws DomainError `VALIDATION_FAILED` for an invalid cursor */
  @RpcHandler(identitySupportRpc.listFeedback)
  async listFeedback({ state, cursor, limit }: Sent<typeof identitySupportRpc.listFeedback>) {
    const [than, order] = state === 'open' ? ['>', 'asc'] : ['<', 'desc'];
    const [found, [count]] = await Promise.all([
      this.database.query<Row>(
        `select ${columns} from feedback f ${accounts}
          where ${state === undefined ? 'true' : inState[state]}
            and ($1::timestamptz is null or (sent_at, feedback_id) ${than} ($1::timestamptz, $2::uuid))
          order by sent_at ${order}, feedback_id ${order} limit $3::int`,
        [...placeAfter(cursor), limit + 1],
      ),
      this.database.query<{ open: number }>('select count(*)::int as open from feedback where answered_at is null'),
    ]);
    const { rows, nextCursor } = pageOf(found, limit);
    return { entries: rows.map(shown), nextCursor, open: count!.open };
  }

  @RpcHandler(identitySupportRpc.getFeedback)
  async getFeedback({ feedbackId }: Sent<typeof identitySupportRpc.getFeedback>) {
    return { entry: shown(await findMessage(this.database, feedbackId)) };
  }

  @RpcHandler(identitySupportRpc.reserveFeedbackAnswer)
  async reserveFeedbackAnswer(sent: Sent<typeof identitySupportRpc.reserveFeedbackAnswer>, context: PersonContext) {
    const { feedbackId, tokens } = sent;
    await this.database.transaction(async ({ session }) => {
      const message = await lockMessage(session, feedbackId);
      if (message.answeredAt !== null || message.userId === null) return;
      if (tokens !== null) assertReservedFor(message, tokens);
      await session.query(
        `update feedback set answer_tokens = $2::int, answered_by = case when $2::int is not null then $3::uuid end
          where feedback_id = $1::uuid and coalesce(answered_by, $3::uuid) = $3::uuid`,
        [feedbackId, tokens, context.userId],
      );
      await enterSupportAct(session);
    });
    return { entry: shown(await findMessage(this.database, feedbackId)) };
  }

  @RpcHandler(identitySupportRpc.answerFeedback)
  async answerFeedback(sent: Sent<typeof identitySupportRpc.answerFeedback>, context: PersonContext) {
    const { feedbackId, passkey = false, tokens = null } = sent;
    const text = sent.text.trim();
    const by = context.userId;
    await this.database.transaction(async ({ session }) => {
      const message = await lockMessage(session, feedbackId);
      const given = answerOf(message);
      if (given) {
        const isRepeat =
          given.by === by && given.text === text && given.tokens === tokens && (given.passkey !== null) === passkey;
        if (!isRepeat) throw refused('CONFLICT', TEXTS.feedbackAnswered);
        return;
      }
      if (text !== '' && message.email === null) throw refused('CONFLICT', TEXTS.noFeedbackRecipient);
      if ((passkey || tokens !== null) && message.userId === null) throw refused('CONFLICT', TEXTS.noFeedbackAccount);
      assertReservedFor(message, tokens);
      const passkeyName = passkey ? await this.passkeys.add(session, feedbackId) : null;
      await session.query(
        `update feedback set answer = $2, answered_by = $3::uuid, answered_at = $4::timestamptz, answer_tokens = $5::int,
            answer_passkey = $6 where feedback_id = $1::uuid`,
        [feedbackId, text, by, this.clock().toISOString(), tokens, passkeyName],
      );
      const { correlationId } = metadataOfRequest(context);
      if (text !== '')
        await addMail(session, feedbackId, { kind: 'answer', feedbackId, userId: message.userId, correlationId });
      await enterSupportAct(session);
    });
    return { entry: shown(await findMessage(this.database, feedbackId)) };
  }

  @RpcHandler(identitySupportRpc.revealFeedback)
  async revealFeedback({ feedbackId }: Sent<typeof identitySupportRpc.revealFeedback>, context: PersonContext) {
    await this.lookups.count(context.userId, 'reveal');
    const message = await findRow(this.database, feedbackId);
    if (!message?.email) throw refused('NOT_FOUND', TEXTS.noFeedbackAddress);
    return { email: message.email };
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

const inState = { open: 'answered_at is null', answered: 'answered_at is not null' } as const;

/** Account of the sender, and account with the address that a sender without a log-in has given. */
const accounts = `left join credentials s on s.user_id = f.user_id
  left join credentials a on f.user_id is null and a.email = f.email`;

const columns = `feedback_id as id, ${exactTime('sent_at')} as at, feedback_id as "feedbackId",
  coalesce(f.user_id, a.user_id) as "userId", f.user_id is not null as "isLoggedIn", coalesce(f.email, s.email) as email,
  subject, feedback, ${isoTime('sent_at')} as "sentAt", answer as text, answered_by as by,
  ${isoTime('answered_at')} as "answeredAt", answer_tokens as tokens, answer_passkey as passkey`;

type Row = Omit<FeedbackEntry, 'answer'> &
  PagePlace & {
    text: string | null;
    by: UserId;
    answeredAt: string | null;
    tokens: number | null;
    passkey: string | null;
  };

const answerOf = ({ text, by, answeredAt: at, tokens, passkey }: Row) =>
  text === null || at === null ? null : { text, by, at, tokens, passkey };

const shown = (row: Row): FeedbackEntry => ({
  ...row,
  email: row.email && veiledEmail(row.email),
  answer: answerOf(row),
});

const findRow = (session: SqlSession, feedbackId: string) =>
  firstRow<Row>(session, `select ${columns} from feedback f ${accounts} where feedback_id = $1::uuid`, [feedbackId]);

/** @throws DomainError `NOT_FOUND` */
async function findMessage(session: SqlSession, feedbackId: string): Promise<Row> {
  const message = await findRow(session, feedbackId);
  if (!message) throw refused('NOT_FOUND', TEXTS.feedbackUnknown);
  return message;
}

/** A colleague's answer waits for the end of the transaction. @throws DomainError `NOT_FOUND` */
async function lockMessage(session: SqlSession, feedbackId: string): Promise<Row> {
  await session.query('select from feedback where feedback_id = $1::uuid for update', [feedbackId]);
  return findMessage(session, feedbackId);
}

/** Tokens that are granted, or being granted, must be those of the answer. */
function assertReservedFor({ tokens: reserved }: Row, tokens: number | null): void {
  if (reserved !== null && reserved !== tokens) throw refused('CONFLICT', TEXTS.feedbackReserved(reserved));
}

/** Returns undefined if the message was deleted after its answer. */
export const findAnswer = (session: SqlSession, feedbackId: string) =>
  firstRow<Omit<AnswerMail, 'publicUrl'>>(
    session,
    `select coalesce(f.email, s.email) as "to", coalesce(s.language, a.language, f.language) as language,
        answer as text, sent_at as "sentAt", answer_tokens as tokens, answer_passkey is not null as "hasPasskey"
       from feedback f ${accounts} where feedback_id = $1::uuid and coalesce(f.email, s.email) is not null`,
    [feedbackId],
  );

/** Deletes the person's feedback. Feedback that other users sent with this address stays, but loses the address. */
export async function removeFeedbackOf(session: SqlSession, { userId, email }: { userId: string; email: string }) {
  const sql = 'delete from feedback where user_id = $1::uuid or (user_id is null and email = $2)';
  await session.query(sql, [userId, email]);
  await session.query('update feedback set email = null where email = $1', [email]);
}
