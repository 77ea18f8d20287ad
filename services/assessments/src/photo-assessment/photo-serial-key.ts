import type { Commands } from '@candid/event-store';
import { ownerStreams } from '../aggregates.js';
import { photoAssessmentStreamId } from './domain/events.js';

/**
 * @returns the key that serialises commands about a photo's newest assessment, so that they wait for its submissions
 */
export async function photoSerialKey(
  commands: Commands,
  { userId, photoId }: { userId: string; photoId: string },
): Promise<string> {
  const { state } = await commands.load(ownerStreams, userId);
  const photoAssessmentId = state.photoAssessmentsByPhoto[photoId];
  return photoAssessmentId === undefined ? `photo ${photoId}` : photoAssessmentStreamId(photoAssessmentId);
}
