/** @jest-environment jsdom */
import { assessmentsRoutes, photosRoutes, tokensRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { useAct } from './use-act';
import { usePages } from './use-pages';
import { forget, useRead, useReadOrNull } from './use-read';

const photoId = '11111111-1111-4111-8111-111111111111';
const notFound = { success: false, code: 'NOT_FOUND', message: 'Gone.', error: 'Gone.' };

let client: QueryClient;
let asked: string[];
let keys: (string | null)[];
/** Answers to requests whose path begins with the key; any other request gets a 404. */
let answers: Record<string, { status: number; body: object }[]>;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: 1, retryDelay: 0 } } });
  [asked, keys, answers] = [[], [], {}];
  globalThis.fetch = (async (url: string, { headers }: RequestInit) => {
    asked.push(url);
    keys.push(new Headers(headers).get('idempotency-key'));
    const [, known] = Object.entries(answers).find(([path]) => url.startsWith(path)) ?? [];
    const { status, body } = known?.shift() ?? { status: 404, body: notFound };
    return { ok: status < 300, status, headers: new Map(), json: async () => body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const page = (nextCursor: string | null) => ({
  status: 200,
  body: { success: true, entries: [], nextCursor, payableTokens: 0 },
});

describe('a route that is forgotten', () => {
  it('is asked again for all that is shown of it, and no other route is', async () => {
    answers = { '/api/account/statement': [page(null), page(null)] };
    const shown = () => [
      useRead(assessmentsRoutes.getRatings, { params: { photoId } }),
      useRead(assessmentsRoutes.getConfidenceRange, { params: { photoId } }),
      usePages(tokensRoutes.getStatement, {}, ({ entries }) => entries),
    ];
    const { result } = renderHook(shown, { wrapper });
    await waitFor(() => expect(result.current.every(({ isFetching }) => !isFetching)).toBe(true));
    const [ratings, range, statement] = asked;
    asked = [];
    await act(async () => void (await forget(client, assessmentsRoutes.getRatings, tokensRoutes.getStatement)));
    expect(asked).toEqual([ratings, statement]);
    expect(range).toContain('confidence-range');
  });
});

it('reads a list a page at a time', async () => {
  answers = { '/api/account/statement': [page('next'), page(null)] };
  const read = () => usePages(tokensRoutes.getStatement, { query: { limit: 20 } }, ({ entries }) => entries);
  const { result } = renderHook(read, { wrapper });
  await waitFor(() => expect(result.current.hasNextPage).toBe(true));
  await act(async () => void (await result.current.fetchNextPage()));
  await waitFor(() => expect(result.current.hasNextPage).toBe(false));
  expect(asked).toEqual(['/api/account/statement?limit=20', '/api/account/statement?limit=20&cursor=next']);
});

it('reads what does not exist as null', async () => {
  const read = () => useReadOrNull(assessmentsRoutes.getRatings, { params: { photoId } });
  const { result } = renderHook(read, { wrapper });
  await waitFor(() => expect(result.current.data).toBeNull());
});

it('acts under one key for each press, which an automatic repeat keeps', async () => {
  const lost = { status: 503, body: {} };
  const done = { status: 200, body: { success: true, section: 'bank' } };
  answers = { '/api/return-photo': [lost, done, done] };
  const { result } = renderHook(() => useAct(photosRoutes.returnPhoto), { wrapper });
  await act(async () => void (await result.current.run({ params: { photoId } })));
  await act(async () => void (await result.current.run({ params: { photoId } })));
  const [first, again, second] = keys;
  expect(again).toBe(first);
  expect(second).not.toBe(first);
  expect(keys).not.toContain(null);
});
