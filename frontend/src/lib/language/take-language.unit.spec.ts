/**
 * @jest-environment jsdom
 * @jest-environment-options {"url": "https://candid.example/landing"}
 */
import type { Language } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { renewLanguage, takeLanguage } from './take-language';

const files = 'workbox-precache-v2-https://candid.example/';

let cookies: string[];
let cookie: string;
let done: string[];
const load = () => void done.push('load');
/** Resolves once the page is loaded in the language. */
const take = (language: Language) =>
  new Promise<void>((resolve) => {
    void takeLanguage(language, () => {
      load();
      resolve();
    });
  });

beforeEach(() => {
  cookies = [];
  cookie = '';
  done = [];
  jest.spyOn(document, 'cookie', 'set').mockImplementation((text) => void cookies.push(text));
  jest.spyOn(document, 'cookie', 'get').mockImplementation(() => cookie);
});
afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(globalThis, 'caches');
});

/** Gives this browser a service worker and these caches. */
function giveWorker(unregister: () => Promise<boolean>, names: string[]) {
  const serviceWorker = { getRegistration: async () => ({ unregister }) };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  const caches = { keys: async () => names, delete: async (name: string) => done.push(`delete ${name}`) };
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
}

describe('another language', () => {
  it('is kept in a cookie and loaded without the files of the service worker', async () => {
    giveWorker(async () => done.push('unregister') > 0, [files, 'shared-photos']);
    localStorage.setItem('draft:ann:test', '{}');
    await take('de');
    expect(cookies).toEqual(['candid_language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
    expect(done).toEqual(['unregister', `delete ${files}`, 'load']);
    expect(localStorage.getItem('draft:ann:test')).toBe('{}');
  });

  it('is loaded in a browser without service workers', async () => {
    await take('en');
    expect(cookies).toEqual([expect.stringMatching(/^candid_language=en;/)]);
    expect(done).toEqual(['load']);
  });

  it('is loaded if the browser keeps the service worker', async () => {
    giveWorker(() => Promise.reject(new Error('denied')), [files]);
    await take('de');
    expect(done).toEqual(['load']);
  });

  it('keeps its caller waiting until the page is replaced', async () => {
    const isOver = takeLanguage('de', load).then(() => true);
    const later = new Promise((resolve) => setTimeout(() => resolve(false), 20));
    expect(await Promise.race([isOver, later])).toBe(false);
    expect(done).toEqual(['load']);
  });
});

describe('the cookie', () => {
  it('is set again at a later visit', () => {
    cookie = 'candid=1; candid_language=de';
    renewLanguage();
    expect(cookies).toEqual(['candid_language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure']);
  });

  it('is set again in the chosen language if another site of the domain has a cookie of this name', () => {
    cookie = 'candid_language=fr; candid_language=de';
    renewLanguage();
    expect(cookies).toEqual([expect.stringMatching(/^candid_language=de;/)]);
  });

  it('is not set for a person who has not chosen a language', () => {
    cookie = 'my-candid_language=de';
    renewLanguage();
    expect(cookies).toEqual([]);
  });
});
