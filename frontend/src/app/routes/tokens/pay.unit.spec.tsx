/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { addressNow, Desk, show } from '../../../lib/desk.fixture.spec';
import PayPage from './pay.page';

const checkout = 'POST /create-checkout-session';
const credit = 'POST /add-tokens';
const wayBack = '/pay?update_tokens=true&token_amount=50&session_id=cs_1';
/** A time longer than the page waits for the provider's confirmation. */
const patienceMs = 10_000;

let desk: Desk;
const offer = (enabled: boolean, ...tokens: number[]) =>
  desk.answer('GET /token-packs', {
    ...{
      success: true,
      packs: tokens.map((count) => ({ tokens: count, price: count * 10, currency: 'USD', enabled })),
    },
  });

beforeEach(() => {
  window.scrollTo = () => undefined;
  Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) });
  desk = new Desk();
  desk.signIn({ tokenCount: 40 });
  offer(true, 50, 125);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const buy = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('a purchase that cannot be begun', () => {
  it.each([
    ['the payment provider fails', 503, 'UNAVAILABLE', 'Payment failed. Please try again.'],
    ['the server fails', 500, 'INTERNAL', 'Failed to purchase tokens. Please try again.'],
  ])('says so where %s', async (_, status, code, words) => {
    desk.refuse(checkout, code, 'what the server says', status);
    show(<PayPage />, '/pay');
    await buy(/^Buy 50 tokens/);
    await screen.findByText(words);
  });

  it('is not sent for a pack without tokens', async () => {
    offer(true, 0);
    show(<PayPage />, '/pay');
    await buy(/^Buy 0 tokens/);
    await screen.findByText('Please select a valid token amount.');
    expect(desk.of('POST')).toEqual([]);
  });
});

it('a purchase begins on a page without TLS too, where the browser has no crypto.randomUUID', async () => {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    desk.refuse(checkout, 'UNAVAILABLE', 'what the server says', 503);
    show(<PayPage />, '/pay');
    await buy(/^Buy 50 tokens/);
    await screen.findByText('Payment failed. Please try again.');
    expect(desk.of('POST')).toHaveLength(1);
  } finally {
    Reflect.deleteProperty(crypto, 'randomUUID');
  }
});

describe('the way back from the payment', () => {
  async function comeBack() {
    jest.useFakeTimers();
    show(<PayPage />, wayBack);
    await act(() => jest.advanceTimersByTimeAsync(0));
  }

  it('clears the address at once, asks again for a while, and thanks for the tokens', async () => {
    desk.refuse(credit, 'FORBIDDEN', 'This session has not been paid.', 403);
    await comeBack();
    expect(addressNow()).toBe('/pay');
    screen.getByText('Adding your tokens...');
    desk.answer(credit, { success: true, tokenCount: 90 });
    await act(() => jest.advanceTimersByTimeAsync(patienceMs));
    screen.getByText('Successfully purchased 50 tokens!');
    expect(desk.of(credit).length).toBeGreaterThan(1);
  });

  it.each([
    ['refuses', 403, 'There was an issue updating your tokens. Please contact support.'],
    ['fails', 500, 'Payment was successful, but there was an issue updating your tokens. Please contact support.'],
  ])('says that the tokens are missing where the server %s for good', async (_, status, words) => {
    desk.refuse(credit, 'FORBIDDEN', 'what the server says', status);
    await comeBack();
    await act(() => jest.advanceTimersByTimeAsync(patienceMs));
    screen.getByText(words);
  });
});

describe('if no pack is for sale', () => {
  it('every pack is disabled, and the page says where tokens come from', async () => {
    desk.signIn({ tokenCount: 40, approvedAssessor: true });
    offer(false, 50, 125, 300);
    show(<PayPage />, '/pay');
    const packs = await screen.findAllByRole<HTMLButtonElement>('button', { name: /^Buy \d+ tokens/ });
    expect(packs.map(({ disabled }) => disabled)).toEqual([true, true, true]);
    const note = screen.getByText(
      'Token purchase is currently disabled. For free tokens, message support with the email you signed up with.',
    );
    within(note).getByRole('link', { name: 'Message support' });
  });

  it('a person who is no assessor has one way to support', async () => {
    desk.signIn({ tokenCount: 40, approvedAssessor: false });
    offer(false, 50);
    show(<PayPage />, '/pay');
    await screen.findByRole('button', { name: /^Buy 50 tokens/ });
    expect(screen.getAllByRole('link', { name: 'Message support' })).toHaveLength(1);
    screen.getByRole('link', { name: 'Become an assessor' });
  });

  it.each([
    [true, 'Insufficient tokens. Please purchase more tokens.'],
    [false, 'You have too few tokens. Earn some, or message support.'],
  ])(
    'a person who was sent here reads what to do about missing tokens (packs on sale: %s)',
    async (isOnSale, words) => {
      offer(isOnSale, 50);
      show(<PayPage />, { pathname: '/pay', state: { token_error: true } });
      await screen.findByText(words);
    },
  );
});
