import type { AssessmentSettings } from '../../../photo-assessment/domain/events.js';

export interface LookingFor {
  gender: 'Man' | 'Woman' | 'All';
  relationshipType: 'Serious' | 'Casual' | 'Either';
}

interface ShownPhoto {
  assessmentId: string;
  /** As the assessor knows it. */
  photoId: string;
  storedPhotoId: string;
}

/**
 * A pair as one assessor meets it. Nothing in it is known from elsewhere: ids are drawn for this showing, and what is asked is
 * taken from a photo assessment of the same page, beside which it stands.
 */
export interface GoldShowing {
  photoAssessmentId: string;
  assessorId: string;
  goldId: string;
  ownerId: string;
  /** The house account's. */
  accountId: string;
  /** Of the fine one, of the bad one. */
  photos: [ShownPhoto, ShownPhoto];
  settings: AssessmentSettings;
  timesRated: number;
  lookingFor: LookingFor;
  /** Ids, as the assessor knows them, of the showing's photos that the assessor reported. */
  hiddenPhotoIds: string[];
}

/** A photo assessment of the page. */
export interface Template {
  photoAssessmentId: string;
  testTimesRated: number;
  settings: AssessmentSettings;
}
