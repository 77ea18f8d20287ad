import type { UserId } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { invalid, refused, TEXTS } from '../refusals.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { turnOfAccount } from '../security/work-in-turn.js';
import { type Credentials, findOwnPassword } from './credentials.rows.js';

/** Asks somebody who is logged in for the password again: a session left open must not be enough. */
@Injectable()
export class OwnPassword {
  constructor(
    private readonly orm: MikroORM,
    private readonly passwords: PasswordHasher,
  ) {}

  /**
   * @param field of the form, named if the password is missing
   * @throws DomainError `VALIDATION_FAILED` without a password, `FORBIDDEN` for a wrong one
   */
  async require(userId: UserId, password: string, field: string): Promise<Credentials> {
    const credentials = await this.find(userId, password, field);
    if (!credentials.isRight) throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
    return credentials;
  }

  /** @throws DomainError `VALIDATION_FAILED` without a password, `FORBIDDEN` for a deleted account */
  async find(userId: UserId, password: string, field: string): Promise<Credentials & { isRight: boolean }> {
    if (password === '') throw invalid([{ field, message: TEXTS.noPassword }]);
    const passwordHash = await findOwnPassword(readSessionOf(this.orm), userId);
    const isRight = await this.passwords.verify(password, passwordHash, turnOfAccount(userId));
    if (passwordHash === undefined) throw refused('FORBIDDEN', TEXTS.wrongCurrentPassword);
    return { userId, passwordHash, isRight };
  }
}
