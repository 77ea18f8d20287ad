import {
  assessmentsRpc,
  evaluationGroupsRpc,
  type GroupId,
  type PhotoId,
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

/** The tokens service's holds as far as this service asks for them; the real one has its own specs. */
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
    holds.all.get(holdId)!.isVoided = true;
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
  evaluatorsCount: number;
  commentsSelected?: [number, number][];
  key?: string;
}

/** Owners and assessors of profiles, asking the service of the fixture over NATS. */
export class GroupsFixture {
  private constructor(
    private readonly assessments: AssessmentsFixture,
    private readonly tokens: RunningProcess,
  ) {}

  static async start(assessments: AssessmentsFixture): Promise<GroupsFixture> {
    const config = assessments.coreConfig();
    return new GroupsFixture(assessments, await startService(TokensModule, { name: 'tokens', config }));
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

  /** Between the next hold and what is appended with it. */
  afterNextHold(work: () => Promise<unknown>): void {
    holds.beforeAnswer = work;
  }

  failNextAfterHold(): void {
    holds.failsAfterHold = true;
  }

  request(userId: UserId, photoIds: PhotoId[], { evaluatorsCount, key }: Wanted) {
    const { requestGroup } = evaluationGroupsRpc;
    return this.assessments.rpc.call(requestGroup, { userId, photoIds, evaluatorsCount }, this.context(userId, key));
  }

  change(userId: UserId, groupId: GroupId, { key, ...wanted }: Wanted) {
    const { changeGroup } = evaluationGroupsRpc;
    return this.assessments.rpc.call(changeGroup, { userId, groupId, ...wanted }, this.context(userId, key));
  }

  end(userId: UserId, groupId: GroupId, key?: string) {
    return this.assessments.rpc.call(evaluationGroupsRpc.endGroup, { userId, groupId }, this.context(userId, key));
  }

  evaluate(groupId: GroupId, ownerId: UserId, raterId: UserId, left: unknown[] = comments) {
    const request = { groupId, ownerId, raterId, comments: left };
    return this.assessments.rpc.call(evaluationGroupsRpc.submitGeneralRating, request, this.context(raterId));
  }

  /** The ids of the groups that are offered, in order. */
  async open(assessorId: UserId): Promise<GroupId[]> {
    const { listOpenGroups } = evaluationGroupsRpc;
    const { entries } = await this.assessments.rpc.call(listOpenGroups, { assessorId }, this.context(assessorId));
    return entries.map(({ groupId }) => groupId);
  }

  openGroup(userId: UserId, groupId: GroupId) {
    return this.assessments.rpc.call(evaluationGroupsRpc.openGroup, { userId, groupId }, this.context(userId));
  }

  async own(userId: UserId) {
    const { listOwnGroups } = evaluationGroupsRpc;
    return (await this.assessments.rpc.call(listOwnGroups, { userId }, this.context(userId))).groups;
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
