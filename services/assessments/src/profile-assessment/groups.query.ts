import { type EvaluationGroup, type GeneralRating, PRODUCT } from '@candid/contracts';
import { MikroORM } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { type AskedPage, afterCursor, newestFirst, pageOf } from '../newest-page.js';
import { meanSliderOf, profileRangeOf } from '../results/domain/profile-range.js';
import { rankComments } from '../results/domain/rank-comments.js';
import { groupUnknown } from './domain/errors.js';
import { EvaluationGroupRow } from './evaluation-group.entity.js';
import { GeneralRatingRow } from './general-rating.entity.js';

@Injectable()
export class GroupsQuery {
  constructor(@Inject(MikroORM) private readonly orm: { em: EntityManager }) {}

  /** Whose the group is; throws NOT_FOUND. */
  async ownerOf(groupId: string): Promise<string> {
    return (await this.row(groupId)).ownerId;
  }

  /** Throws NOT_FOUND. */
  async byId(groupId: string): Promise<EvaluationGroup> {
    const row = await this.row(groupId);
    const ratings = await this.orm.em.fork().find(GeneralRatingRow, { groupId });
    return groupOf(row, ratings);
  }

  /** Newest first. */
  async ofOwner(ownerId: string): Promise<EvaluationGroup[]> {
    const em = this.orm.em.fork();
    const rows = await em.find(
      EvaluationGroupRow,
      { ownerId },
      { orderBy: { createdAt: 'desc', groupId: 'desc' }, limit: LIMITS.groupsListedMax },
    );
    const ratings = await em.find(GeneralRatingRow, { groupId: { $in: rows.map(({ groupId }) => groupId) } });
    return rows.map((row) =>
      groupOf(
        row,
        ratings.filter(({ groupId }) => groupId === row.groupId),
      ),
    );
  }

  /** What assessors left on the owner's profiles, newest first; never who they are. */
  async ratingsOf(
    ownerId: string,
    page: AskedPage = {},
  ): Promise<{ ratings: GeneralRating[]; nextCursor: string | null }> {
    const limit = page.limit ?? LIMITS.ratingsListedMax;
    const where = { ownerId, ...afterCursor(page) };
    const rows = await this.orm.em.fork().find(GeneralRatingRow, where, { orderBy: newestFirst, limit: limit + 1 });
    const { shown, nextCursor } = pageOf(rows, limit);
    const ratings = shown.map(({ groupId, comments, acceptedAt }) => {
      const ratedAt = acceptedAt.toISOString();
      return { groupId, score: meanSliderOf(comments), ratedAt, createdAt: ratedAt, comments } as GeneralRating;
    });
    return { ratings, nextCursor };
  }

  /** Over all runs of the owner's group; throws NOT_FOUND. */
  async rangeOf(ownerId: string, groupId: string) {
    if ((await this.ownerOf(groupId)) !== ownerId) throw groupUnknown();
    const ratings = await this.orm.em.fork().find(GeneralRatingRow, { groupId });
    return profileRangeOf(
      ratings.map(({ comments }) => comments),
      PRODUCT,
    );
  }

  /** What ending the owner's profile assessment now would give back. */
  async refundTokensOf(ownerId: string): Promise<number> {
    const rows = await this.orm.em.fork().find(EvaluationGroupRow, { ownerId, status: 'running' });
    return rows.reduce((sum, row) => sum + row.testLimit - row.testTimesRated, 0) * PRODUCT.pricePerAssessorTokens;
  }

  private async row(groupId: string): Promise<EvaluationGroupRow> {
    const row = await this.orm.em.fork().findOne(EvaluationGroupRow, { groupId });
    if (!row) throw groupUnknown();
    return row;
  }
}

function groupOf(row: EvaluationGroupRow, ratings: readonly GeneralRatingRow[]): EvaluationGroup {
  const { groupId, ownerId: userId, photoIds, testLimit, originalNumber, testTimesRated, status } = row;
  const { commentsSelected, commentsRequired, hasConfirmed } = row;
  return {
    groupId,
    userId,
    photoIds,
    testLimit,
    originalNumber,
    testTimesRated,
    comments: rankComments(ratings.flatMap(({ comments }) => comments)),
    commentsSelected,
    commentsRequired,
    hasConfirmed,
    limitReached: testTimesRated >= testLimit,
    running: status === 'running',
    currentTestStartedAt: row.startedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  } as EvaluationGroup;
}
