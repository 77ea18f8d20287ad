/** @jest-environment jsdom */
import { type Catalogue, type CurrentUser, type Photo, tokensRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { answered } from '../../../lib/query/answered.fixture.spec';
import ProfileSetup from './profile-setup';

type Props = ComponentProps<typeof ProfileSetup>;

const phrase = (phraseId: number, words: string) => ({ phraseId, phrase: words });
const catalogue = [
  { id: 51, section: 'Variety', quality: [phrase(1, 'Situations'), phrase(2, 'Outfits')] },
  { id: 52, section: 'Story', quality: [phrase(3, 'Interests')] },
] as unknown as Catalogue;
const photos = [{ _id: 'photo', path: '/photo' }] as unknown as Photo[];
const running = {
  groupId: 'round',
  photos,
  running: true,
  testLimit: 4,
  testTimesRated: 3,
  generalCommentsSelected: [],
} as unknown as Props['round'];

const sent: { url: string; body: Record<string, unknown> }[] = [];
let answer: { status: number; body: object };
const accepted = { success: true, groupId: 'b5a3a1a2-5a33-4b67-9a3b-0e5b8d0c1f11', message: '', estimatedTime: 45 };

beforeEach(() => {
  sent.length = 0;
  answer = { status: 201, body: { ...accepted, newTokenCount: 5 } };
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) as Record<string, unknown> });
    return { ok: answer.status < 300, status: answer.status, headers: new Map(), json: async () => answer.body };
  }) as unknown as typeof fetch;
});
afterEach(cleanup);

async function show({
  tokens = 40,
  tested = true,
  ...props
}: Partial<Props> & { tokens?: number; tested?: boolean } = {}) {
  const outcome = { submitted: [] as unknown[], short: 0 };
  const client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  answered(client, tokensRoutes.listTokenPacks, {}, { packs: [{ enabled: true }] });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ProfileSetup
          open
          user={{ userId: 'user', tokenCount: tokens, hasFirstTested: tested } as CurrentUser}
          photos={photos}
          catalogue={catalogue}
          round={undefined}
          onSubmitted={(round) => outcome.submitted.push(round)}
          onShort={() => {
            outcome.short += 1;
          }}
          onClose={() => undefined}
          {...props}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => import('../../../ui/motion/motion-features'));
  return outcome;
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));

describe('the number of assessors', () => {
  it('is five and fixed before the first test', async () => {
    await show({ tested: false });
    expect(screen.getByRole('status', { name: 'Assessors' }).textContent).toBe('5');
    expect([button('Fewer assessors').disabled, button('More assessors').disabled]).toEqual([true, true]);
  });

  it('does not go below those who are done, and says what comes back', async () => {
    await show({ round: running });
    expect(button('Update assessment').disabled).toBe(true);
    await press('Fewer assessors');
    expect(button('Fewer assessors').disabled).toBe(true);
    screen.getByText(/5 tokens back/);
    expect(button('Update assessment').disabled).toBe(false);
  });
});

describe('the comment selection', () => {
  it('keeps the last phrase of a section and the last section', async () => {
    await show();
    await press(/Comment Selection/);
    const selection = within(screen.getByRole('dialog', { name: 'Comment Selection' }));
    await userEvent.click(selection.getByRole('checkbox', { name: 'Situations' }));
    expect(selection.getByRole<HTMLInputElement>('checkbox', { name: 'Outfits' }).disabled).toBe(true);
    await userEvent.click(selection.getByRole('switch', { name: 'Story' }));
    expect(selection.getByRole<HTMLInputElement>('switch', { name: 'Variety' }).disabled).toBe(true);
    await userEvent.click(selection.getByRole('button', { name: 'Done' }));
    await press('Assess');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({ evaluatorsCount: 1, photoIds: ['photo'], commentsSelected: [[51, 2]] });
  });

  it('begins with the phrases that were asked for', async () => {
    await show({ phraseIds: [3] });
    screen.getByText('1 of 3 phrases');
  });
});

describe('a request', () => {
  it('hands on what was started', async () => {
    const outcome = await show();
    await press('More assessors');
    screen.getByText(/^10 tokens/);
    screen.getByText('30 min');
    await press('Assess');
    await waitFor(() => expect(outcome.submitted).toMatchObject([{ estimatedTime: 45, newTokenCount: 5 }]));
  });

  it('leads to more tokens if the balance is too low', async () => {
    const outcome = await show({ tokens: 4 });
    screen.getByText('Insufficient tokens. Please purchase more tokens.');
    expect(screen.getByRole('link', { name: 'Buy Tokens' }).getAttribute('href')).toBe('/pay');
    await press('Assess');
    expect(outcome.short).toBe(1);
    expect(sent).toEqual([]);
  });

  it('leads to more tokens where the server finds too few', async () => {
    const message = 'Insufficient tokens. Please purchase more tokens.';
    answer = { status: 402, body: { success: false, code: 'INSUFFICIENT_TOKENS', message, error: message } };
    const outcome = await show();
    await press('Assess');
    await waitFor(() => expect(outcome.short).toBe(1));
    expect(outcome.submitted).toEqual([]);
  });

  it('says in the product’s words that it has failed', async () => {
    answer = { status: 500, body: {} };
    await show();
    await press('Assess');
    await screen.findByText('Failed to submit evaluation request');
  });
});
