import { randomUUID } from 'node:crypto';
import { normalisedEmail, PRODUCT, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, networkOf, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { addPasswordResetMail } from '../mail/mail-work.js';
import { StrangerMails } from '../mail/stranger-mails.js';
import { RATE_LIMITS, type RateLimits } from '../rate-limits.js';
import { invalid, rateLimited, TEXTS } from '../refusals.js';
import { requestPasswordReset } from './password-resets.rows.js';

/** The same for every address: only the worker, whose time nobody sees, looks whether there is an account. */
@Controller()
export class RequestPasswordReset {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
    private readonly mails: StrangerMails,
  ) {}

  @RpcHandler(rpc.requestPasswordReset)
  async requestPasswordReset({ email: typed }: Sent<typeof rpc.requestPasswordReset>, context: RequestContext) {
    const email = normalisedEmail(typed);
    if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
    const now = this.clock();
    const requestId = randomUUID();
    await this.commands.executeInTransaction(
      commandContext(rpc.requestPasswordReset, context),
      {},
      async ({ session }) => {
        const mail = { kind: 'reset link', email, ip: context.ip, now } as const;
        await this.mails.count(session, mail, TEXTS.tooManyResetLinks);
        const { resetLinksPerNetworkMax: perNetworkMax, resetLinksMax: perAddressMax } = this.limits;
        const asked = { requestId, email, network: networkOf(context.ip ?? ''), now };
        if (!(await requestPasswordReset(session, { ...asked, perNetworkMax, perAddressMax }))) {
          throw rateLimited(TEXTS.tooManyResetLinks, new Date(now.getTime() + PRODUCT.passwordResetMs), now);
        }
        await addPasswordResetMail(session, requestId, context.requestId);
      },
    );
    return {};
  }
}
