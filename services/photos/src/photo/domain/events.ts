import type { ModerationEvent } from './moderation-events.js';

export type Faces = 'none' | 'one' | 'several' | 'unknown';

/**
 * A hint for a moderator. `score` and `likeness` are from 0 to 1. `failed` means that the picture could not be
 * screened.
 */
export type ScreeningFinding =
  | { kind: 'nudity'; score: number }
  | { kind: 'removedBefore'; photoId: string; likeness: number }
  | { kind: 'otherAccount'; photoId: string; userId: string; likeness: number }
  | { kind: 'failed' };

/** Where a photo stands. */
export type Section = 'testing' | 'profile' | 'bank';
/** Where a photo under assessment goes when that ends. */
export type ReturnPlace = 'profile' | 'bank';

/** Stream `photo-<photoId>`. With a `photoAssessmentId` the photo was uploaded for a test whose start is still to come. */
export interface PhotoUploaded {
  type: 'PhotoUploaded';
  data: {
    photoId: string;
    userId: string;
    photoAssessmentId: string | null;
    uploadedAt: string;
    /** True if assessors may see the photo only after screening. */
    awaitsScreening?: true;
  };
}

export interface PhotoPlacedInTesting {
  type: 'PhotoPlacedInTesting';
  data: { photoAssessmentId: string; returnTo: ReturnPlace };
}

export interface PhotoPlacedInProfile {
  type: 'PhotoPlacedInProfile';
  data: { photoId: string; userId: string; wasFirstProfileSet: boolean };
}

/** With an `awaitedPhotoAssessmentId` it was given up waiting for that test's start. */
export interface PhotoReturnedToBank {
  type: 'PhotoReturnedToBank';
  data: { photoId: string; userId: string; wasInProfile: boolean; awaitedPhotoAssessmentId?: string };
}

export interface ReturnPlaceChosen {
  type: 'ReturnPlaceChosen';
  data: { returnTo: ReturnPlace };
}

export interface PhotoRated {
  type: 'PhotoRated';
  data: { photoAssessmentId: string };
}

/** The test's assessment of this photo is over; a start of it that becomes known later changes nothing any more. */
export interface PhotoTestEnded {
  type: 'PhotoTestEnded';
  data: { photoAssessmentId: string };
}

/** What the test's ratings were worth is gone, also of ratings that become known later. */
export interface PhotoRatingsReset {
  type: 'PhotoRatingsReset';
  data: { photoAssessmentId: string; removedRatings: number };
}

/**
 * `isInQuarantine`: a case is about the photo, or somebody may report it until `reportableUntil`. Its pictures are kept until they are
 * purged.
 */
export interface PhotoDeleted {
  type: 'PhotoDeleted';
  data: { photoId: string; userId: string; isInQuarantine?: true; reportableUntil?: string };
}

/** `faces` is `unknown` if face detection was off or failed. Nothing else about faces is stored. */
export interface PhotoScreened {
  type: 'PhotoScreened';
  data: { photoId: string; userId: string; findings: readonly ScreeningFinding[]; faces: Faces; screenedAt: string };
}

export type PhotoEvent =
  | PhotoUploaded
  | PhotoPlacedInTesting
  | PhotoPlacedInProfile
  | PhotoReturnedToBank
  | ReturnPlaceChosen
  | PhotoRated
  | PhotoTestEnded
  | PhotoRatingsReset
  | PhotoDeleted
  | PhotoScreened
  | ModerationEvent;
