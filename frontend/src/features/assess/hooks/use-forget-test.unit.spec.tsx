/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { queryKeys } from '../../../lib/query/keys';
import { sessionStore } from '../../../lib/session/session-store';
import { type OpenTest, useOpenTest } from '../api/tests';
import { useAssessment } from './use-assessment';

const owner = '11111111-1111-4111-8111-111111111111';
const photos = [{ _id: 'p', section: 'testing', isBenchmark: false, ratingRequired: true, minComments: 0 }];
const test = { id: 'first test', photos, benchmarkPhotos: [], profile: null } as unknown as OpenTest;

let queryClient: QueryClient;
let answers: Record<string, { status: number; body: object } | undefined>;

beforeEach(() => {
  localStorage.clear();
  sessionStore.signIn({ token: 't', userId: '22222222-2222-4222-8222-222222222222' });
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers = {};
  globalThis.fetch = (async (_url: string, { method = 'GET' }: RequestInit) => {
    const { status, body } = answers[method] ?? (await new Promise<never>(() => undefined));
    return { ok: status < 300, status, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const lookAt = () => renderHook(() => useOpenTest(owner), { wrapper });
/** The page of the test, opened from the cache. */
function assess({ placeLost = false } = {}) {
  queryClient.setQueryData(queryKeys.openTest(owner), test);
  const page = () => ({ opened: useOpenTest(owner), assessment: useAssessment(owner, test, placeLost) });
  return renderHook(page, { wrapper });
}
const submit = (page: ReturnType<typeof assess>) => act(async () => page.result.current.assessment.submit());

describe('a test that is over', () => {
  it.each([
    ['was taken', 201, { success: true, tokensEarned: 10, tokenCount: 50 }],
    ['was refused', 409, { success: false, code: 'ALREADY_RATED', message: 'Twice.', error: 'Twice.' }],
  ])('is shown until its page is left, and then asked for anew: it %s', async (_how, status, body) => {
    answers.POST = { status, body };
    const page = assess();
    await submit(page);
    await waitFor(() =>
      expect([page.result.current.assessment.isTaken, page.result.current.assessment.over]).toContain(true),
    );
    expect(page.result.current.opened.data).toBe(test);
    page.unmount();
    expect(lookAt().result.current.data).toBeUndefined();
  });

  it('is asked for anew where it ended meanwhile', () => {
    assess({ placeLost: true }).unmount();
    expect(lookAt().result.current.data).toBeUndefined();
  });

  it('is asked for anew by a page that takes the place of this one', () => {
    const page = assess({ placeLost: true });
    const next = lookAt();
    page.unmount();
    expect(queryClient.getQueryData(queryKeys.openTest(owner))).toBeUndefined();
    next.rerender();
    expect(next.result.current.data).toBeUndefined();
  });

  it('does not hide the next one where there was none', async () => {
    answers.GET = { status: 200, body: { success: true, data: [] } };
    const page = lookAt();
    await waitFor(() => expect(page.result.current.data).toBeNull());
    page.unmount();
    answers.GET = undefined;
    expect(lookAt().result.current.data).toBeUndefined();
  });
});

it('leaves a test that can still be assessed as it was reserved', () => {
  assess().unmount();
  expect(lookAt().result.current.data).toBe(test);
});
