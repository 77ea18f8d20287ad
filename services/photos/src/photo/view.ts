import type { StoredPhoto } from '@candid/contracts';
import { isCropWanted, isHeld } from './moderation.js';
import type { KeptPhoto } from './photo.js';

/** A photo as its owner sees it, without links. */
export interface PhotoView
  extends Pick<KeptPhoto, 'photoId' | 'userId' | 'section' | 'photoAssessmentId'>,
    Pick<StoredPhoto, 'placeholder' | 'createdAt' | 'moderation' | 'facesSeen'> {}

export interface PhotoPlace
  extends Pick<KeptPhoto, 'photoId' | 'userId' | 'section' | 'returnTo' | 'photoAssessmentId' | 'timesRated'>,
    Pick<KeptPhoto, 'uploadedAt' | 'faces'> {
  isHeld: boolean;
  isCropWanted: boolean;
}

/** Photos in the bank count as rated if they have at least one rating. */
export function viewOf(photo: PhotoPlace): PhotoView {
  const { photoId, userId, section, returnTo, photoAssessmentId, timesRated, uploadedAt, faces } = photo;
  const place = section === 'testing' ? returnTo : section;
  const placeholder = place === 'profile' ? 'profile' : timesRated > 0 ? 'rated' : 'unrated';
  return {
    ...{ photoId, userId, section, placeholder, photoAssessmentId },
    createdAt: uploadedAt.toISOString(),
    moderation: photo.isHeld ? 'held' : photo.isCropWanted ? 'crop-wanted' : 'none',
    facesSeen: faces === 'unknown' ? null : faces,
  };
}

export const viewOfState = ({ moderation, ...photo }: KeptPhoto): PhotoView =>
  viewOf({ ...photo, isHeld: isHeld(moderation), isCropWanted: isCropWanted(moderation) });
