import { consumers, photosRpc, type RequestContext } from '@candid/contracts';
import { awaitConsumer, commandContext, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { Assessments, type OwnPhoto } from '../assessments/assessments.js';
import { PhotoQuery } from '../listing/photo.query.js';
import { DeletePhoto } from './delete-photo.js';

/**
 * Ends the photo's assessment, then deletes the photo. There is nothing to undo: an end whose deletion failed stands, and the
 * repeat of the request under its key goes on from there and counts nothing twice.
 */
@Injectable()
export class DeletePhotoProcess {
  constructor(
    private readonly photos: PhotoQuery,
    private readonly assessments: Assessments,
    private readonly deletion: DeletePhoto,
    private readonly rpc: RpcClient,
  ) {}

  async run(photo: OwnPhoto, context: RequestContext) {
    // Without the database the second step is certain to fail: then nothing ends.
    await this.photos.byIds([photo.photoId]);
    const { isReportable = false, ...ended } = await this.assessments.end(
      { ...photo, removing: true, leavesPlanner: true },
      context,
    );
    const { eventIds } = await this.deletion.run(
      { ...photo, isReportable },
      commandContext(photosRpc.deletePhoto, context),
    );
    await awaitConsumer(this.rpc, consumers.assessments['forget-photo-on-photo-deleted'], eventIds, context);
    return ended;
  }
}
