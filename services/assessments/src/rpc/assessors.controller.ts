import { assessorStandingRpc, type RequestContext } from '@candid/contracts';
import { commandContext, RpcHandler } from '@candid/platform';
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { assessorUnknown, ChangeStanding } from '../assessor-quality/assessor-standing.js';
import { RegisterGoldPair } from '../assessor-quality/gold/register-gold-pair.js';
import { StandingsQuery } from '../assessor-quality/standings.query.js';
import { OwnWrites } from '../own-writes.js';
import { Participants } from '../participants/participants.rows.js';
import { requireCaller } from './caller.js';

const { getAssessorStanding, appealAssessorStanding, listJudgedAssessors, reinstateAssessor, registerGoldPair } =
  assessorStandingRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class AssessorsController {
  constructor(
    private readonly standings: StandingsQuery,
    private readonly changing: ChangeStanding,
    private readonly participants: Participants,
    private readonly registering: RegisterGoldPair,
    private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(getAssessorStanding)
  async standing(
    { userId }: Request<typeof getAssessorStanding>,
    context: RequestContext,
  ): Reply<typeof getAssessorStanding> {
    requireCaller(context, userId);
    return this.standings.ownOf(userId);
  }

  @RpcHandler(appealAssessorStanding)
  async appeal(
    { userId, text }: Request<typeof appealAssessorStanding>,
    context: RequestContext,
  ): Reply<typeof appealAssessorStanding> {
    requireCaller(context, userId);
    const appeal = { type: 'Appeal', assessorId: userId } as const;
    await this.ownWrites.shownInStandings(
      await this.changing.run(appeal, commandContext(appealAssessorStanding, context), text),
    );
    return this.standings.ownOf(userId);
  }

  @RpcHandler(listJudgedAssessors)
  async list(request: Request<typeof listJudgedAssessors>): Reply<typeof listJudgedAssessors> {
    return this.standings.page(request);
  }

  @RpcHandler(reinstateAssessor)
  async reinstate(
    { userId, reason }: Request<typeof reinstateAssessor>,
    context: RequestContext,
  ): Reply<typeof reinstateAssessor> {
    await this.participants.requireAssessor(userId).catch(() => Promise.reject(assessorUnknown()));
    const reinstate = { type: 'Reinstate', assessorId: userId, reason } as const;
    await this.ownWrites.shownInStandings(
      await this.changing.run(reinstate, commandContext(reinstateAssessor, context)),
    );
    return { standing: 'good' };
  }

  @RpcHandler(registerGoldPair)
  async register(request: Request<typeof registerGoldPair>, context: RequestContext): Reply<typeof registerGoldPair> {
    const { goldId, events } = await this.registering.run(request, commandContext(registerGoldPair, context));
    await this.ownWrites.shownInStandings(events);
    return { goldId };
  }
}
