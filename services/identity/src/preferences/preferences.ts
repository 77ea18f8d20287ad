import {
  AUDIENCE_AGES,
  listBirthBands,
  type OwnLookingFor,
  type RequestContext,
  identityRpc as rpc,
  type UserId,
} from '@candid/contracts';
import { Commands, DomainError } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject } from '@nestjs/common';
import { accountUnknown } from '../account/account.js';
import { saveLanguage } from '../account/credentials.js';
import { AccountQuery } from '../account/read-model.js';
import { lookingForDocument, requirePersonalKey, selfDescriptionDocument } from '../account/sealed.js';
import { AccountCommands } from '../account/use-cases.js';
import { refused, TEXTS } from '../kernel/refusals.js';
import { seal, unseal } from '../kernel/secrets.js';
import { UnsubscribeTokens } from '../mail/mail-work.js';

/** The country, the description and what the person looks for are sealed in events and rows. */
@Controller()
export class Preferences {
  constructor(
    private readonly database: Database,
    private readonly commands: Commands,
    private readonly query: AccountQuery,
    private readonly accounts: AccountCommands,
    private readonly tokens: UnsubscribeTokens,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @RpcHandler(rpc.getLocationPreference)
  async getLocationPreference({ userId }: Sent<typeof rpc.getLocationPreference>) {
    return this.locationOf(userId);
  }

  /** If `country` is absent, the country does not change. @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.updateLocationPreference)
  async updateLocationPreference(sent: Sent<typeof rpc.updateLocationPreference>, context: RequestContext) {
    const { userId, locationsPreference, country } = sent;
    const key = country === undefined ? undefined : await requirePersonalKey(this.database, userId);
    await this.accounts.run(
      userId,
      ({ country: present }) => ({
        type: 'ChooseLocationPreference',
        locationsPreference,
        ...(country !== undefined && key && { country: sealed(country, present, key, userId) }),
      }),
      commandContext(rpc.updateLocationPreference, context),
    );
    return this.locationOf(userId);
  }

  private async locationOf(userId: UserId) {
    const { locationsPreference, country } = await this.query.preferences(userId);
    return { locationsPreference, country };
  }

  /**
   * Users get their own choice. Approved assessors get anybody's choice, but without the ages.
   * @throws DomainError `FORBIDDEN`, `NOT_FOUND`
   */
  @RpcHandler(rpc.getLookingFor)
  async getLookingFor({ userId }: Sent<typeof rpc.getLookingFor>, context: RequestContext) {
    if (userId === context.userId) return (await this.query.preferences(userId)).lookingFor;
    const caller = context.userId === undefined ? undefined : await this.accounts.load(context.userId);
    if (!caller?.roles.includes('assessor')) throw refused('FORBIDDEN', TEXTS.foreign);
    const { gender, relationshipType } = (await this.query.preferences(userId)).lookingFor;
    return { gender, relationshipType };
  }

  /** @throws DomainError `NOT_FOUND`, and `VALIDATION_FAILED` if the range of ages covers fewer than ten years */
  @RpcHandler(rpc.updateLookingFor)
  async updateLookingFor({ userId, ...parts }: Sent<typeof rpc.updateLookingFor>, context: RequestContext) {
    const key = await requirePersonalKey(this.database, userId);
    await this.accounts.run(
      userId,
      ({ lookingFor: stored }) => {
        const chosen = lookingForDocument.change(lookingForDocument.open(stored, key, userId), parts);
        requireAges(chosen);
        return { type: 'ChooseLookingFor', lookingFor: lookingForDocument.seal(chosen, stored, key, userId) };
      },
      commandContext(rpc.updateLookingFor, context),
    );
    return (await this.query.preferences(userId)).lookingFor;
  }

  @RpcHandler(rpc.getSelfDescription)
  async getSelfDescription({ userId }: Sent<typeof rpc.getSelfDescription>) {
    return (await this.query.preferences(userId)).selfDescription;
  }

  /** @throws DomainError `NOT_FOUND`, and `VALIDATION_FAILED` if nobody born in the chosen years is an adult */
  @RpcHandler(rpc.updateSelfDescription)
  async updateSelfDescription({ userId, ...parts }: Sent<typeof rpc.updateSelfDescription>, context: RequestContext) {
    const { bornFrom = null } = parts;
    if (bornFrom !== null && !listBirthBands(this.clock()).includes(bornFrom)) {
      throw refused('VALIDATION_FAILED', TEXTS.birthBand);
    }
    const key = await requirePersonalKey(this.database, userId);
    await this.accounts.run(
      userId,
      ({ selfDescription: stored }) => {
        const chosen = selfDescriptionDocument.change(selfDescriptionDocument.open(stored, key, userId), parts);
        return {
          type: 'ChooseSelfDescription',
          selfDescription: selfDescriptionDocument.seal(chosen, stored, key, userId),
        };
      },
      commandContext(rpc.updateSelfDescription, context),
    );
    return (await this.query.preferences(userId)).selfDescription;
  }

  @RpcHandler(rpc.getMailPreferences)
  async getMailPreferences({ userId }: Sent<typeof rpc.getMailPreferences>) {
    return (await this.query.preferences(userId)).mails;
  }

  @RpcHandler(rpc.updateMailPreferences)
  async updateMailPreferences({ userId, ...mails }: Sent<typeof rpc.updateMailPreferences>, context: RequestContext) {
    const command = { type: 'ChooseMails', mails } as const;
    await this.accounts.run(userId, command, commandContext(rpc.updateMailPreferences, context));
    return (await this.query.preferences(userId)).mails;
  }

  /** The language is no event, because it is personal and concerns only mails. @throws DomainError `NOT_FOUND` */
  @RpcHandler(rpc.updateLanguage)
  async updateLanguage({ userId, language }: Sent<typeof rpc.updateLanguage>, context: RequestContext) {
    const command = commandContext(rpc.updateLanguage, context);
    await this.commands.executeInTransaction(command, {}, async ({ session }) => {
      if (!(await saveLanguage(session, userId, language))) throw accountUnknown();
    });
    return { language };
  }

  /** Returns null for a token that is not valid. */
  @RpcHandler(rpc.seeUnsubscribe)
  async seeUnsubscribe({ token }: Sent<typeof rpc.seeUnsubscribe>) {
    return { mail: (await this.tokens.read(token))?.mail ?? null };
  }

  /** Does nothing for a deleted account, which gets no mails. @throws DomainError `UNSUBSCRIBE_TOKEN_INVALID` */
  @RpcHandler(rpc.unsubscribe)
  async unsubscribe({ token }: Sent<typeof rpc.unsubscribe>, context: RequestContext) {
    const unsubscribe = await this.tokens.read(token);
    if (!unsubscribe) throw refused('UNSUBSCRIBE_TOKEN_INVALID', TEXTS.unsubscribeLink);
    const { userId, mail } = unsubscribe;
    const command = { type: 'ChooseMails', mails: { [mail]: false } } as const;
    await this.accounts.run(userId, command, commandContext(rpc.unsubscribe, context)).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.code === 'NOT_FOUND')) throw error;
    });
    return { mail };
  }
}

/** Keeps the seal of an unchanged country, so that choosing it again changes nothing. */
function sealed(country: string | null, present: string | null, key: Buffer, userId: UserId): string | null {
  if (unseal(present, key, userId) === country) return present;
  return country === null ? null : seal(country, key, userId);
}

function requireAges({ ageFrom, ageTo }: OwnLookingFor): void {
  const { min, max, yearsMin } = AUDIENCE_AGES;
  if ((ageTo ?? max) - (ageFrom ?? min) + 1 < yearsMin) throw refused('VALIDATION_FAILED', TEXTS.ages);
}
