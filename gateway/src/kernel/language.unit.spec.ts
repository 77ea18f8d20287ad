import { describe, expect, it } from '@jest/globals';
import { languageOf } from './language.js';

describe('the language of a request', () => {
  it.each([
    ['en', {}],
    ['de', { cookie: 'candid_language=de' }],
    ['de', { cookie: 'candid_device=a.b; candid_language=de; other=1', 'accept-language': 'en' }],
    ['en', { cookie: 'candid_language=en', 'accept-language': 'de' }],
    ['de', { cookie: 'candid_language=fr', 'accept-language': 'de' }],
    ['de', { cookie: 'candid_language=fr; candid_language=de', 'accept-language': 'en' }],
    ['en', { cookie: 'candid_language=deutsch' }],
    ['en', { cookie: 'my-candid_language=de' }],
    ['de', { 'accept-language': 'de' }],
    ['de', { 'accept-language': 'DE-at, en;q=0.5' }],
    ['de', { 'accept-language': 'fr-CH, fr;q=0.9, en;q=0.7, de;q=0.8, *;q=0.5' }],
    ['de', { 'accept-language': 'de-DE,de;q=0.9,en-US;q=0.9,en;q=0.8' }],
    ['en', { 'accept-language': 'en-US,en;q=0.9,de;q=0.8' }],
    ['en', { 'accept-language': 'de;q=0, fr' }],
    ['en', { 'accept-language': 'fr, *;q=0.5' }],
    ['en', { 'accept-language': '*' }],
    ['en', { 'accept-language': 'den, d, ;;, de;q=.' }],
  ])('is %s for %j', (language, headers) => {
    expect(languageOf(headers)).toBe(language);
  });
});
