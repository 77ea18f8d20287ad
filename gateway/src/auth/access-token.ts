import { AccessTokens, type Identity } from '@candid/platform';
import type { Caller } from '../http/call.js';

const CLOCK_TOLERANCE_SECONDS = 5;

/** The callers of requests, by the access token in their `authorization` header. */
export class BearerTokens {
  private readonly tokens: AccessTokens;

  /** @param pem SubjectPublicKeyInfo on P-256 */
  constructor(pem: string, { knownMax }: { knownMax?: number } = {}) {
    this.tokens = new AccessTokens(pem, { leewaySeconds: CLOCK_TOLERANCE_SECONDS, knownMax });
  }

  get knownCount(): number {
    return this.tokens.knownCount;
  }

  /** @returns the caller of a token that was verified before and has not expired; undefined says nothing about the token */
  known(authorization: string | undefined): Caller | undefined {
    const token = tokenIn(authorization);
    return token === undefined ? undefined : callerOf(token, this.tokens.known(token));
  }

  /** @returns the caller, or undefined when the token is missing, malformed, expired or not ours */
  async verify(authorization: string | undefined): Promise<Caller | undefined> {
    const token = tokenIn(authorization);
    return token === undefined ? undefined : callerOf(token, await this.tokens.verify(token));
  }
}

const tokenIn = (authorization: string | undefined): string | undefined =>
  authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;

const callerOf = (token: string, identity: Identity | undefined): Caller | undefined =>
  identity && { ...identity, token };
