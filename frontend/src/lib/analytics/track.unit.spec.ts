import { describe, expect, it } from '@jest/globals';
import { mayCount, pageOf } from './track';

describe('the page of an event', () => {
  it.each([
    ['/profile', '/profile'],
    ['/', '/'],
    ['/testing/01a1fcef-ba98-7092-9cfa-329fb10cc5ce', '/testing/*'],
    ['/test/Some One', '/test/*'],
    ['/account/preferences', '/account/preferences'],
  ])('takes %s for %s', (path, page) => {
    expect(pageOf(path)).toBe(page);
  });
});

describe('counting', () => {
  it('is left to browsers that do not object', () => {
    expect(mayCount({})).toBe(true);
    expect(mayCount({ doNotTrack: '0', globalPrivacyControl: false })).toBe(true);
    expect(mayCount({ doNotTrack: '1' })).toBe(false);
    expect(mayCount({ globalPrivacyControl: true })).toBe(false);
  });
});
