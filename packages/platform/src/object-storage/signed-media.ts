import { createHmac, timingSafeEqual } from 'node:crypto';
import { assertObjectKey } from './object-storage.js';

const MEDIA_PREFIX = '/media/';

/** @returns `/media/<key>?expires=<unix seconds>&signature=<base64url>`, relative to the public address */
export function signMediaPath(secret: string, key: string, expiresAt: Date): string {
  assertObjectKey(key);
  const expires = Math.floor(expiresAt.getTime() / 1_000);
  return `${MEDIA_PREFIX}${key}?expires=${expires}&signature=${signatureOf(secret, key, expires)}`;
}

/** @returns the object's key, or undefined if the link is forged, changed or expired */
export function verifyMediaPath(secret: string, path: string, now: Date): string | undefined {
  const match = /^\/media\/([A-Za-z0-9._/-]+)\?expires=(\d{1,12})&signature=([A-Za-z0-9_-]{43})$/.exec(path);
  if (!match) return undefined;
  const [, key, expiresText, signature] = match as unknown as [string, string, string, string];
  const expires = Number(expiresText);
  const expected = Buffer.from(signatureOf(secret, key, expires));
  const genuine = timingSafeEqual(expected, Buffer.from(signature));
  return genuine && now.getTime() < expires * 1_000 ? key : undefined;
}

/** Links from the same period of `lifetimeMs` are equal, so that browsers cache them. They last one to two periods. */
export function mediaExpiry(now: Date, lifetimeMs: number): Date {
  return new Date((Math.floor(now.getTime() / lifetimeMs) + 2) * lifetimeMs);
}

function signatureOf(secret: string, key: string, expires: number): string {
  return createHmac('sha256', secret).update(`${expires}\n${key}`).digest('base64url');
}
