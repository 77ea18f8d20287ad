/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { ApiError, messageOf } from '../api/errors';
import { connectionStore } from '../connection/connection-store';
import { errorTexts } from '../texts/common';
import { everyMs, queryClientAhead, takeQueryClient } from './query-client';

describe('the cache of a person', () => {
  it('goes, filled ahead, to the person it was filled for', () => {
    const client = queryClientAhead('me');
    expect(queryClientAhead('me')).toBe(client);
    expect(takeQueryClient('me')).toBe(client);
  });

  it('is handed out once', () => {
    const client = queryClientAhead('me');
    takeQueryClient('me');
    expect(takeQueryClient('me')).not.toBe(client);
  });

  it('shows nobody what another asked for', () => {
    const client = queryClientAhead('me');
    expect(takeQueryClient('other')).not.toBe(client);
    expect(takeQueryClient('me')).not.toBe(client);
  });
});

describe('on a page that nobody looks at', () => {
  let visibility: DocumentVisibilityState;
  const become = (state: DocumentVisibilityState) => {
    visibility = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    become('visible');
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const failsOnce = () =>
    jest.fn<() => Promise<string>>().mockRejectedValueOnce(ApiError.offline()).mockResolvedValue('done');

  it('a started action is tried again', async () => {
    const mutationFn = failsOnce();
    const answer = new MutationObserver(takeQueryClient('me'), { mutationFn }).mutate();
    become('hidden');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(mutationFn).toHaveBeenCalledTimes(2);
    expect(await answer).toBe('done');
  });

  it('an action fails at once on a device without a network', async () => {
    const mutationFn = failsOnce();
    dispatchEvent(new Event('offline'));
    const answer = new MutationObserver(takeQueryClient('me'), { mutationFn }).mutate();
    await expect(answer).rejects.toMatchObject({ code: 'OFFLINE' });
    expect(messageOf(new TypeError('Failed to fetch dynamically imported module'))).toBe(errorTexts.offline);
    globalThis.fetch = async () => ({ status: 200 }) as Response;
    expect(await connectionStore.check()).toBe(true);
  });

  it('a request of an action is tried again', async () => {
    const queryFn = failsOnce();
    const answer = takeQueryClient('me').fetchQuery({ queryKey: ['asked'], queryFn, retry: 2 });
    become('hidden');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBe('done');
  });

  it('nothing is fetched every so often, and on return it is fetched at once and continues', async () => {
    const client = takeQueryClient('me');
    client.mount();
    const queryFn = jest.fn(() => 'row');
    const stop = new QueryObserver(client, { queryKey: ['rows'], queryFn, ...everyMs(1_000) }).subscribe(() => {});
    await jest.advanceTimersByTimeAsync(3_000);
    become('hidden');
    await jest.advanceTimersByTimeAsync(1_000);
    const { length: before } = queryFn.mock.calls;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(queryFn).toHaveBeenCalledTimes(before);
    become('visible');
    await jest.advanceTimersByTimeAsync(0);
    expect(queryFn).toHaveBeenCalledTimes(before + 1);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(queryFn.mock.calls.length).toBeGreaterThan(before + 1);
    stop();
    client.unmount();
  });
});
