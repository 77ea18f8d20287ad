import type { Section } from './events.js';
import type { KeptPhoto } from './state.js';

export type Placeholder = 'profile' | 'rated' | 'unrated';

/** A photo as its owner is told about it, without links. */
export interface PhotoView {
  photoId: string;
  userId: string;
  section: Section;
  placeholder: Placeholder;
  photoAssessmentId: string | null;
  createdAt: string;
}

export type PhotoPlace = Pick<
  KeptPhoto,
  'photoId' | 'userId' | 'section' | 'returnTo' | 'photoAssessmentId' | 'timesRated'
> & {
  uploadedAt: Date;
};

/** The bank shows a photo among the rated or the unrated ones by its ratings alone. */
export function viewOf({
  photoId,
  userId,
  section,
  returnTo,
  photoAssessmentId,
  timesRated,
  uploadedAt,
}: PhotoPlace): PhotoView {
  const place = section === 'testing' ? returnTo : section;
  const placeholder = place === 'profile' ? 'profile' : timesRated > 0 ? 'rated' : 'unrated';
  return { photoId, userId, section, placeholder, photoAssessmentId, createdAt: uploadedAt.toISOString() };
}
