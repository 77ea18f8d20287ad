import type { ExportedAccount, UserId } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { accountUnknown } from '../domain/account/errors.js';
import { AccountQuery } from '../projections/account/account.query.js';
import { findLookingFor } from '../records/looking-for.js';
import { findPersonalDetails } from '../records/personal-details.js';
import { findPersonalKey } from '../records/personal-keys.js';
import { listSessionsOf } from '../records/sessions.js';
import { unseal } from '../security/personal-data.js';
import { AccountCommands } from './account-commands.js';

/** Everything that this service keeps of a person but the feedback, and no secret: hashes and keys are nobody's to have. */
@Injectable()
export class ExportAccount {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(AccountQuery) private readonly accounts: AccountQuery,
    @Inject(AccountCommands) private readonly commands: AccountCommands,
  ) {}

  async execute(userId: UserId): Promise<z.input<typeof ExportedAccount>> {
    const session = readSessionOf(this.orm);
    const found = await this.accounts.find(userId);
    const details = await findPersonalDetails(session, userId);
    if (!found || !details) throw accountUnknown();
    const state = await this.commands.load(userId);
    const country = unseal(state.country, await findPersonalKey(session, userId), userId);
    return {
      account: { ...found.view, userId, ...details, country, registeredAt: state.registeredAt },
      preferences: {
        locationsPreference: found.locationsPreference,
        lookingFor: await findLookingFor(session, userId),
      },
      sessions: await listSessionsOf(session, userId),
    };
  }
}
