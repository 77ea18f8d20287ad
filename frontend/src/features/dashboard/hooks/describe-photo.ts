import type { Photo } from '@candid/contracts';
import { shownScore } from '../../../lib/scores/fair-score';
import { dashboardTexts } from '../../../lib/texts/dashboard';

/** A photo in words: nothing is known of what is on it, so its score or its assessment names it. */
export function describePhoto(photo: Photo): string {
  if (photo.section === 'testing') return dashboardTexts.photoTesting(photo.testTimesRated, photo.testLimit);
  const score = shownScore(photo);
  return score === null ? dashboardTexts.photoUnrated : dashboardTexts.photoRated(score, photo.timesRated);
}
