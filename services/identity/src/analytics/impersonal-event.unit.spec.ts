import { describe, expect, it } from '@jest/globals';
import { impersonalEvent } from './impersonal-event.js';

const pathOf = (path: string) => impersonalEvent({ name: 'page_view', path }).path;
const propsOf = (props: Record<string, string | number | boolean | null>) =>
  impersonalEvent({ name: 'page_view', props }).props;

describe('what is kept of an analytics event', () => {
  it('keeps the page, without query, ids and tokens', () => {
    expect(pathOf('/profile')).toBe('/profile');
    expect(pathOf('/')).toBe('/');
    expect(pathOf('/reset-password?token=abc#x')).toBe('/reset-password');
    expect(pathOf('/test/0b8cbd0e-6b0f-4c55-8a2a-0a4b8f6e1d11')).toBe('/test/*');
    expect(pathOf('/carousel/mia@example.org')).toBe('/carousel/*');
  });

  it('keeps numbers, switches and plain words', () => {
    const props = { photos: 2, first: true, section: 'bank', duration: 1.5, label: 'first profile' };
    expect(propsOf(props)).toEqual(props);
  });

  it('drops what could be an address, a telephone number, an id or a secret', () => {
    const props = {
      mail: 'mia@example.org',
      phone: '+44 7700 900123',
      digits: '7700900123',
      number: 7_700_900_123,
      user: '0b8cbd0e-6b0f-4c55-8a2a-0a4b8f6e1d11',
      token: 'Zk3vQ9xR7tL2mN8pW4yB',
      text: 'x'.repeat(65),
      none: null,
    };
    expect(propsOf(props)).toEqual({});
  });
});
