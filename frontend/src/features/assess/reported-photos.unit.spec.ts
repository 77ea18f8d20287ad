import type { AssessedPhoto } from '@candid/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { OpenAssessment } from './open-assessment';
import { reportedPhotos, withoutReported } from './reported-photos';

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

afterEach(() => reportedPhotos.none());

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
