import {
  AUDIENCE_AGES,
  type OwnLookingFor,
  type RequestContext,
  identityRpc as rpc,
  type UserId,
} from '@candid/contracts';
import { commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { AccountQuery } from '../account/account.query.js';
import { AccountCommands } from '../account/account-commands.js';
import { findPersonalKey, requirePersonalKey } from '../account/personal-keys.rows.js';
import { lookingForDocument as document } from '../account/sealed-documents.js';
import { refused, TEXTS } from '../refusals.js';

/** Whom a person's profile is for and what the person is looking for. Sealed in events and rows. */
@Controller()
export class LookingForPreference {
  constructor(
    private readonly orm: MikroORM,
    private readonly query: AccountQuery,
    private readonly accounts: AccountCommands,
  ) {}

  /**
   * One's own, and as an assessor whose approval is recorded, anybody's, but without the ages.
   * @throws DomainError `FORBIDDEN`, `NOT_FOUND`
   */
  @RpcHandler(rpc.getLookingFor)
  async getLookingFor({ userId }: Sent<typeof rpc.getLookingFor>, context: RequestContext) {
    if (userId === context.userId) return this.lookingForOf(userId);
    const caller = context.userId === undefined ? undefined : await this.accounts.load(context.userId);
    if (!caller?.roles.includes('assessor')) throw refused('FORBIDDEN', TEXTS.foreign);
    const { gender, relationshipType } = await this.lookingForOf(userId);
    return { gender, relationshipType };
  }

  /** @throws DomainError `NOT_FOUND`, and `VALIDATION_FAILED` for fewer than ten years of age */
  @RpcHandler(rpc.updateLookingFor)
  async updateLookingFor({ userId, ...parts }: Sent<typeof rpc.updateLookingFor>, context: RequestContext) {
    requireSelf(context, userId);
    const key = await requirePersonalKey(readSessionOf(this.orm), userId);
    await this.accounts.run(
      userId,
      ({ lookingFor: stored }) => {
        const chosen = document.change(document.open(stored, key, userId), parts);
        requireAges(chosen);
        return { type: 'ChooseLookingFor', lookingFor: document.seal(chosen, stored, key, userId) };
      },
      commandContext(rpc.updateLookingFor, context),
    );
    return this.lookingForOf(userId);
  }

  private async lookingForOf(userId: UserId): Promise<OwnLookingFor> {
    const { lookingFor } = await this.query.get(userId);
    return document.open(lookingFor, await findPersonalKey(readSessionOf(this.orm), userId), userId);
  }
}

function requireAges({ ageFrom, ageTo }: OwnLookingFor): void {
  const { min, max, yearsMin } = AUDIENCE_AGES;
  if ((ageTo ?? max) - (ageFrom ?? min) + 1 < yearsMin) throw refused('VALIDATION_FAILED', TEXTS.ages);
}
