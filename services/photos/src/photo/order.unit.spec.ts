import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PhotoCommand, PlannerAdmission } from './commands.js';
import { photoDecider } from './decide.js';
import type { PhotoState } from './photo.js';

const planner: PlannerAdmission = { hasFirstTested: true, hasMadeFirstProfile: true, ratingsMin: 3 };

const upload: PhotoCommand = {
  type: 'UploadPhoto',
  photoId: 'photo',
  userId: 'owner',
  photoAssessmentId: 'test',
  awaitsScreening: false,
  now: new Date('2026-03-01T12:00:00.000Z'),
};

function outcomeOf(commands: PhotoCommand[]): Partial<Extract<PhotoState, { status: 'kept' }>> {
  let state = photoDecider.initialState();
  for (const command of [upload, ...commands]) {
    for (const event of photoDecider.decide(command, state)) state = photoDecider.evolve(state, event);
  }
  if (state.status !== 'kept') throw new Error('the photo is kept');
  const { section, returnTo, photoAssessmentId, timesRated } = state;
  return { section, returnTo, photoAssessmentId, timesRated };
}

const count: PhotoCommand = { type: 'CountRating', photoAssessmentId: 'test' };
const start: PhotoCommand = { type: 'StartTest', photoAssessmentId: 'test' };
const end: PhotoCommand = { type: 'EndTest', photoAssessmentId: 'test', planner };
const reset: PhotoCommand = { type: 'ResetTest', photoAssessmentId: 'test' };

describe('facts of one test', () => {
  const cases: [string, PhotoCommand[]][] = [
    ['a test that is running', [start, count, count]],
    ['a test that has ended', [start, count, count, end]],
    ['a test that was reset', [start, count, count, reset]],
    ['a test that was ended and reset', [start, count, count, end, reset]],
  ];

  it.each(cases)('lead to the same place in whatever order they come: %s', (_name, facts) => {
    const expected = outcomeOf(facts);
    fc.assert(
      fc.property(fc.shuffledSubarray(facts, { minLength: facts.length }), (order) => {
        expect(outcomeOf(order)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
