import { assessmentsRpc as rpc } from '@candid/contracts';
import { type Reply, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnerPhotos } from '../owner/owner-photos.js';
import { Participants } from '../participants/participants.rows.js';
import { AdjustedScoresQuery } from '../scoring/adjusted-scores.query.js';
import { PhotoScoresQuery } from './read-model.js';
import { ReceivedRatingsQuery } from './received-ratings.query.js';

const {
  getPhotoScores,
  getRatings,
  getRatingGroups,
  exportRatings,
  getConfidenceRange,
  comparePhotos,
  getScorePreferences,
  updateScorePreferences,
} = rpc;

@Controller()
export class Results {
  constructor(
    private readonly scores: PhotoScoresQuery,
    private readonly ratings: ReceivedRatingsQuery,
    private readonly participants: Participants,
    private readonly fairScores: AdjustedScoresQuery,
    private readonly ownerPhotos: OwnerPhotos,
  ) {}

  /** Asked by the gateway for photos whose place it has been given for the caller; names no person. */
  @RpcHandler(getPhotoScores)
  async byPhotos({ photoIds }: Sent<typeof getPhotoScores>) {
    return { scores: await this.scores.byPhotoIds(photoIds) };
  }

  @RpcHandler(getRatings)
  async received({ userId, photoId, ...page }: Sent<typeof getRatings>) {
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    return this.ratings.ofPhoto(photoId, page);
  }

  @RpcHandler(getRatingGroups)
  async groups({ userId, ...page }: Sent<typeof getRatingGroups>) {
    return this.ratings.groupsOf(userId, page);
  }

  /** Ratings of one's own photos, or one's own ratings. */
  @RpcHandler(exportRatings)
  async exported({ userId, side, ...page }: Sent<typeof exportRatings>) {
    return this.ratings.exported(userId, side, page);
  }

  @RpcHandler(getConfidenceRange)
  async confidence({ userId, photoId }: Sent<typeof getConfidenceRange>) {
    await this.ownerPhotos.requireOwn(userId, [photoId]);
    const [confidence, adjusted] = await Promise.all([
      this.scores.confidenceOf(photoId),
      this.fairScores.ofPhoto(photoId),
    ]);
    return { ...confidence, ...adjusted };
  }

  @RpcHandler(comparePhotos)
  async compare({ userId, photoIds }: Sent<typeof comparePhotos>) {
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
    } as Reply<typeof comparePhotos>;
  }

  @RpcHandler(getScorePreferences)
  async scorePreferences({ userId }: Sent<typeof getScorePreferences>) {
    return this.participants.scorePreferencesOf(userId);
  }

  @RpcHandler(updateScorePreferences)
  async chooseScorePreferences({ userId, ...chosen }: Sent<typeof updateScorePreferences>) {
    await this.participants.chooseScorePreferences(userId, chosen);
    return this.participants.scorePreferencesOf(userId);
  }
}
