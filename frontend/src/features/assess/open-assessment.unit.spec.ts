import type { AssessedPhoto } from '@candid/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  isComplete,
  type OpenAssessment,
  photosToRate,
  remainingOf,
  reportedPhotos,
  withoutReported,
} from './open-assessment';

describe('progress', () => {
  const photo = (_id: string, change: Partial<AssessedPhoto> = {}) =>
    ({ _id, section: 'testing', isBenchmark: false, ratingRequired: true, minComments: 1, ...change }) as AssessedPhoto;
  const test = (photos: AssessedPhoto[]) => ({ photos, profile: null });

  describe('an assessment under way', () => {
    it('lacks a rating and the comments of each untouched photo', () => {
      expect(remainingOf(test([photo('a'), photo('b', { minComments: 2 })]), {})).toEqual({ ratings: 2, comments: 3 });
    });

    it('is complete once each photo has what it asks for', () => {
      const entries = { a: { rating: 12, comments: [[1, 1, 15] as [number, number, number]] } };
      expect(isComplete(remainingOf(test([photo('a')]), entries))).toBe(true);
    });

    it('asks for no rating where none is required', () => {
      expect(remainingOf(test([photo('a', { ratingRequired: false })]), {})).toEqual({ ratings: 0, comments: 1 });
    });

    it('counts no more than is asked for', () => {
      const comments = [[1, 1, 15] as [number, number, number], [1, 2, 15] as [number, number, number]];
      expect(remainingOf(test([photo('a'), photo('b')]), { a: { rating: 3, comments } })).toEqual({
        ratings: 1,
        comments: 1,
      });
    });

    it('leaves benchmarks and planner photos alone', () => {
      expect(
        photosToRate([photo('a'), photo('b', { isBenchmark: true }), photo('c', { section: 'profile' })]),
      ).toHaveLength(1);
    });

    it('lacks the required comments but no rating if it is about a profile', () => {
      const asked = { photos: [photo('a')], profile: { groupId: 'g', commentsSelected: [], commentsRequired: 1 } };
      const comments = [[51, 101, 15] as [number, number, number]];
      expect(remainingOf(asked, {})).toEqual({ ratings: 0, comments: 1 });
      expect(remainingOf(asked, { g: { rating: null, comments } })).toEqual({ ratings: 0, comments: 0 });
    });
  });
});

describe('reported photos', () => {
  const photo = (_id: string, isBenchmark = false) =>
    ({ _id, isBenchmark, section: isBenchmark ? 'profile' : 'testing' }) as AssessedPhoto;
  const assessment: OpenAssessment = {
    id: 'owner',
    photos: [photo('one'), photo('two')],
    benchmarkPhotos: [photo('example', true)],
    profile: null,
    slotMs: 900_000,
  };
  const profile = { groupId: 'group', commentsSelected: [], commentsRequired: 1 };
  const idsOf = (left: OpenAssessment | null) =>
    left && [...left.photos, ...left.benchmarkPhotos].map(({ _id }) => _id).join();

  afterEach(() => reportedPhotos.clear());

  describe('an assessment with a reported photo', () => {
    it('goes on with the other photos', () => {
      expect(withoutReported(assessment)).toBe(assessment);
      reportedPhotos.add('one');
      expect(idsOf(withoutReported(assessment))).toBe('two,example');
    });

    it('goes on with all photos to rate where an example was reported', () => {
      reportedPhotos.add('example');
      expect(idsOf(withoutReported(assessment))).toBe('one,two');
    });

    it('is over once nothing is left to rate', () => {
      reportedPhotos.add('one');
      reportedPhotos.add('two');
      expect(withoutReported(assessment)).toBe(null);
    });

    it('is over at once where it is about a profile as a set', () => {
      reportedPhotos.add('one');
      expect(withoutReported({ ...assessment, profile })).toBe(null);
    });
  });
});
