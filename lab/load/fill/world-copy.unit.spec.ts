import { expect, it } from '@jest/globals';

const { copyOf, parsed } = await import('./world-copy.mjs');

const photo = 'a1b2c3d4-1111-4222-8333-444455556666';
const event = '019abcde-0000-7222-8333-444455556666';
const transfer = '0badcafe-1111-5222-8333-444455556666';
const day = 24 * 3_600_000;
const derived = { keys: new Map([[transfer, `reward:${event}`]]), idOf: (key: string) => `derived from ${key}` };
const world = { worlds: 10, spanMs: 10 * day, derived };

it('the copy of a world gives every id another one, the same wherever it stands', () => {
  const copy = copyOf(3, world);
  expect(copy.id(photo)).toMatch(/^[0-9a-f]{8}-1111-4222-8333-444455556666$/);
  expect(copy.id(photo)).not.toBe(photo);
  expect(copy.text(`{"a": "photos/${photo}/270.webp"}`)).toBe(`{"a": "photos/${copy.id(photo)}/270.webp"}`);
  const ids = Array.from({ length: 10 }, (_, number) => copyOf(number, world).id(photo));
  expect(new Set(ids).size).toBe(10);
  expect(ids[0]).toBe(photo);
});

it('the copy of a world moves times, also those in ids, and keeps their form', () => {
  const copy = copyOf(3, world);
  expect(copy.shiftMs).toBe(-7 * day);
  expect(copy.text('2026-11-25 21:34:28.123456+00')).toBe('2026-11-18 21:34:28.123456+00');
  expect(copy.text('2026-11-25 21:34:28.5+00')).toBe('2026-11-18 21:34:28.500+00');
  expect(copy.text('"2026-11-25T21:34:28.123Z"')).toBe('"2026-11-18T21:34:28.123Z"');
  const msOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  expect(msOf(copy.id(event)) - msOf(event)).toBe(-7 * day);
});

it('the copy of a world derives ids of transfers from their copied keys, as the ledger does', () => {
  const copy = copyOf(3, world);
  expect(copy.id(transfer)).toBe(`derived from reward:${copy.id(event)}`);
  expect(copy.text(`transfer-${transfer}`)).toBe(`transfer-${copy.id(transfer)}`);
});

it('the parser separates ids and times from what stays', () => {
  expect(parsed(`user:${photo}\t5\t2026-11-25 21:34:28+00`)).toEqual({
    literals: ['user:', '\t5\t', ''],
    variables: [photo, '2026-11-25 21:34:28+00'],
  });
});
