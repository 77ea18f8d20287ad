/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { submissionOutbox, type WaitingSubmission } from '../../../features/assess/submission-outbox';
import { addressNow, at, Desk, person, show } from '../../../lib/desk.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import FeedPage, { WaitingSubmissions } from './feed.page';

describe('feed', () => {
  const owner = '33333333-3333-4333-8333-333333333333';
  const reason = 'Nearly all of your latest ratings are the same number.';
  const standing = (name: string, more: object = {}) => ({
    ...{ success: true, standing: name, reason, since: at, advice: 'Look at each photo.' },
    ...{ canAppeal: false, appealedAt: null, ...more },
  });

  let desk: Desk;
  beforeEach(() => {
    window.scrollTo = () => undefined;
    sessionStorage.clear();
    jest.spyOn(submissionOutbox, 'entriesOf').mockResolvedValue([]);
    desk = new Desk();
    desk.signIn({ approvedAssessor: true });
    desk.answer('GET /get-image/public', { success: true, data: [], nextCursor: null, notice: null });
    desk.answer('GET /evaluation-groups', { success: true, groups: [], nextCursor: null });
    desk.answer(`GET /get-rater-standing/${person}`, standing('good', { reason: null, since: null }));
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });

  const open = () =>
    show(
      <Routes>
        <Route path="/feed" element={<FeedPage />} />
        <Route path="*" element={null} />
      </Routes>,
      '/feed',
    );
  const somebodyWaits = () =>
    desk.answer('GET /get-image/public', {
      ...{
        success: true,
        data: [{ type: 'public', userId: owner, photos: [], isProfileEvaluation: false }],
        nextCursor: null,
        notice: null,
      },
    });

  describe('the feed', () => {
    it('waits in words, says that nothing waits, and offers the next step', async () => {
      open();
      await screen.findByText('Loading users...');
      await screen.findByRole('heading', { name: 'No tests currently available' });
      screen.getByRole('button', { name: 'Check again' });
      expect(screen.getByRole('link', { name: 'My Photos' }).getAttribute('href')).toBe('/profile');
    });
  });

  describe('before any photo', () => {
    it('a warning is read, once a visit', async () => {
      somebodyWaits();
      desk.answer(`GET /get-rater-standing/${person}`, standing('warned'));
      open();
      await screen.findByText(reason);
      expect(addressNow()).toBe('/feed');
      await userEvent.click(screen.getByRole('button', { name: 'Continue to assess' }));
      await waitFor(() => expect(addressNow()).toBe(`/carousel/${owner}`));
      cleanup();
      open();
      await waitFor(() => expect(addressNow()).toBe(`/carousel/${owner}`));
    });

    it('a pause says why, with the way to appeal', async () => {
      somebodyWaits();
      desk.answer(`GET /get-rater-standing/${person}`, standing('paused', { canAppeal: true }));
      open();
      await screen.findByText(reason);
      screen.getByText('Appeal');
      expect(screen.queryByRole('button', { name: 'Continue to assess' })).toBeNull();
      expect(addressNow()).toBe('/feed');
    });
  });
});

describe('waiting submissions', () => {
  const refused = (idempotencyKey: string, code: string) =>
    ({ idempotencyKey, refusal: { code, message: '' } }) as WaitingSubmission;

  let read: string[];
  beforeEach(() => {
    read = [];
    sessionStore.signIn({ token: 't', userId: 'ann' });
    const entries = [refused('a', 'ALREADY_RATED'), refused('b', 'ASSESSMENT_COMPLETE')];
    jest.spyOn(submissionOutbox, 'entriesOf').mockResolvedValue(entries);
    jest.spyOn(submissionOutbox, 'dismiss').mockImplementation(async (key) => void read.push(key));
  });
  afterEach(() => {
    cleanup();
    jest.restoreAllMocks();
  });

  it.each([
    ['one that has been read', 0, ['a']],
    ['all of them', 2, ['a', 'b']],
  ])('leaves the focus on the page when the button goes with %s', async (_which, index, gone) => {
    render(
      <main id="main" tabIndex={-1}>
        <WaitingSubmissions canGoOn />
      </main>,
    );
    await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(3));
    await userEvent.click(screen.getAllByRole('button')[index]!);
    expect(read).toEqual(gone);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
