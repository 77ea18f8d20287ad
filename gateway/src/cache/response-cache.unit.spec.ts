import { describe, expect, it } from '@jest/globals';
import { ownUrlOf, ResponseCache, type ResponseCacheOptions } from './response-cache.js';

const OWNER = 'owner';
const URL = '/api/get-user/owner';
const answerOf = (ownerId: string | undefined, text = 'first') => ({ ownerId, headers: [], body: text });

function caching(options: ResponseCacheOptions = {}, ownerId: string | undefined = OWNER): ResponseCache {
  const cache = new ResponseCache(options);
  cache.end(cache.begin(URL, ownerId)!, answerOf(ownerId));
  return cache;
}

function commandCameAndWent(cache: ResponseCache): void {
  cache.commandBegins(OWNER);
  cache.commandEnds(OWNER);
}

describe('a cached response', () => {
  it('is found at its address and nowhere else', () => {
    const cache = caching();
    expect(cache.find(URL)?.body).toBe('first');
    expect(cache.find(`${URL}?held=no`)).toBeUndefined();
  });

  it('is dropped for its owner only', () => {
    const cache = caching();
    cache.drop('somebody else');
    expect(cache.find(URL)).toBeDefined();
    cache.drop(OWNER);
    expect(cache.find(URL)).toBeUndefined();
  });

  it('lives no longer than its age', () => {
    const cache = caching({ ageMaxMs: 1_000 });
    expect(cache.find(URL, Date.now() + 900)).toBeDefined();
    expect(cache.find(URL, Date.now() + 1_001)).toBeUndefined();
  });

  it('makes room for newer ones', () => {
    const cache = new ResponseCache({ answersMax: 2 });
    for (const owner of ['a', 'b', 'c']) cache.end(cache.begin(ownUrlOf(owner), owner)!, answerOf(owner));
    expect(cache.size).toBe(2);
    expect(cache.find(ownUrlOf('a'))).toBeUndefined();
    expect(cache.find(ownUrlOf('c'))).toBeDefined();
  });

  it('is dropped with all others when the connection for events is lost, and none is cached until it is back', () => {
    const cache = caching();
    cache.setInformed(false);
    expect(cache.find(URL)).toBeUndefined();
    expect(cache.begin(URL, OWNER)).toBeUndefined();
    cache.setInformed(true);
    expect(cache.begin(URL, OWNER)).toBeDefined();
  });
});

describe('a reading', () => {
  it.each([
    ['its owner changed', (cache: ResponseCache) => cache.drop(OWNER)],
    ['everything was dropped', (cache: ResponseCache) => cache.dropAll()],
    ['a later one has begun', (cache: ResponseCache) => void cache.begin(URL, OWNER)],
    ['a command came and went', commandCameAndWent],
  ])('is not cached when meanwhile %s', (_, happens) => {
    const cache = new ResponseCache();
    const reading = cache.begin(URL, OWNER)!;
    happens(cache);
    cache.end(reading, answerOf(OWNER));
    expect(cache.find(URL)).toBeUndefined();
  });

  it('without a whole answer holds nothing', () => {
    const cache = new ResponseCache();
    cache.end(cache.begin(URL, OWNER)!, undefined);
    expect(cache.find(URL)).toBeUndefined();
  });
});

describe('while a command is under way', () => {
  it('no response of its caller is cached until the last command has ended', () => {
    const cache = caching();
    cache.commandBegins(OWNER);
    cache.commandBegins(OWNER);
    expect(cache.find(URL)).toBeUndefined();
    cache.commandEnds(OWNER);
    expect(cache.begin(URL, OWNER)).toBeUndefined();
    cache.commandEnds(OWNER);
    expect(cache.begin(URL, OWNER)).toBeDefined();
  });

  it('responses of other callers are cached', () => {
    const cache = caching();
    cache.commandBegins('somebody else');
    expect(cache.find(URL)).toBeDefined();
    expect(cache.begin(URL, OWNER)).toBeDefined();
  });

  it('and its end is never announced, its caller’s responses are cached again after a while', () => {
    const cache = caching({ commandMaxMs: 0 });
    cache.commandBegins(OWNER);
    expect(cache.begin(URL, OWNER)).toBeDefined();
  });
});
