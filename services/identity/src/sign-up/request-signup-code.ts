import { randomUUID } from 'node:crypto';
import { normalisedEmail, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { addSignupCodeMail } from '../mail/mail-work.js';
import { StrangerMails } from '../mail/stranger-mails.js';
import { invalid, TEXTS } from '../refusals.js';
import { requestSignupCode } from './signup-codes.rows.js';

/** The same for every address: whether it has an account is looked at by nobody here. */
@Controller()
export class RequestSignupCode {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly mails: StrangerMails,
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
        await this.mails.count(session, { kind: 'sign-up code', email, ip: context.ip, now }, TEXTS.tooManyMails);
        await requestSignupCode(session, { requestId, email, now });
        await addSignupCodeMail(session, requestId, context.requestId);
      },
    );
    return {};
  }
}
