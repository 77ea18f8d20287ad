/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { addressNow, Desk, show } from '../../../lib/desk.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import ApprovePage from './approve.page';
import TrialPage from './trial.page';

const trialId = '44444444-4444-4444-8444-444444444444';
const photo = (pair: number, side: string) => ({
  ...{
    _id: `${side === 'left' ? 1 : 2}${pair}000000-0000-4000-8000-000000000000`,
    path: `/api/media/${side}-${pair}.webp`,
    renditions: [],
    preview: '',
  },
});
const pairs = Array.from({ length: 3 }, (_, pair) => [photo(pair, 'left'), photo(pair, 'right')]);

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  localStorage.clear();
  desk = new Desk();
  desk.signIn();
  hasWritten();
});
afterEach(() => {
  cleanup();
  sessionStore.signOut('logged-out');
});

const open = (path: string) =>
  show(
    <Routes>
      <Route path="/approve" element={<ApprovePage />} />
      <Route path="/approve/trial" element={<TrialPage />} />
      <Route path="*" element={null} />
    </Routes>,
    path,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const hasWritten = (...feedback: object[]) =>
  desk.answer('GET /feedback', { success: true, feedback, nextCursor: null });
const offer = (isOffered: boolean, retryAt: string | null = null) =>
  desk.answer('GET /auth/assessor/trial', { success: true, isOffered, retryAt });

describe('the ways to become an assessor', () => {
  it('leads to the trial only where the server offers one', async () => {
    offer(true);
    open('/approve');
    await userEvent.click(await screen.findByRole('link', { name: 'Try 10 pairs' }));
    expect(addressNow()).toBe('/approve/trial');
    cleanup();
    offer(false);
    open('/approve');
    await screen.findByRole('button', { name: 'Ask for a passkey' });
    expect(screen.queryByText('Qualify now')).toBeNull();
  });

  it('says when the next trial is possible', async () => {
    offer(false, '2026-12-04T10:00:00.000Z');
    open('/approve');
    await screen.findByText('You can try again from 04/12/26. Until then, ask for a passkey.');
    expect(screen.queryByRole('link', { name: 'Try 10 pairs' })).toBeNull();
  });

  it('asks support for a passkey with one tap, says until the answer that it comes, and then asks again', async () => {
    offer(false);
    desk.refuse('POST /feedback', 'RATE_LIMITED', 'That was a lot of tries. Please wait a little.', 429);
    open('/approve');
    await press('Ask for a passkey');
    await screen.findByText('That was a lot of tries. Please wait a little.');
    desk.answer('POST /feedback', { success: true, message: 'Thank you.' });
    await press('Ask for a passkey');
    await screen.findByText(/^You asked for a passkey on .* by email to mo@candid\.example\.$/);
    expect(desk.of('POST /feedback')[1]!.body).toEqual({
      email: 'mo@candid.example',
      feedback: 'I would like to assess photos. Please send me a passkey.',
      subject: 'passkey',
    });
    cleanup();
    const at = '2026-11-30T10:00:00.000Z';
    const request = { feedbackId: trialId, sentAt: at, email: null, subject: 'passkey', feedback: 'Hi.', answer: null };
    hasWritten(request);
    open('/approve');
    await screen.findByText(/^You asked for a passkey on /);
    expect(screen.queryByRole('button', { name: 'Ask for a passkey' })).toBeNull();
    const messages = screen.getByRole('link', { name: 'See your messages' });
    expect(messages.getAttribute('href')).toBe('/feedback?show=messages');
    cleanup();
    hasWritten({ ...request, answer: { at, text: 'Not now.', tokens: null, passkey: null } });
    open('/approve');
    await screen.findByRole('heading', { name: 'Your passkey request' });
    screen.getByText(
      'Support has answered your last request. Read the answer in your messages. You can also ask again.',
    );
    const read = screen.getByRole('link', { name: 'See your messages' });
    const askAgain = screen.getByRole('button', { name: 'Ask for a passkey' });
    expect(read.compareDocumentPosition(askAgain)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});

describe('the trial', () => {
  const opens = () => {
    const trial = { trialId, expiresAt: '2026-11-30T10:30:00.000Z', lookMs: 0, pairs };
    desk.answer('POST /auth/assessor/trial', { success: true, ...trial }, 201);
  };
  const begun = async () => {
    opens();
    open('/approve/trial');
    await press('Start');
  };
  const choose = async (side: 'left' | 'right', place: number) => {
    await screen.findByText('Choose the one that works better.');
    await screen.findByText(`Pair ${place} of 3`);
    await press(`Photo on the ${side}`);
  };
  const answers = (isPassed: boolean) =>
    desk.answer(`POST /auth/assessor/trial/${trialId}`, {
      ...{ success: true, isPassed, assessorToken: isPassed ? 'an.assessor.token' : null },
    });

  it('takes a choice back, sends one photo of each pair, and makes an assessor of whoever passes', async () => {
    answers(true);
    await begun();
    await choose('right', 1);
    await press('Previous pair');
    for (let place = 1; place <= pairs.length; place += 1) await choose(place === 2 ? 'right' : 'left', place);
    await screen.findByRole('heading', { name: 'You are an assessor now' });
    expect(desk.of(`POST /auth/assessor/trial/${trialId}`)[0]!.body).toEqual({
      photoIds: pairs.map(([left, right], pair) => (pair === 1 ? right! : left!)._id),
    });
    expect(sessionStore.current().approvedAssessor).toBe(true);
    expect(screen.getByRole('link', { name: 'Start assessing' }).getAttribute('href')).toBe('/feed');
  });

  it('lets whoever does not pass try again or see the other ways, and says of no pair that it was wrong', async () => {
    answers(false);
    offer(true);
    await begun();
    for (let place = 1; place <= pairs.length; place += 1) await choose('left', place);
    await screen.findByRole('heading', { name: 'Not this time' });
    expect(sessionStore.current().approvedAssessor).toBe(false);
    await screen.findByText(/You can try again now, or ask for a passkey\.$/);
    expect(screen.getByRole('link', { name: 'See the other ways' }).getAttribute('href')).toBe('/approve');
    await press('Try again');
    await screen.findByRole('button', { name: 'Start' });
  });

  it('says when the next one is possible', async () => {
    answers(false);
    offer(false, '2026-12-04T10:00:00.000Z');
    await begun();
    for (let place = 1; place <= pairs.length; place += 1) await choose('left', place);
    await screen.findByText(/You can try again from 04\/12\/26\. Until then, ask for a passkey\.$/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('requests a photo again that did not load', async () => {
    await begun();
    fireEvent.error(await screen.findByRole('img', { name: 'Photo on the left' }));
    await screen.findByText('A photo of this pair did not load.');
    await press('Try again');
    expect(screen.queryByText('A photo of this pair did not load.')).toBeNull();
    expect(screen.getByRole('img', { name: 'Photo on the left' }).getAttribute('src')).toBe('/api/media/left-0.webp');
  });

  it('keeps the choices if the answer cannot be sent, and starts again once its time is over', async () => {
    const sending = `POST /auth/assessor/trial/${trialId}`;
    desk.refuse(sending, 'TOO_FAST', 'Please take a moment to look at each photo before you submit.');
    await begun();
    for (let place = 1; place <= pairs.length; place += 1) await choose('left', place);
    await screen.findByText('Please take a moment to look at each photo before you submit.');
    desk.refuse(sending, 'NOT_FOUND', 'This trial is over. Please start another one.', 404);
    await press('Try again');
    await screen.findByText('This trial is over. Please start another one.');
    expect(desk.of(sending)[1]!.body).toEqual(desk.of(sending)[0]!.body);
    desk.refuse('POST /auth/assessor/trial', 'RATE_LIMITED', 'You have used up your trials for now.', 429);
    await press('Start');
    await screen.findByText('You have used up your trials for now.');
    expect(screen.queryByText('Pair 1 of 3')).toBeNull();
    opens();
    await press('Start');
    await screen.findByText('Pair 1 of 3');
  });
});
