import { randomUUID } from 'node:crypto';
import { assessmentsEvents, type IntegrationEventEnvelope, type IntegrationEventType } from '@candid/contracts';
import type { StartedTest, TokensFixture } from '../../tokens.fixture.spec.js';
import type { Dice } from './dice.fixture.spec.js';

export interface Told {
  type: IntegrationEventType;
  event: IntegrationEventEnvelope;
}

interface Assessment {
  assessmentId: string;
  limit: number;
  submissionIds: string[];
  isEnded: boolean;
}

const { PhotoAssessmentStarted, RatingsAccepted, AssessedPhotoEnded, AssessedPhotoShrunk, AssessedPhotoExtended } =
  assessmentsEvents;
const { SpoiledRatingReplaced, SpoiledRatingRefunded } = assessmentsEvents;
const price = 5;

/**
 * Makes the events of one photo assessment that move tokens, in order: submissions, ends, fewer and more assessors,
 * spoiled ratings. The events immediately count as published; the caller delivers them.
 */
export class AssessedTest {
  readonly told: Told[] = [];
  private readonly assessments: Assessment[];

  constructor(
    private readonly tokens: TokensFixture,
    private readonly dice: Dice,
    private readonly test: StartedTest,
  ) {
    this.assessments = test.assessmentIds.map((assessmentId) => ({
      ...{ assessmentId, limit: 4, submissionIds: [], isEnded: false },
    }));
  }

  /** `holdFor` places the hold of an extension. */
  async live(assessorIds: readonly string[], holdFor: Hold): Promise<void> {
    await this.tell(PhotoAssessmentStarted, this.tokens.publishStart(this.test, { isLost: true }));
    for (const assessorId of assessorIds) {
      const open = this.assessments.filter(isOpen);
      if (open.length === 0) break;
      await this.rate(open, assessorId);
      for (const assessment of open) await this.happen(assessment, holdFor);
    }
    for (const assessment of this.assessments)
      if (assessment.isEnded && this.dice.happens(0.2)) await this.spoil(assessment);
  }

  private async rate(open: Assessment[], assessorId: string): Promise<void> {
    const submissionId = randomUUID();
    const assessmentIds = open.map(({ assessmentId }) => assessmentId);
    const rated = { ...this.test, assessmentIds };
    const reward = price * open.length;
    const event = this.tokens.publishRatings(rated, assessorId, reward, submissionId, { isLost: true });
    await this.tell(RatingsAccepted, event);
    for (const assessment of open) assessment.submissionIds.push(submissionId);
  }

  private async happen(assessment: Assessment, holdFor: Hold): Promise<void> {
    const roll = this.dice.roll();
    if (roll < 0.02) return this.spoil(assessment);
    if (!isOpen(assessment)) return;
    if (roll < 0.05) return this.end(assessment);
    if (roll < 0.08) return this.shrink(assessment);
    if (roll < 0.1) return this.extend(assessment, holdFor);
  }

  private end(assessment: Assessment): Promise<void> {
    assessment.isEnded = true;
    const refundTokens = price * left(assessment);
    return this.tell(
      AssessedPhotoEnded,
      this.tokens.publishEnd(this.test, assessment.assessmentId, refundTokens, { isLost: true }),
    );
  }

  private shrink(assessment: Assessment): Promise<void> {
    assessment.limit -= 1;
    const change = { refundId: randomUUID(), removedAssessors: 1, refundTokens: price };
    const data = { ...this.about(assessment), ...change, testLimit: assessment.limit, shrunkAt: this.now() };
    return this.tell(AssessedPhotoShrunk, this.tokens.lose(AssessedPhotoShrunk, data as never));
  }

  private async extend(assessment: Assessment, holdFor: Hold): Promise<void> {
    const additionalAssessors = 2;
    const amountTokens = price * additionalAssessors;
    const holdId = await holdFor(this.test.ownerId, [{ assessmentId: assessment.assessmentId, amountTokens }]);
    if (!holdId) return;
    assessment.limit += additionalAssessors;
    const change = { holdId, additionalAssessors, amountTokens, testLimit: assessment.limit, isReopened: false };
    const data = { ...this.about(assessment), ...change, extendedAt: this.now() };
    await this.tell(AssessedPhotoExtended, this.tokens.lose(AssessedPhotoExtended, data as never));
  }

  /** If the assessment is open, replaces the rating; otherwise, refunds it to the owner. */
  private spoil(assessment: Assessment): Promise<void> {
    const submissionId = assessment.submissionIds.shift()!;
    const rating = { ...this.about(assessment), submissionId, amountTokens: price };
    if (assessment.isEnded) {
      const data = { ...rating, refundedAt: this.now() };
      return this.tell(SpoiledRatingRefunded, this.tokens.lose(SpoiledRatingRefunded, data as never));
    }
    const data = { ...rating, testLimit: assessment.limit, isReopened: left(assessment) === 1, replacedAt: this.now() };
    return this.tell(SpoiledRatingReplaced, this.tokens.lose(SpoiledRatingReplaced, data as never));
  }

  private about({ assessmentId }: Assessment) {
    return {
      assessmentId,
      photoId: randomUUID(),
      photoAssessmentId: this.test.photoAssessmentId,
      userId: this.test.ownerId,
    };
  }

  private now(): string {
    return this.tokens.clock().toISOString();
  }

  private async tell(
    type: IntegrationEventType,
    event: IntegrationEventEnvelope | Promise<IntegrationEventEnvelope>,
  ): Promise<void> {
    this.told.push({ type, event: await event });
  }
}

/** Places a hold. Returns its id, or undefined if the owner has too few tokens. */
export type Hold = (
  ownerId: string,
  legs: readonly { assessmentId: string; amountTokens: number }[],
  holdMs?: number,
) => Promise<string | undefined>;

const left = ({ limit, submissionIds }: Assessment): number => limit - submissionIds.length;
const isOpen = (assessment: Assessment): boolean => !assessment.isEnded && left(assessment) > 0;
