import { normalisedEmail, type Session } from '@candid/contracts';
import { readSessionOf } from '@candid/platform/orm';
import { MikroORM } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { findCredentials } from '../records/credentials.js';
import { PasswordHasher } from '../security/password-hasher.js';
import { CLOCK, type Clock } from './clock.js';
import { invalid, refused, TEXTS } from './refusals.js';
import { Sessions } from './sessions.js';

/**
 * Keeps no idempotency record: the fingerprint would be a fast hash of the password, and asking again only starts
 * another session.
 */
@Injectable()
export class LogIn {
  constructor(
    @Inject(MikroORM) private readonly orm: MikroORM,
    @Inject(PasswordHasher) private readonly passwords: PasswordHasher,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One look-up and one hash in every case, so that neither the text nor the time tells which part was wrong. */
  async execute({ email: typed, password }: { email: string; password: string }): Promise<Session> {
    if (typed === '') throw invalid([{ field: 'email', message: TEXTS.noEmail }]);
    if (password === '') throw invalid([{ field: 'password', message: TEXTS.noPassword }]);
    const email = normalisedEmail(typed) ?? '';
    const credentials = await findCredentials(readSessionOf(this.orm), email);
    const isRight = await this.passwords.verify(password, credentials?.passwordHash);
    if (!credentials || !isRight) throw refused('UNAUTHENTICATED', TEXTS.logIn);
    const session = await this.sessions.startWith(credentials, email, this.clock());
    if (!session) throw refused('UNAUTHENTICATED', TEXTS.logIn);
    return session;
  }
}
