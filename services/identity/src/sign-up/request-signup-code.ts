import { randomUUID } from 'node:crypto';
import { normalisedEmail, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { addSignupCodeMail } from '../mail/mail-work.js';
import { RATE_LIMITS, type RateLimits } from '../rate-limits.js';
import { invalid, rateLimited, TEXTS } from '../refusals.js';
import { requestSignupCode } from './signup-codes.rows.js';

const RETRY_MS = 3_600_000;

/** The same for every address: whether it has an account is looked at by nobody here. */
@Controller()
export class RequestSignupCode {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  @RpcHandler(rpc.requestSignupCode)
  async requestSignupCode({ email: typed }: Sent<typeof rpc.requestSignupCode>, context: RequestContext) {
    const email = normalisedEmail(typed);
    if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
    const now = this.clock();
    const requestId = randomUUID();
    await this.commands.executeInTransaction(
      commandContext(rpc.requestSignupCode, context),
      {},
      async ({ session }) => {
        const requestsMax = this.limits.signupCodesPerHourMax;
        if (!(await requestSignupCode(session, { requestId, email, now, requestsMax }))) {
          throw rateLimited(TEXTS.tooManyMails, new Date(now.getTime() + RETRY_MS), now);
        }
        await addSignupCodeMail(session, requestId, context.requestId);
      },
    );
    return {};
  }
}
