import {
  assessmentsRpc,
  type PhotoId,
  type ProfileAssessmentId,
  profileAssessmentsRpc,
  tokensRpc,
  type UserId,
} from '@candid/contracts';
import { DomainError } from '@candid/event-store';
import { RpcHandler, type RunningProcess, startService } from '@candid/platform';
import { Controller, Module } from '@nestjs/common';
import type { z } from 'zod';
import type { AssessmentsFixture } from '../assessments.fixture.spec.js';

interface Hold {
  holdId: string;
  userId: string;
  assessmentId: string;
  amountTokens: number;
  isVoided: boolean;
}

/** A stub of the tokens service's holds, as far as this service uses them. The real service has its own specs. */
class Holds {
  readonly all = new Map<string, Hold>();
  readonly poor = new Set<string>();
  failsAfterHold = false;
  beforeAnswer: (() => Promise<unknown>) | undefined;
}

const holds = new Holds();

@Controller()
class HoldsController {
  @RpcHandler(tokensRpc.placeHold)
  async place({ holdId, userId, legs }: z.output<typeof tokensRpc.placeHold.request>): Promise<{ available: number }> {
    if (holds.poor.has(userId)) throw new DomainError('INSUFFICIENT_TOKENS', 'too few');
    const amountTokens = legs.reduce((sum, leg) => sum + leg.amountTokens, 0);
    const { assessmentId } = legs[0]!;
    const known = holds.all.get(holdId);
    if (known && (known.amountTokens !== amountTokens || known.assessmentId !== assessmentId)) {
      throw new DomainError('IDEMPOTENCY_KEY_REUSED', 'another hold');
    }
    if (known?.isVoided) throw new DomainError('CONFLICT', 'given back');
    if (!known) holds.all.set(holdId, { holdId, userId, assessmentId, amountTokens, isVoided: false });
    const { beforeAnswer } = holds;
    holds.beforeAnswer = undefined;
    await beforeAnswer?.();
    if (holds.failsAfterHold) {
      holds.failsAfterHold = false;
      throw new Error('lost on the way back');
    }
    return { available: 0 };
  }

  @RpcHandler(tokensRpc.voidHold)
  void({ holdId }: z.output<typeof tokensRpc.voidHold.request>): { available: number } {
    const hold = holds.all.get(holdId);
    if (!hold) throw new DomainError('NOT_FOUND', 'no hold');
    hold.isVoided = true;
    return { available: 0 };
  }
}

@Module({ controllers: [HoldsController] })
class TokensModule {}

const comments = [
  [51, 101, 15],
  [52, 105, 4],
];

interface Wanted {
  assessorsCount: number;
  commentsSelected?: [number, number][];
  key?: string;
}

/** Sends the requests of owners and assessors of profiles to the fixture's service over NATS. */
export class ProfilesFixture {
  private constructor(
    private readonly assessments: AssessmentsFixture,
    private readonly tokens: RunningProcess,
  ) {}

  static async start(assessments: AssessmentsFixture): Promise<ProfilesFixture> {
    const config = assessments.coreConfig();
    return new ProfilesFixture(assessments, await startService(TokensModule, { name: 'tokens', config }));
  }

  stop(): Promise<void> {
    return this.tokens.stop();
  }

  holdsOf(userId: UserId): Hold[] {
    return [...holds.all.values()].filter((hold) => hold.userId === userId);
  }

  refuse(userId: UserId): void {
    holds.poor.add(userId);
  }

  /** Runs `work` between the next hold and the append that depends on it. */
  afterNextHold(work: () => Promise<unknown>): void {
    holds.beforeAnswer = work;
  }

  failNextAfterHold(): void {
    holds.failsAfterHold = true;
  }

  request(userId: UserId, photoIds: PhotoId[], { assessorsCount, key }: Wanted) {
    const { requestProfileAssessment } = profileAssessmentsRpc;
    return this.assessments.rpc.call(
      requestProfileAssessment,
      { userId, photoIds, assessorsCount },
      this.context(userId, key),
    );
  }

  change(userId: UserId, profileAssessmentId: ProfileAssessmentId, { key, ...wanted }: Wanted) {
    const { changeProfileAssessment } = profileAssessmentsRpc;
    return this.assessments.rpc.call(
      changeProfileAssessment,
      { userId, profileAssessmentId, ...wanted },
      this.context(userId, key),
    );
  }

  end(userId: UserId, profileAssessmentId: ProfileAssessmentId, key?: string) {
    return this.assessments.rpc.call(
      profileAssessmentsRpc.endProfileAssessment,
      { userId, profileAssessmentId },
      this.context(userId, key),
    );
  }

  evaluate(profileAssessmentId: ProfileAssessmentId, ownerId: UserId, assessorId: UserId, left: unknown[] = comments) {
    const request = { profileAssessmentId, ownerId, assessorId, comments: left };
    return this.assessments.rpc.call(profileAssessmentsRpc.submitProfileRating, request, this.context(assessorId));
  }

  /** Ids of the profile assessments offered to the assessor, in order. */
  async open(assessorId: UserId): Promise<ProfileAssessmentId[]> {
    const { listOpenProfiles } = profileAssessmentsRpc;
    const { entries } = await this.assessments.rpc.call(listOpenProfiles, { assessorId }, this.context(assessorId));
    return entries.map(({ profileAssessmentId }) => profileAssessmentId);
  }

  openProfile(userId: UserId, profileAssessmentId: ProfileAssessmentId) {
    return this.assessments.rpc.call(
      profileAssessmentsRpc.openProfile,
      { userId, profileAssessmentId },
      this.context(userId),
    );
  }

  async own(userId: UserId) {
    const { listOwnProfileAssessments } = profileAssessmentsRpc;
    return (await this.assessments.rpc.call(listOwnProfileAssessments, { userId }, this.context(userId)))
      .profileAssessments;
  }

  async refund(userId: UserId): Promise<number> {
    const { calculateRefund } = assessmentsRpc;
    return (await this.assessments.rpc.call(calculateRefund, { userId }, this.context(userId))).refundTokens;
  }

  endAll(userId: UserId) {
    return this.assessments.rpc.call(assessmentsRpc.endAllAssessments, { userId }, this.context(userId));
  }

  private context(userId: UserId, key?: string) {
    return this.assessments.context(userId, key === undefined ? {} : { idempotency: { key, fingerprint: '' } });
  }
}
