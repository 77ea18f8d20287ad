import { type RequestContext, identityRpc as rpc, type UserId } from '@candid/contracts';
import { commandContext, RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { AccountQuery } from '../account/account.query.js';
import { AccountCommands } from '../account/account-commands.js';
import { accountUnknown } from '../account/errors.js';
import { findPersonalKey } from '../account/personal-keys.rows.js';
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
    const sealed = country === undefined ? {} : { country: await this.sealed(userId, country) };
    const command = { type: 'ChooseLocationPreference', locationsPreference, ...sealed } as const;
    await this.commands.run(userId, command, commandContext(rpc.updateLocationPreference, context));
    return this.preferenceOf(userId);
  }

  private async preferenceOf(userId: UserId) {
    const found = await this.accounts.get(userId);
    const country = unseal(found.country, await this.keyOf(userId), userId);
    return { locationsPreference: found.locationsPreference, country };
  }

  /** The same country keeps its seal, so that choosing it again changes nothing. */
  private async sealed(userId: UserId, country: string | null): Promise<string | null> {
    const key = await this.keyOf(userId);
    if (!key) throw accountUnknown();
    const { country: present } = await this.commands.load(userId);
    if (unseal(present, key, userId) === country) return present;
    return country === null ? null : seal(country, key, userId);
  }

  private keyOf(userId: UserId): Promise<Buffer | undefined> {
    return findPersonalKey(readSessionOf(this.orm), userId);
  }
}
