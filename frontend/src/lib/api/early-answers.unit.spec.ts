import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { askAhead, neededFirst, takeEarlyAnswer } from './early-answers';

describe('early answers', () => {
  const realFetch = globalThis.fetch;

  beforeEach(() => {
    jest.useFakeTimers();
    globalThis.fetch = (path) => Promise.resolve(new Response(String(path)));
  });
  afterEach(() => {
    jest.runOnlyPendingTimers();
    jest.useRealTimers();
    globalThis.fetch = realFetch;
  });

  it('hands each answer out once', async () => {
    askAhead(['/api/one', '/api/two'], 'token');
    expect(await (await takeEarlyAnswer('/api/one'))?.text()).toBe('/api/one');
    expect(takeEarlyAnswer('/api/one')).toBeUndefined();
    expect(await (await takeEarlyAnswer('/api/two'))?.text()).toBe('/api/two');
  });

  it('forgets what nobody asked for in time', () => {
    askAhead(['/api/one'], 'token');
    jest.advanceTimersByTime(10_000);
    expect(takeEarlyAnswer('/api/one')).toBeUndefined();
  });

  it('leaves a failure to whoever takes it', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    askAhead(['/api/one'], 'token');
    await expect(takeEarlyAnswer('/api/one')).rejects.toThrow('no network');
  });
});

describe('neededFirst', () => {
  it('asks for the dashboard what stands on it', () => {
    expect(neededFirst('/profile', 'me', false)).toEqual([
      '/api/get-user/me',
      '/api/cameraroll-photos-profile/me',
      '/api/cameraroll-photos-bank/me',
      '/api/cameraroll-photos-testing/me',
      '/api/user-evaluation-groups/me',
    ]);
  });

  it('asks nothing for a person who would be refused', () => {
    expect(neededFirst('/feed', 'me', false)).toEqual(['/api/get-user/me']);
    expect(neededFirst('/feed', 'me', true)).toContain('/api/get-image/public?currentUserId=me');
  });

  it('reserves no place', () => {
    expect(neededFirst('/testing/owner', 'me', true)).toEqual(['/api/get-user/me']);
  });
});
