import { photosRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export interface EndedAssessment {
  /** All that came back, also for the ratings of a first assessment that was reset. */
  readonly refundTokens: number;
  /** The whole first assessment started over, with both its photos. */
  readonly resetOccurred: boolean;
}

export async function moveToProfile(photoId: string, idempotencyKey: string): Promise<{ wasFirstProfileSet: boolean }> {
  return call(photosRoutes.setProfile, { params: { photoId }, idempotencyKey });
}

/** Back to where a photo came from, once its assessment is done. */
export async function returnPhoto(photoId: string, idempotencyKey: string): Promise<void> {
  await call(photosRoutes.returnPhoto, { params: { photoId }, idempotencyKey });
}

/** Ends a running assessment and moves the photo to the bank. */
export async function moveToBank(photoId: string, idempotencyKey: string): Promise<EndedAssessment> {
  return endedOf(await call(photosRoutes.deactivate, { params: { photoId }, body: undefined, idempotencyKey }));
}

export async function deletePhoto(photoId: string, idempotencyKey: string): Promise<EndedAssessment> {
  return endedOf(await call(photosRoutes.deletePhoto, { params: { photoId }, idempotencyKey }));
}

const endedOf = ({ refundTokens, givenBackTokens, resetOccurred }: EndedAssessment & { givenBackTokens: number }) => ({
  refundTokens: refundTokens + givenBackTokens,
  resetOccurred,
});
