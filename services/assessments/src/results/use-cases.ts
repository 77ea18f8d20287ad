import { assessmentsRpc as rpc } from '@candid/contracts';
import { type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { Participants } from '../participants/participants.rows.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { PhotoScoresQuery } from './read-model.js';

@Controller()
export class Results {
  constructor(
    private readonly scores: PhotoScoresQuery,
    private readonly participants: Participants,
    private readonly fairScores: AdjustedScoresQuery,
    private readonly ownerPhotos: OwnerPhotos,
  ) {}

  /** The gateway asks only for photos that the photos service returned for the caller. The answer names no person. */
  @RpcHandler(rpc.getPhotoScores)
  async byPhotos({ photoIds }: Sent<typeof rpc.getPhotoScores>) {
    return { scores: await this.scores.byPhotoIds(photoIds) };
  }

  @RpcHandler(rpc.getConfidenceRange)
  async confidence({ userId, photoId }: Sent<typeof rpc.getConfidenceRange>) {
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    const [confidence, adjusted] = await Promise.all([
      this.scores.confidenceOf(photoId),
      this.fairScores.ofPhoto(photoId),
    ]);
    return { ...confidence, ...adjusted };
  }

  @RpcHandler(rpc.comparePhotos)
  async compare({ userId, photoIds }: Sent<typeof rpc.comparePhotos>) {
    await this.ownerPhotos.requireOwn(userId, photoIds);
    const { compareBy } = await this.participants.scorePreferencesOf(userId);
    const { comparisons, ...compared } = await this.fairScores.compare(photoIds, compareBy);
    return {
      ...compared,
      comparisons: comparisons.map(({ winner = null, ratersToTell = null, ...pair }) => ({
        ...pair,
        winner,
        ratersToTell,
      })),
    } as Reply<typeof rpc.comparePhotos>;
  }

  @RpcHandler(rpc.getScorePreferences)
  async scorePreferences({ userId }: Sent<typeof rpc.getScorePreferences>) {
    return this.participants.scorePreferencesOf(userId);
  }

  @RpcHandler(rpc.updateScorePreferences)
  async chooseScorePreferences({ userId, ...chosen }: Sent<typeof rpc.updateScorePreferences>) {
    await this.participants.chooseScorePreferences(userId, chosen);
    return this.participants.scorePreferencesOf(userId);
  }
}
