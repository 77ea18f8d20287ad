/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { AssessmentsPanel } from './assessments-panel';

beforeEach(() => {
  // jsdom has no matchMedia.
  window.matchMedia = ((media: string) => ({ media, matches: true })) as typeof window.matchMedia;
});
afterEach(cleanup);

const ended = {
  ...{ groupId: 'round', photos: [], isCurrentProfile: false, hasConfirmed: true, comments: [] },
  ...{ testLimit: 4, testTimesRated: 0, currentTestStartedAt: '2026-11-21T10:00:00.000Z' },
};
const current = { ...ended, groupId: 'current', isCurrentProfile: true };

function show(rounds: object[]) {
  const assessments = { rounds, current: rounds[0], busy: false };
  render(
    <AssessmentsPanel
      assessments={assessments as unknown as ProfileAssessments}
      onOpen={() => undefined}
      onSetUp={() => undefined}
    />,
  );
}
const unfold = () => userEvent.click(screen.getByRole('button', { name: /^Assessments \(Profile Comments\)/ }));

it('is not there without an earlier assessment', () => {
  show([current]);
  expect(screen.queryByText('Assessments (Profile Comments)')).toBeNull();
});

it('has the earlier assessments, folded', async () => {
  show([current, ended]);
  expect(screen.queryByRole('article')).toBeNull();
  await unfold();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

it.each([
  ['whose last round nobody rated', { comments: [{}] }, 'The last round ended without ratings'],
  ['that nobody ever rated', {}, 'Ended before anyone rated'],
])('says of an assessment %s how it ended', async (_, changes, words) => {
  show([current, { ...ended, ...changes }]);
  await unfold();
  screen.getByText(words);
  expect(screen.queryByText(/ done$/)).toBeNull();
});

it('counts the assessors of one that was rated', async () => {
  show([current, { ...ended, testTimesRated: 3, comments: [{}] }]);
  await unfold();
  screen.getByText(/^3 .*done$/);
});
