import { expect, it } from '@jest/globals';
import { exactTimeText } from './exact-time';

it.each([
  ['2026-03-07T08:05:12.345Z', 'Europe/Berlin', '07/03/26 • 09:05:12 (08:05:12 UTC)'],
  ['2026-03-07T23:05:12Z', 'Europe/Berlin', '08/03/26 • 00:05:12 (07/03/26 • 23:05:12 UTC)'],
  ['2026-03-07T08:05:12Z', 'UTC', '07/03/26 • 08:05:12 UTC'],
  ['2026-07-07T08:05:12Z', 'Europe/London', '07/07/26 • 09:05:12 (08:05:12 UTC)'],
])('writes %s in %s to the second, with UTC beside it', (iso, zone, text) => {
  expect(exactTimeText(iso, zone)).toBe(text);
});
