/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { sessionStore } from '../../lib/session/session-store';
import { openedKey, useOpenAssessment } from './assessments';
import { useAssessment } from './hooks/use-assessment';
import type { OpenAssessment } from './open-assessment';

const owner = '11111111-1111-4111-8111-111111111111';
const photos = [{ _id: 'p', section: 'testing', isBenchmark: false, ratingRequired: true, minComments: 0 }];
const test = { id: 'first test', photos, benchmarkPhotos: [], profile: null } as unknown as OpenAssessment;

const gone = { success: false, code: 'NOT_FOUND', message: 'Gone.', error: 'Gone.' };

let queryClient: QueryClient;
let sent: [key: string | null, body: { ratings: { photoId: string }[] }][];
let answers: Record<string, { status: number; body: object } | undefined>;

beforeEach(() => {
  localStorage.clear();
  sessionStore.signIn({ token: 't', userId: '22222222-2222-4222-8222-222222222222' });
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers = {};
  sent = [];
  globalThis.fetch = (async (_url: string, { method = 'GET', headers, body: given }: RequestInit) => {
    if (method === 'POST') sent.push([new Headers(headers).get('idempotency-key'), JSON.parse(String(given))]);
    const { status, body } = answers[method] ?? (await new Promise<never>(() => undefined));
    return { ok: status < 300, status, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const lookAt = () => renderHook(() => useOpenAssessment(owner), { wrapper });
/** The page of the assessment, opened from the cache. */
function assess({ slotLost = false, opened: first = test } = {}) {
  queryClient.setQueryData(openedKey(owner), first);
  const page = () => {
    const opened = useOpenAssessment(owner);
    const { dataUpdatedAt: openedAt, isRefetching: renewing, refetch } = opened;
    const lost = slotLost || opened.isRefetchError;
    const renew = () => void refetch();
    return { opened, assessment: useAssessment(owner, opened.data ?? first, { openedAt, renewing, lost, renew }) };
  };
  return renderHook(page, { wrapper });
}
const submit = (page: ReturnType<typeof assess>) => act(async () => page.result.current.assessment.submit());

describe('an assessment that is over', () => {
  it.each([
    ['was taken', 201, { success: true, tokensEarned: 10, isRewarded: true, payableTokens: 0, tokenCount: 50 }],
    ['was refused', 409, { success: false, code: 'ALREADY_RATED', message: 'Twice.', error: 'Twice.' }],
  ])('is shown until its page is left, and then asked for anew: it %s', async (_how, status, body) => {
    answers = { POST: { status, body }, GET: { status: 404, body: gone } };
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
    assess({ slotLost: true }).unmount();
    expect(lookAt().result.current.data).toBeUndefined();
  });

  it('is asked for anew by a page that takes the place of this one', () => {
    const page = assess({ slotLost: true });
    const next = lookAt();
    page.unmount();
    expect(queryClient.getQueryData(openedKey(owner))).toBeUndefined();
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

it('leaves an assessment that can still be assessed as it was reserved', () => {
  assess().unmount();
  expect(lookAt().result.current.data).toBe(test);
});

describe('a person who was skipped', () => {
  const [first, second, third] = ['6', '7', '8'].map((digit) => owner.replaceAll('1', digit));
  const cached = (ownerId: string | undefined) => queryClient.getQueryData(openedKey(ownerId!));

  it('stays open for an Undo, and is asked for anew once the server has released the slot', async () => {
    answers.GET = { status: 200, body: { success: true, data: [] } };
    queryClient.setQueryData(openedKey(first!), test, { updatedAt: Date.now() - 2_000 });
    queryClient.setQueryData(openedKey(second!), test, { updatedAt: Date.now() - 1_000 });
    const page = renderHook(() => useOpenAssessment(third!), { wrapper });
    await waitFor(() => expect(page.result.current.data).toBeNull());
    expect([cached(first), cached(second)]).toEqual([undefined, test]);
  });
});

/** A photo as in the server's answer. */
const wholePhoto = (digit: string) => ({
  ...{ _id: owner.replaceAll('1', digit), userId: owner, testId: owner.replaceAll('1', '5') },
  ...{ section: 'testing', placeholder: 'unrated', isBenchmark: false, path: '', renditions: [], preview: '' },
  ...{ testLimit: 4, testTimesRated: 0, limitReached: false },
  ...{ commentsSelected: [], minComments: 0, ratingRequired: true, commentsNegative: true },
});

it('goes on with the other photos where one of them is over, as another submission', async () => {
  const [over, left] = [wholePhoto('3'), wholePhoto('4')];
  const page = assess({ opened: { ...test, id: owner, photos: [over, left] } as unknown as OpenAssessment });
  const complete = { success: false, code: 'ASSESSMENT_COMPLETE', message: 'Over.', error: 'Over.' };
  const person = { userId: owner, slotExpiresAt: '', slotSecondsLeft: 900, photos: [left], benchmarkPhotos: [] };
  answers = {
    POST: { status: 409, body: complete },
    GET: { status: 200, body: { success: true, data: [person] } },
  };
  await submit(page);
  await waitFor(() => expect(page.result.current.opened.data?.photos).toHaveLength(1));
  expect(page.result.current.assessment).toMatchObject({
    over: false,
    busy: false,
    problem: expect.stringContaining('submit again'),
  });
  answers.POST = {
    status: 201,
    body: { success: true, tokensEarned: 10, isRewarded: true, payableTokens: 0, tokenCount: 50 },
  };
  await submit(page);
  await waitFor(() => expect(page.result.current.assessment.isTaken).toBe(true));
  expect(sent.map(([, { ratings }]) => ratings.map(({ photoId }) => photoId))).toEqual([
    [over._id, left._id],
    [left._id],
  ]);
  expect(sent[0]![0]).not.toBe(sent[1]![0]);
});
