/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { sessionStore } from '../../../lib/session/session-store';
import { entryOf } from '../open-assessment';
import { draftKey, useDraft } from './use-draft';

const key = draftKey('ann', 'test');
const open = () => renderHook(() => useDraft('test'));
/** Simulates a change of the storage in another tab. */
const elsewhere = (newValue: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));

beforeEach(() => {
  localStorage.clear();
  sessionStore.signIn({ token: 't', userId: 'ann' });
});
afterEach(cleanup);

describe('a draft', () => {
  it('is there again, with where somebody was, when the page comes back', () => {
    const { result, unmount } = open();
    act(() => result.current.change('p', { rating: 14 }));
    act(() => result.current.move({ photoId: 'p', picking: true }));
    unmount();
    const again = open().result.current;
    expect(entryOf(again.entries, 'p').rating).toBe(14);
    expect(again.place).toMatchObject({ photoId: 'p', picking: true });
    expect(again.idempotencyKey).toBe(result.current.idempotencyKey);
  });

  it('is nobody else’s', () => {
    const hers = open();
    act(() => hers.result.current.change('p', { rating: 14 }));
    cleanup();
    sessionStore.signIn({ token: 't', userId: 'bob' });
    expect(open().result.current.entries).toEqual({});
  });

  it('is another submission once it has changed, and the same one when somebody only looks around', () => {
    const { result } = open();
    const first = result.current.idempotencyKey;
    act(() => result.current.move({ photoId: 'p' }));
    expect(result.current.idempotencyKey).toBe(first);
    act(() => result.current.change('p', { rating: 3 }));
    expect(result.current.idempotencyKey).not.toBe(first);
  });

  it('stays away once it has been discarded, whatever still moves', () => {
    const { result } = open();
    act(() => result.current.change('p', { rating: 14 }));
    act(() => result.current.discard());
    act(() => result.current.move({ photoId: 'p' }));
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('follows the same assessment in another tab, and says when it was taken there', () => {
    const { result } = open();
    act(() => result.current.move({ photoId: 'here' }));
    elsewhere(JSON.stringify({ entries: { p: { rating: 5, comments: [] } }, idempotencyKey: 'k' }));
    expect(entryOf(result.current.entries, 'p').rating).toBe(5);
    expect(result.current.place.photoId).toBe('here');
    elsewhere(null);
    expect(result.current.takenElsewhere).toBe(true);
  });
});
