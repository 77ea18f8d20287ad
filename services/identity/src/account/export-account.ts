import { type RequestContext, accountRpc as rpc } from '@candid/contracts';
import { RpcHandler, requireSelf, type Sent } from '@candid/platform';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Controller } from '@nestjs/common';
import { unseal } from '../security/personal-data.js';
import { listSessionsOf } from '../sessions/sessions.rows.js';
import { AccountQuery } from './account.query.js';
import { AccountCommands } from './account-commands.js';
import { findPersonalDetails } from './credentials.rows.js';
import { accountUnknown } from './errors.js';
import { findPersonalKey } from './personal-keys.rows.js';
import { lookingForDocument, selfDescriptionDocument } from './sealed-documents.js';

/** Everything that this service keeps of a person except the feedback, hashes and keys. */
@Controller()
export class ExportAccount {
  constructor(
    private readonly orm: MikroORM,
    private readonly accounts: AccountQuery,
    private readonly commands: AccountCommands,
  ) {}

  @RpcHandler(rpc.exportAccount)
  async exportAccount({ userId }: Sent<typeof rpc.exportAccount>, context: RequestContext) {
    requireSelf(context, userId);
    const session = readSessionOf(this.orm);
    const found = await this.accounts.get(userId);
    const details = await findPersonalDetails(session, userId);
    if (!details) throw accountUnknown();
    const state = await this.commands.load(userId);
    const key = await findPersonalKey(session, userId);
    const country = unseal(state.country, key, userId);
    const selfDescription = selfDescriptionDocument.open(state.selfDescription, key, userId);
    return {
      account: { ...found.view, userId, ...details, country, selfDescription, registeredAt: state.registeredAt },
      preferences: {
        locationsPreference: found.locationsPreference,
        mails: found.mails,
        lookingFor: lookingForDocument.open(state.lookingFor, key, userId),
      },
      sessions: await listSessionsOf(session, userId),
    };
  }
}
