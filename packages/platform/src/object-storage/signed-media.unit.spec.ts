import { describe, expect, it } from '@jest/globals';
import { mediaExpiry, signMediaPath, verifyMediaPath } from './signed-media.js';

const now = new Date('2026-01-01T12:00:00Z');
const later = new Date('2026-01-01T12:10:00Z');
const path = signMediaPath('secret', 'photos/a1/full.webp', later);

describe('signed media links', () => {
  it('shows the signed key until it expires', () => {
    expect(verifyMediaPath('secret', path, now)).toBe('photos/a1/full.webp');
    expect(verifyMediaPath('secret', path, new Date(later.getTime() - 1))).toBe('photos/a1/full.webp');
    expect(verifyMediaPath('secret', path, later)).toBeUndefined();
  });

  it.each([
    ['another key', path.replace('a1', 'a2')],
    ['a later expiry', path.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)],
    ['another signature', path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['a shortened signature', path.slice(0, -1)],
    ['no signature', path.replace(/&signature=.*/, '')],
    ['a further parameter', `${path}&key=other`],
    ['a path out of the storage', path.replace('photos/a1', 'photos/../a1')],
  ])('refuses %s', (_, changed) => {
    expect(verifyMediaPath('secret', changed, now)).toBeUndefined();
  });

  it('refuses what another secret signed', () => {
    expect(verifyMediaPath('other', path, now)).toBeUndefined();
  });

  it('gives the same expiry within one lifetime, and never less than one lifetime', () => {
    const lifetimeMs = 600_000;
    const start = new Date('2026-01-01T12:00:00Z');
    const end = new Date('2026-01-01T12:09:59Z');
    expect(mediaExpiry(start, lifetimeMs)).toEqual(mediaExpiry(end, lifetimeMs));
    expect(mediaExpiry(end, lifetimeMs).getTime() - end.getTime()).toBeGreaterThanOrEqual(lifetimeMs);
    expect(mediaExpiry(start, lifetimeMs).getTime() - start.getTime()).toBeLessThanOrEqual(2 * lifetimeMs);
  });
});
