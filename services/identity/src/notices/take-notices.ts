import { randomUUID } from 'node:crypto';
import {
  DEFAULT_LANGUAGE,
  HELD_AT_ONCE,
  MODERATION,
  type NoticeId,
  type RequestContext,
  noticesRpc as rpc,
} from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, networkOf, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { RATE_LIMITS, type RateLimits } from '../kernel/config.js';
import { validAddress } from '../kernel/email-address.js';
import { rateLimited, TEXTS } from '../kernel/refusals.js';
import { KeyedHash } from '../kernel/secrets.js';
import { requireTry, StrangerMails } from '../kernel/tries.js';
import { addMail } from '../mail/mail-work.js';
import { linkInvalid, NoticeTokens, noticeStreams, placeIn } from './notice.js';
import {
  addNotice,
  confirmNotice,
  countWaitingNotices,
  listNotices,
  listPassedOnNotices,
  waitingFromElsewhere,
} from './notices.rows.js';

/** Bits of an IP address that identify a network. A second notice counts only if it comes from another network. */
const NETWORK = { ipv4: 24, ipv6: 48 };

const MANY_RETRY_MS = 3_600_000;

/** Accepts notices from anybody about content that breaks the law or the guidelines. */
@Controller()
export class TakeNotices {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly hashes: KeyedHash,
    private readonly tokens: NoticeTokens,
    private readonly mails: StrangerMails,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `VALIDATION_FAILED` for an invalid address, `RATE_LIMITED` */
  @RpcHandler(rpc.sendNotice)
  async sendNotice(sent: Sent<typeof rpc.sendNotice>, context: RequestContext): Promise<{ noticeId: NoticeId }> {
    const { reason, location, text } = sent;
    const email = validAddress(sent.email);
    const now = this.clock();
    const receivedAt = now.toISOString();
    const request = commandContext(rpc.sendNotice, context);
    const { answer } = await this.commands.executeInTransaction(request, {}, async (unit) => {
      const { session } = unit;
      const tried = { scope: `notices network:${networkOf(context.ip ?? '')}`, now };
      await requireTry(session, { ...tried, triesMax: this.limits.noticesPerNetworkMax }, TEXTS.tooManyNotices);
      if (email !== null) {
        const mail = { kind: 'notice', email, ip: context.ip, now } as const;
        await this.mails.count(session, mail, TEXTS.tooManyNotices);
      }
      const place = placeIn(location);
      const photoId = place?.kind === 'photo' ? place.id : null;
      // The limit is per reason, so that many notices for a mild reason do not block one for a grave reason.
      const isEnough =
        photoId !== null &&
        (await countWaitingNotices(session, photoId, reason)) >= MODERATION.noticesPerPhotoAndReasonMax;
      if (isEnough) throw rateLimited(TEXTS.enoughNotices, new Date(now.getTime() + MANY_RETRY_MS), now);
      const noticeId = randomUUID() as NoticeId;
      const notice = await unit.load(noticeStreams, noticeId);
      const network = photoId === null ? null : this.networkAbout(photoId, context);
      const holds = HELD_AT_ONCE.includes(reason);
      const fromElsewhere =
        holds && photoId !== null && network !== null
          ? await waitingFromElsewhere(session, { photoId, reasons: HELD_AT_ONCE, network })
          : [];
      notice.decide({ type: 'ReceiveNotice', reason, place, fromElsewhere, at: receivedAt });
      const { userId: senderId = null, language = DEFAULT_LANGUAGE } = context;
      const from = { name: sent.name?.trim() || null, email, senderId, network, language };
      await addNotice(session, { noticeId, photoId, reason, location, text, ...from, receivedAt });
      if (email !== null) {
        const confirmToken = holds && place !== null ? this.tokens.of(noticeId) : null;
        const mail = { kind: 'notice-received', noticeId, confirmToken, correlationId: context.requestId } as const;
        await addMail(session, noticeId, mail);
      }
      return { noticeId };
    });
    return answer;
  }

  /** @throws DomainError `NOT_FOUND` if no notice has this token */
  @RpcHandler(rpc.confirmNotice)
  async confirmNotice({ token }: Sent<typeof rpc.confirmNotice>, context: RequestContext) {
    const noticeId = this.tokens.noticeOf(token);
    if (noticeId === undefined) throw linkInvalid();
    const at = this.clock().toISOString();
    const request = commandContext(rpc.confirmNotice, context);
    const { answer } = await this.commands.executeInTransaction(request, {}, async (unit) => {
      (await unit.load(noticeStreams, noticeId)).decide({ type: 'ConfirmNotice', at });
      await confirmNotice(unit.session, noticeId, at);
      return {};
    });
    return answer;
  }

  @RpcHandler(rpc.getNotices)
  async getNotices({ noticeIds }: Sent<typeof rpc.getNotices>) {
    return { notices: await listNotices(this.database, noticeIds) };
  }

  @RpcHandler(rpc.getEvidenceNotices)
  async getEvidenceNotices({ noticeIds }: Sent<typeof rpc.getEvidenceNotices>) {
    return { notices: await listPassedOnNotices(this.database, noticeIds) };
  }

  private networkAbout(photoId: string, { ip }: RequestContext): string {
    return this.hashes.of('notice-network', `${photoId} ${networkOf(ip ?? '', NETWORK)}`);
  }
}
