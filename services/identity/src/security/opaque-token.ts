import { createHash, createHmac, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const SEED_BYTES = 32;

export const newRefreshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** 256 random bits, of 43 characters that a link carries as they are. */
export const newResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const newSuccessorSeed = (): string => randomBytes(SEED_BYTES).toString('base64url');

/** For secrets of 100 bits and more, which nobody can guess from their hash: no salt, no stretching. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/**
 * The one successor of a refresh token: who presents the token again gets the same. The database holds the seed and the
 * token's hash, from which the successor cannot be computed.
 */
export const successorOf = (refreshToken: string, seed: string): string =>
  createHmac('sha256', refreshToken).update(seed).digest('base64url');
