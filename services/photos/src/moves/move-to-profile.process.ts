import { consumers, photosRpc, type RequestContext } from '@candid/contracts';
import { awaitConsumer, commandContext, RemoteError, RpcClient } from '@candid/platform';
import { Injectable } from '@nestjs/common';
import { Assessments, type OwnPhoto } from '../assessments/assessments.js';
import type { ChangeAnswer } from '../photo/change-photo.js';
import { MovePhoto } from './move-photo.js';

/**
 * Moves a photo into the planner, then ends its assessment with a refund: a photo that may move is no longer rated. Where it
 * cannot be ended now, it ends when the assessments receive the move, which is done.
 */
@Injectable()
export class MoveToProfile {
  constructor(
    private readonly moves: MovePhoto,
    private readonly assessments: Assessments,
    private readonly rpc: RpcClient,
  ) {}

  async run(photo: OwnPhoto, context: RequestContext): Promise<ChangeAnswer> {
    const answer = await this.moves.toProfile(photo, commandContext(photosRpc.setProfile, context));
    const { wasFirstProfileSet, eventIds } = answer;
    const firstIds = wasFirstProfileSet ? eventIds : [];
    await this.assessments.end(photo, context).catch(unlessAway);
    await Promise.all([
      awaitConsumer(this.rpc, consumers.identity['flag-on-photo-placed-in-profile'], firstIds, context),
      awaitConsumer(this.rpc, consumers.assessments['record-move-on-photo-placed-in-profile'], eventIds, context),
    ]);
    return answer;
  }
}

function unlessAway(error: unknown): void {
  const isAway = error instanceof RemoteError && (error.code === 'UNAVAILABLE' || error.code === 'INTERNAL');
  if (!isAway) throw error;
}
