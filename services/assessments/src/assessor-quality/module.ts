import { assessorStandingRpc, type RequestContext } from '@candid/contracts';
import { commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Controller } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { Participants } from '../participants/participants.rows.js';
import { GoldQuery, GoldShowings } from './gold-showings.js';
import { RegisterGoldPair, ShowGoldPair } from './show-gold-pair.js';
import { assessorUnknown, ChangeStanding, StandingsQuery } from './standings.js';

const { getAssessorStanding, appealAssessorStanding, listJudgedAssessors, reinstateAssessor, registerGoldPair } =
  assessorStandingRpc;

@Controller()
class AssessorQualityMessages {
  constructor(
    private readonly standings: StandingsQuery,
    private readonly changing: ChangeStanding,
    private readonly participants: Participants,
    private readonly registering: RegisterGoldPair,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(getAssessorStanding)
  async standing({ userId }: Sent<typeof getAssessorStanding>) {
    return this.standings.ownOf(userId);
  }

  @RpcHandler(appealAssessorStanding)
  async appeal({ userId, text }: Sent<typeof appealAssessorStanding>, context: RequestContext) {
    const appeal = { type: 'Appeal', assessorId: userId } as const;
    await this.ownWrites.shownInStandings(
      await this.changing.run(appeal, commandContext(appealAssessorStanding, context), text),
    );
    return this.standings.ownOf(userId);
  }

  @RpcHandler(listJudgedAssessors)
  async list(request: Sent<typeof listJudgedAssessors>) {
    return this.standings.page(request);
  }

  @RpcHandler(reinstateAssessor)
  async reinstate({ userId, reason }: Sent<typeof reinstateAssessor>, context: RequestContext) {
    await this.participants.requireAssessor(userId).catch(() => Promise.reject(assessorUnknown()));
    const reinstate = { type: 'Reinstate', assessorId: userId, reason } as const;
    await this.ownWrites.shownInStandings(
      await this.changing.run(reinstate, commandContext(reinstateAssessor, context)),
    );
    return { standing: 'good' as const };
  }

  @RpcHandler(registerGoldPair)
  async register(request: Sent<typeof registerGoldPair>, context: RequestContext) {
    const { goldId, events } = await this.registering.run(request, commandContext(registerGoldPair, context));
    await this.ownWrites.shownInStandings(events);
    return { goldId };
  }
}

export const assessorQuality = {
  controllers: [AssessorQualityMessages],
  providers: [ShowGoldPair, RegisterGoldPair, ChangeStanding, StandingsQuery, GoldQuery, GoldShowings],
};
