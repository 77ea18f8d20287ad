import { describe, expect, it } from '@jest/globals';
import { AnalyticsEvent, countedPage } from './analytics.js';

describe('what is counted of the screens', () => {
  it.each([
    ['/', '/'],
    ['/profile', '/profile'],
    ['/profile/', '/profile'],
    ['/reset-password?token=abc#x', '/reset-password'],
    ['/test/0b8cbd0e-6b0f-4c55-8a2a-0a4b8f6e1d11', '/test/*'],
    ['/carousel/mia@example.org', '/carousel/*'],
    ['/support', '/support/*'],
    ['/support/cases/7', '/support/*'],
    ['/account/mia', '*'],
    ['/mia@example.org', '*'],
    ['/__proto__', '*'],
  ])('takes the path %s for the page %s', (path, page) => {
    expect(countedPage(path)).toBe(page);
  });

  it('has no other names than those of the app', () => {
    expect(AnalyticsEvent.safeParse({ name: 'page_view' }).success).toBe(true);
    expect(AnalyticsEvent.safeParse({ name: 'page_view_7f3a' }).success).toBe(false);
  });
});
