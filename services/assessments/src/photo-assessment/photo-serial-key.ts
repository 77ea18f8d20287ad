import type { Commands } from '@candid/event-store';
import { ownerStreams } from '../aggregates.js';
import { testStreamId } from './domain/events.js';

/** @returns what commands about a photo's newest assessment are serialised by, so that they wait for its submissions */
export async function photoSerialKey(
  commands: Commands,
  { userId, photoId }: { userId: string; photoId: string },
): Promise<string> {
  const { state } = await commands.load(ownerStreams, userId);
  const testId = state.testsByPhoto[photoId];
  return testId === undefined ? `photo ${photoId}` : testStreamId(testId);
}
