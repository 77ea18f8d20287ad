import { consumers, photosRpc, type RequestContext } from '@candid/contracts';
import { awaitConsumer, commandContext, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { Assessments, type OwnPhoto } from '../assessments/assessments.js';
import { PhotoQuery } from '../listing/photo.query.js';
import { MovePhoto } from './move-photo.js';

/**
 * Ends the photo's assessment, then puts the photo into the bank: a photo never leaves the pool while it can still be rated.
 * There is nothing to undo: an end whose return failed stands, and the repeat of the request under its key goes on from there.
 */
@Injectable()
export class EndAndReturn {
  constructor(
    private readonly photos: PhotoQuery,
    private readonly assessments: Assessments,
    private readonly moves: MovePhoto,
    private readonly rpc: RpcClient,
  ) {}

  async run(photo: OwnPhoto, context: RequestContext) {
    // Without the database the second step is certain to fail: then nothing ends.
    await this.photos.byIds([photo.photoId]);
    const ended = await this.assessments.end({ ...photo, leavesPlanner: true }, context);
    const { eventIds } = await this.moves.toBank(photo, commandContext(photosRpc.endAndReturn, context));
    await awaitConsumer(this.rpc, consumers.assessments['record-move-on-photo-returned-to-bank'], eventIds, context);
    return ended;
  }
}
