import type { IncomingHttpHeaders } from 'node:http';
import { identityRoutes } from '@candid/contracts';
import { describe, expect, it } from '@jest/globals';
import { isFromForeignPage } from './route-guard.js';

const isForeign = (headers: IncomingHttpHeaders, route = identityRoutes.refresh as { id: string }) =>
  isFromForeignPage(route, { headers, host: 'localhost:3000' }, 'https://candid.test');

describe('a call of a cookie route', () => {
  it.each<[string, IncomingHttpHeaders]>([
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://candid.test' }],
    ['of another origin of the site', { 'sec-fetch-site': 'same-site' }],
    ['of an older browser on another site', { origin: 'https://evil.test' }],
    ['of a page without an origin', { origin: 'null' }],
  ])('is foreign from a page %s', (_, headers) => {
    expect(isForeign(headers)).toBe(true);
  });

  it.each<[string, IncomingHttpHeaders]>([
    ['a page of the app', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:5173' }],
    ['the public address', { origin: 'https://candid.test' }],
    ['the address that is called', { origin: 'http://localhost:3000' }],
    ['what is no browser', {}],
  ])('is not foreign from %s', (_, headers) => {
    expect(isForeign(headers)).toBe(false);
  });

  it('is one of the routes that read or set a cookie', () => {
    expect(isForeign({ 'sec-fetch-site': 'cross-site' }, identityRoutes.requestSignupCode)).toBe(false);
  });
});
