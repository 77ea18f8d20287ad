import { randomUUID } from 'node:crypto';
import { normalisedEmail } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { requestPasswordReset } from '../records/password-resets.js';
import { CLOCK, type Clock } from './clock.js';
import { IdempotentTransactions } from './idempotent-transactions.js';
import { addPasswordResetMail } from './mail-work.js';
import { RATE_LIMITS, type RateLimits } from './rate-limits.js';
import { invalid, rateLimited, TEXTS } from './refusals.js';
import type { Request } from './request-identity.js';

const RETRY_MS = 3_600_000;

/** The same for every address: only the worker, whose time nobody sees, looks whether there is an account. */
@Injectable()
export class RequestPasswordReset {
  constructor(
    @Inject(IdempotentTransactions) private readonly transactions: IdempotentTransactions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RATE_LIMITS) private readonly limits: RateLimits,
  ) {}

  async execute(typedEmail: string, request: Request): Promise<void> {
    const email = normalisedEmail(typedEmail);
    if (email === undefined) throw invalid([{ field: 'email', message: TEXTS.email }]);
    const now = this.clock();
    const requestId = randomUUID();
    await this.transactions.run(request, async (session) => {
      const requestsMax = this.limits.resetLinksPerHourMax;
      if (!(await requestPasswordReset(session, { requestId, email, now, requestsMax }))) {
        throw rateLimited(TEXTS.tooManyResetLinks, new Date(now.getTime() + RETRY_MS), now);
      }
      await addPasswordResetMail(session, requestId, request.context.requestId);
      return {};
    });
  }
}
