import { type RequestContext, identityRpc as rpc, type UserId } from '@candid/contracts';
import { commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { AccountQuery } from '../account/account.query.js';
import { AccountCommands } from '../account/account-commands.js';
import { findPersonalKey, requirePersonalKey } from '../account/personal-keys.rows.js';
import { seal, unseal } from '../security/personal-data.js';

/** Where assessors may come from, and the owner's own country, which is sealed in events and rows. */
@Controller()
export class LocationPreferences {
  constructor(
    private readonly orm: MikroORM,
    private readonly accounts: AccountQuery,
    private readonly commands: AccountCommands,
  ) {}

  @RpcHandler(rpc.getLocationPreference)
  async getLocationPreference({ userId }: Sent<typeof rpc.getLocationPreference>, context: RequestContext) {
    requireSelf(context, userId);
    return this.preferenceOf(userId);
  }

  /** Without `country` it stays as it is. @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.updateLocationPreference)
  async updateLocationPreference(sent: Sent<typeof rpc.updateLocationPreference>, context: RequestContext) {
    const { userId, locationsPreference, country } = sent;
    requireSelf(context, userId);
    const session = readSessionOf(this.orm);
    const key = country === undefined ? undefined : await requirePersonalKey(session, userId);
    await this.commands.run(
      userId,
      ({ country: present }) => ({
        type: 'ChooseLocationPreference',
        locationsPreference,
        ...(country !== undefined && key && { country: sealed(country, present, key, userId) }),
      }),
      commandContext(rpc.updateLocationPreference, context),
    );
    return this.preferenceOf(userId);
  }

  private async preferenceOf(userId: UserId) {
    const found = await this.accounts.get(userId);
    const country = unseal(found.country, await findPersonalKey(readSessionOf(this.orm), userId), userId);
    return { locationsPreference: found.locationsPreference, country };
  }
}

/** The same country keeps its seal, so that choosing it again changes nothing. */
function sealed(country: string | null, present: string | null, key: Buffer, userId: UserId): string | null {
  if (unseal(present, key, userId) === country) return present;
  return country === null ? null : seal(country, key, userId);
}
