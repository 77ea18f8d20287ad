import type { PhotoAssessmentEvent } from './events.js';
import type { Assessment, StartedAssessment } from './state.js';

/**
 * Events that complete these assessments. They also complete the photo assessment if none of its other assessments
 * runs.
 */
export function completionsOf(
  photoAssessment: StartedAssessment,
  full: readonly Assessment[],
  completedAt: string,
): PhotoAssessmentEvent[] {
  const { photoAssessmentId, ownerId, isFirstAssessment } = photoAssessment;
  const fullIds = new Set(full.map(({ assessmentId }) => assessmentId));
  const events: PhotoAssessmentEvent[] = full.map(({ assessmentId, photoId }) => ({
    type: 'AssessedPhotoCompleted',
    data: { assessmentId, photoId, photoAssessmentId, ownerId, completedAt },
  }));
  const isOpen = ({ assessmentId, status }: Assessment) => status === 'running' && !fullIds.has(assessmentId);
  if (full.length === 0 || photoAssessment.assessments.some(isOpen)) return events;
  const photoIds = photoAssessment.assessments.filter(({ status }) => status !== 'ended').map(({ photoId }) => photoId);
  return [
    ...events,
    {
      type: 'PhotoAssessmentCompleted',
      data: { photoAssessmentId, ownerId, photoIds, isFirstAssessment, completedAt },
    },
  ];
}
