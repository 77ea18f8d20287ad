import type { ReceivedRating } from '@candid/contracts';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../../config.js';
import { PhotoScoreRow } from './photo-score.entity.js';
import { ReceivedRatingRow } from './received-rating.entity.js';

export interface RatingGroup {
  /** Of the group's newest rating. */
  ratedAt: string;
  ratings: ReceivedRating[];
}

const newestFirst = { acceptedAt: 'desc', submissionId: 'desc', photoId: 'asc' } as const;

@Injectable()
export class ReceivedRatingsQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /** The photo's ratings of its newest test, and those of the tests before; newest first. Never who rated. */
  async ofPhoto(photoId: string): Promise<{ currentRatings: ReceivedRating[]; pastRatings: ReceivedRating[] }> {
    const em = this.orm.em.fork();
    const score = await em.findOne(PhotoScoreRow, { photoId }, { fields: ['testId'] });
    const rows = await em.find(
      ReceivedRatingRow,
      { photoId },
      { orderBy: newestFirst, limit: LIMITS.ratingsListedMax },
    );
    const isCurrent = (row: ReceivedRatingRow): boolean => row.testId === score?.testId;
    return {
      currentRatings: rows.filter(isCurrent).map(received),
      pastRatings: rows.filter((row) => !isCurrent(row)).map(received),
    };
  }

  /** The owner's ratings by test, the test with the newest rating first. */
  async groupsOf(ownerId: string): Promise<RatingGroup[]> {
    const rows = await this.orm.em
      .fork()
      .find(ReceivedRatingRow, { ownerId }, { orderBy: newestFirst, limit: LIMITS.ratingsListedMax });
    const groups = new Map<string, RatingGroup>();
    for (const row of rows) {
      const group = groups.get(row.testId);
      if (group) group.ratings.push(received(row));
      else groups.set(row.testId, { ratedAt: row.acceptedAt.toISOString(), ratings: [received(row)] });
    }
    return [...groups.values()];
  }
}

function received({ photoId, testId, score, comments, acceptedAt }: ReceivedRatingRow): ReceivedRating {
  const ratedAt = acceptedAt.toISOString();
  return { score, ratedAt, createdAt: ratedAt, comments, photoId, groupId: testId } as ReceivedRating;
}
