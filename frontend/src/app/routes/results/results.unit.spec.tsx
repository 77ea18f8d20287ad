/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { addressNow, at, Desk, person, show, transfer } from '../../../lib/desk.fixture.spec';
import ResultsPage from './results.page';

const photo = {
  ...{ _id: transfer, userId: person, path: '/p.webp', renditions: [], preview: '', createdAt: at, isBenchmark: false },
  ...{ section: 'testing', placeholder: 'unrated', testId: transfer, testLimit: 1, testTimesRated: 0, timesRated: 0 },
  ...{ totalScore: 0, limitReached: false, comments: [], commentsSelected: [], commentsNegative: true, minComments: 0 },
  ...{
    ratingRequired: true,
    variance: 0,
    originalRange: [1, 20],
    fairScore: null,
    moderation: 'none',
    facesSeen: null,
  },
};

let desk: Desk;
beforeEach(() => {
  window.scrollTo = () => undefined;
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  desk = new Desk();
  desk.signIn();
  desk.answer(`GET /get-ratings/${transfer}`, {
    ...{ success: true, currentRatings: [], pastRatings: [], agreement: [], nextCursor: null },
  });
  desk.answer('GET /fetch-comments', { success: true, data: [{ id: 1, section: 'Face', quality: [] }] });
});
afterEach(cleanup);

const open = () =>
  show(
    <Routes>
      <Route path="/test/:testId" element={<ResultsPage />} />
    </Routes>,
    `/test/${transfer}`,
  );

it('the results ask to check back while nobody has rated', async () => {
  const data = [{ userId: person, testId: transfer, photos: [photo] }];
  desk.answer(`GET /get-image/${person}/${transfer}`, { success: true, data });
  open();
  await screen.findByText('No results yet, check back later!');
  screen.getByText('No ratings yet');
  await screen.findByText('No comments for this assessment');
});

it('the results of an assessment that does not exist lead back to the photos', async () => {
  desk.refuse(`GET /get-image/${person}/${transfer}`, 'NOT_FOUND', 'There is nothing here.', 404);
  open();
  await screen.findByText('No images available.');
  await userEvent.click(screen.getByRole('link', { name: 'My Photos' }));
  expect(addressNow()).toBe('/profile');
});
