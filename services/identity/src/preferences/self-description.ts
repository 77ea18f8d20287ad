import { listBirthBands, type RequestContext, identityRpc as rpc, type UserId } from '@candid/contracts';
import { CLOCK, type Clock, commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller, Inject } from '@nestjs/common';
import { AccountQuery } from '../account/account.query.js';
import { AccountCommands } from '../account/account-commands.js';
import { findPersonalKey, requirePersonalKey } from '../account/personal-keys.rows.js';
import { selfDescriptionDocument as document } from '../account/sealed-documents.js';
import { refused, TEXTS } from '../refusals.js';

/** What people say of themselves as assessors, if they want to. Sealed in events and rows, and answered to nobody else. */
@Controller()
export class SelfDescriptions {
  constructor(
    private readonly orm: MikroORM,
    private readonly query: AccountQuery,
    private readonly accounts: AccountCommands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getSelfDescription)
  async getSelfDescription({ userId }: Sent<typeof rpc.getSelfDescription>, context: RequestContext) {
    requireSelf(context, userId);
    return this.descriptionOf(userId);
  }

  /** @throws DomainError `NOT_FOUND`, and `VALIDATION_FAILED` for years in which no adult was born */
  @RpcHandler(rpc.updateSelfDescription)
  async updateSelfDescription({ userId, ...parts }: Sent<typeof rpc.updateSelfDescription>, context: RequestContext) {
    requireSelf(context, userId);
    const { bornFrom = null } = parts;
    if (bornFrom !== null && !listBirthBands(this.clock()).includes(bornFrom)) {
      throw refused('VALIDATION_FAILED', TEXTS.birthBand);
    }
    const key = await requirePersonalKey(readSessionOf(this.orm), userId);
    await this.accounts.run(
      userId,
      ({ selfDescription: stored }) => {
        const chosen = document.change(document.open(stored, key, userId), parts);
        return { type: 'ChooseSelfDescription', selfDescription: document.seal(chosen, stored, key, userId) };
      },
      commandContext(rpc.updateSelfDescription, context),
    );
    return this.descriptionOf(userId);
  }

  private async descriptionOf(userId: UserId) {
    const { selfDescription } = await this.query.get(userId);
    return document.open(selfDescription, await findPersonalKey(readSessionOf(this.orm), userId), userId);
  }
}
