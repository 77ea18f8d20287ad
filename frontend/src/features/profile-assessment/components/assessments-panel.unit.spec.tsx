/** @jest-environment jsdom */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { ProfileAssessments } from '../hooks/use-profile-assessments';
import { AssessmentsPanel } from './assessments-panel';

afterEach(cleanup);

const ended = {
  ...{ groupId: 'round', photos: [], isCurrentProfile: true, hasConfirmed: true, comments: [] },
  ...{ testLimit: 4, testTimesRated: 0, currentTestStartedAt: '2026-11-21T10:00:00.000Z' },
};

function show(changes: object = {}) {
  const round = { ...ended, ...changes };
  const assessments = { rounds: [round], current: round, query: { data: [round] }, busy: false };
  render(
    <AssessmentsPanel
      assessments={assessments as unknown as ProfileAssessments}
      photos={[]}
      onOpen={() => undefined}
      onSetUp={() => undefined}
    />,
  );
}

it.each([
  ['whose last round nobody rated', { comments: [{}] }, 'The last round ended without ratings'],
  ['that nobody ever rated', {}, 'Ended before anyone rated'],
])('says of an assessment %s how it ended', (_, changes, words) => {
  show(changes);
  screen.getByText(words);
  expect(screen.queryByText(/ done$/)).toBeNull();
});

it('counts the assessors of one that was rated', () => {
  show({ testTimesRated: 3, comments: [{}] });
  screen.getByText(/^3 .*done$/);
});
