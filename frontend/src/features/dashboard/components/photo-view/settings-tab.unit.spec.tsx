/** @jest-environment jsdom */
import { type Photo as PhotoRecord, photosRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { keyOf } from '../../../../lib/query/use-read';
import { sessionStore } from '../../../../lib/session/session-store';
import { ExtendForm } from './settings-tab';

const photo = {
  ...{ _id: '11111111-1111-4111-8111-111111111111', userId: '22222222-2222-4222-8222-222222222222' },
  ...{ path: '/p.webp', renditions: [], preview: '', createdAt: '2026-11-21T10:00:00.000Z', isBenchmark: false },
  ...{ section: 'testing', placeholder: 'unrated', testId: '33333333-3333-4333-8333-333333333333' },
  ...{ testLimit: 4, testTimesRated: 2, timesRated: 2, totalScore: 24, limitReached: false },
  ...{ comments: [], commentsSelected: [], commentsNegative: true, minComments: 0, ratingRequired: true },
  ...{ variance: 0, originalRange: [1, 20], fairScore: null, moderation: 'none', facesSeen: null },
} as unknown as PhotoRecord;

let sent: { key: string | undefined; difference: number }[];
let photosArrive: (() => void) | undefined;

beforeEach(() => {
  sent = [];
  photosArrive = undefined;
  sessionStore.signIn({ token: 't', userId: photo.userId });
  globalThis.fetch = (async (_url: string, { headers, body }: RequestInit) => {
    const { difference } = JSON.parse(String(body)) as { difference: number };
    sent.push({ key: (headers as Record<string, string>)['idempotency-key'], difference });
    const answer = { success: true, photo, remainingTokens: 35 };
    return { ok: true, status: 200, headers: new Map(), json: async () => answer };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

/** The cache contains the photos; the next fetch waits until the test completes it. */
function Shown() {
  const queryKey = [...keyOf(photosRoutes.listPhotos, { params: { section: 'testing', userId: photo.userId } })];
  const queryFn = () =>
    new Promise<PhotoRecord[]>((resolve) => {
      photosArrive = () => resolve([photo]);
    });
  useQuery({ queryKey, queryFn, initialData: [photo], staleTime: Number.POSITIVE_INFINITY });
  return <ExtendForm photo={photo} />;
}

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
}

const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update assessment' });
const more = () => userEvent.click(screen.getByRole('button', { name: 'More assessors' }));

async function save() {
  photosArrive = undefined;
  await userEvent.click(update());
  await waitFor(() => expect(photosArrive).toBeDefined());
}

describe('more assessors', () => {
  it('are not offered again before the photo has come as it is now', async () => {
    show();
    await more();
    await save();
    expect(update().disabled).toBe(true);
    photosArrive?.();
    await waitFor(() => expect(update().disabled).toBe(false));
  });

  it('are asked for under the same key where the photo came as it was, and others under another', async () => {
    show();
    await more();
    await save();
    photosArrive?.();
    await waitFor(() => expect(update().disabled).toBe(false));
    await save();
    photosArrive?.();
    await waitFor(() => expect(update().disabled).toBe(false));
    await more();
    await save();
    expect(sent.map(({ difference }) => difference)).toEqual([1, 1, 2]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
    expect(sent[0]?.key).toBe(sent[1]?.key);
  });
});
