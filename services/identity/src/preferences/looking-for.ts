import { type LookingFor, type RequestContext, identityRpc as rpc } from '@candid/contracts';
import { Commands } from '@candid/event-store';
import { commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { AccountCommands } from '../account/account-commands.js';
import { refused, TEXTS } from '../refusals.js';
import { changeLookingFor, findLookingFor } from './looking-for.rows.js';

/**
 * What a person is looking for is a row, never an event, and not part of a stored answer: it tells more about somebody
 * than a history should keep.
 */
@Controller()
export class LookingForPreference {
  constructor(
    private readonly orm: MikroORM,
    private readonly commands: Commands,
    private readonly accounts: AccountCommands,
  ) {}

  /** One's own, and as an assessor whose approval is recorded, anybody's. @throws DomainError `FORBIDDEN`, `NOT_FOUND` */
  @RpcHandler(rpc.getLookingFor)
  async getLookingFor({ userId }: Sent<typeof rpc.getLookingFor>, context: RequestContext): Promise<LookingFor> {
    if (userId !== context.userId) {
      const caller = context.userId === undefined ? undefined : await this.accounts.load(context.userId);
      if (!caller?.roles.includes('assessor')) throw refused('FORBIDDEN', TEXTS.foreign);
    }
    return findLookingFor(readSessionOf(this.orm), userId);
  }

  @RpcHandler(rpc.updateLookingFor)
  async updateLookingFor({ userId, ...change }: Sent<typeof rpc.updateLookingFor>, context: RequestContext) {
    requireSelf(context, userId);
    await this.commands.executeInTransaction(commandContext(rpc.updateLookingFor, context), {}, ({ session }) =>
      changeLookingFor(session, userId, change),
    );
    return findLookingFor(readSessionOf(this.orm), userId);
  }
}
