import { photosRpc } from '@candid/contracts';
import { asOperator } from './operator.mjs';

const timeoutMs = 10_000;

/** Deletes the evidence that the case keeps under a legal hold. @returns the photo's id. @throws if there is no such hold */
export async function releaseHold(natsUrl, { caseId, reason }) {
  const { photoId } = await asOperator({ natsUrl, name: 'moderation-command', timeoutMs }, (call) =>
    call(photosRpc.releaseLegalHold, { caseId, reason }),
  );
  return photoId;
}
