import type { EventMetadata } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type TokensSettings } from '../config.js';
import { userAccount } from '../domain/ledger/accounts.js';
import { transferIdOf } from './transfer-id.js';
import { type TransferOutcome, Transfers } from './transfers.js';

export interface WelcomeGrant {
  userId: string;
  /** ISO 8601. */
  registeredAt: string;
}

/** Gives a new user the first tokens, once per user. */
@Injectable()
export class GrantWelcomeTokens {
  constructor(
    @Inject(Transfers) private readonly transfers: Transfers,
    @Inject(SETTINGS) private readonly settings: TokensSettings,
  ) {}

  run({ userId, registeredAt }: WelcomeGrant, metadata: EventMetadata): Promise<TransferOutcome> {
    const idempotencyKey = `welcome:${userId}`;
    const amountTokens = this.settings.welcomeGrantTokens;
    const postings = { 'platform:grants': -amountTokens, [userAccount(userId)]: amountTokens };
    const command = {
      type: 'PostTransfer',
      code: 'grant',
      idempotencyKey,
      postings,
      effectiveAt: registeredAt,
    } as const;
    return this.transfers.run(transferIdOf(idempotencyKey), command, metadata);
  }
}
