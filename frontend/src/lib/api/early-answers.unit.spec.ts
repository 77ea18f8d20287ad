import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { askAhead, takeEarlyAnswer } from './early-answers';

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
