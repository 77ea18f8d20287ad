import { type RequestContext, ratersRpc } from '@candid/contracts';
import { commandContext, RpcHandler } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import type { z } from 'zod';
import { RegisterGoldPair } from '../assessor-quality/gold/register-gold-pair.js';
import { ChangeStanding, raterUnknown } from '../assessor-quality/rater-standing.js';
import { StandingsQuery } from '../assessor-quality/standings.query.js';
import { OwnWrites } from '../own-writes.js';
import { Participants } from '../participants/participants.rows.js';
import { requireCaller } from './caller.js';

const { getRaterStanding, appealRaterStanding, listRaters, reinstateRater, registerGoldTest } = ratersRpc;
type Request<Message extends { request: z.ZodType }> = z.output<Message['request']>;
type Reply<Message extends { reply: z.ZodType }> = Promise<z.input<Message['reply']>>;

@Controller()
export class RatersController {
  constructor(
    @Inject(StandingsQuery) private readonly standings: StandingsQuery,
    @Inject(ChangeStanding) private readonly changing: ChangeStanding,
    @Inject(Participants) private readonly participants: Participants,
    @Inject(RegisterGoldPair) private readonly registering: RegisterGoldPair,
    @Inject(OwnWrites) private readonly ownWrites: OwnWrites,
  ) {}

  @RpcHandler(getRaterStanding)
  async standing(
    { userId }: Request<typeof getRaterStanding>,
    context: RequestContext,
  ): Reply<typeof getRaterStanding> {
    requireCaller(context, userId);
    return this.standings.ownOf(userId);
  }

  @RpcHandler(appealRaterStanding)
  async appeal(
    { userId, text }: Request<typeof appealRaterStanding>,
    context: RequestContext,
  ): Reply<typeof appealRaterStanding> {
    requireCaller(context, userId);
    const appeal = { type: 'Appeal', raterId: userId } as const;
    await this.ownWrites.shownInStandings(
      await this.changing.run(appeal, commandContext(appealRaterStanding, context), text),
    );
    return this.standings.ownOf(userId);
  }

  @RpcHandler(listRaters)
  async list(request: Request<typeof listRaters>): Reply<typeof listRaters> {
    return this.standings.page(request);
  }

  @RpcHandler(reinstateRater)
  async reinstate(
    { userId, reason }: Request<typeof reinstateRater>,
    context: RequestContext,
  ): Reply<typeof reinstateRater> {
    await this.participants.requireAssessor(userId).catch(() => Promise.reject(raterUnknown()));
    const reinstate = { type: 'Reinstate', raterId: userId, reason } as const;
    await this.ownWrites.shownInStandings(await this.changing.run(reinstate, commandContext(reinstateRater, context)));
    return { standing: 'good' };
  }

  @RpcHandler(registerGoldTest)
  async register(request: Request<typeof registerGoldTest>, context: RequestContext): Reply<typeof registerGoldTest> {
    const { goldId, events } = await this.registering.run(request, commandContext(registerGoldTest, context));
    await this.ownWrites.shownInStandings(events);
    return { goldId };
  }
}
