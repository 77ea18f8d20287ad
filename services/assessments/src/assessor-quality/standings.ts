import {
  type JudgedAssessor,
  type OwnAssessorStanding,
  type RequestContext,
  assessorStandingRpc as rpc,
} from '@candid/contracts';
import { type CommandContext, Commands, DomainError, type RecordedEvent, type SqlSession } from '@candid/event-store';
import { CLOCK, type Clock, commandContext, RpcHandler, type Sent } from '@candid/platform';
import { Database } from '@candid/platform/orm';
import { Controller, Inject, Injectable } from '@nestjs/common';
import { OwnWrites } from '../kernel/own-writes.js';
import { cutPage, exactTime, isoTime, placeAfter } from '../kernel/paging.js';
import { Participants, requireRemaining } from '../participants/participants.rows.js';
import { SIGNAL_TEXTS } from '../participants/signals.js';
import { assessorPolicy, assessorStreamId } from './assessor.js';
import { assessorStreams } from './decide.js';

type Wanted = { assessorId: string } & ({ type: 'Appeal' } | { type: 'Reinstate'; reason: string });

@Injectable()
export class ChangeStanding {
  constructor(
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError CONFLICT if the assessor's standing does not allow the command */
  async run(command: Wanted, context: CommandContext, appeal?: string): Promise<RecordedEvent[]> {
    const { assessorId } = command;
    const { events } = await this.commands.execute(
      context,
      { serialBy: assessorStreamId(assessorId) },
      async (unit) => {
        (await unit.load(assessorStreams, assessorId)).decide({ ...command, at: this.clock().toISOString() });
        if (appeal !== undefined) {
          unit.guardAppend((session) => requireRemaining(session, assessorId));
          unit.writeWithEvents((session) => recordAppeal(session, assessorId, appeal));
        }
        return { isDone: true };
      },
    );
    return events;
  }
}

type Row = Omit<JudgedAssessor, 'userId'>;

const columns = `standing, signal, ${isoTime('since')} as since, ${isoTime('appealed_at')} as "appealedAt"`;
const appealText = 'select a.text from assessor_appeal a where a.assessor_id = s.assessor_id';

const ownSql = `select ${columns}, (${appealText}) as appeal from assessor_standing s where assessor_id = $1`;

const judgedColumns = `assessor_id as "userId", ${columns}, (${appealText} and s.appealed_at is not null) as appeal`;

const listSql = `select ${judgedColumns}, ${exactTime('since')} as exact_at
  from assessor_standing s
  where (case when $1::text is null then standing <> 'good' else standing = $1::text end)
    and ($2::timestamptz is null or (since, assessor_id) < ($2::timestamptz, $3::uuid))
  order by s.since desc, assessor_id desc limit $4::int`;

const advice = {
  good: 'All is well. Take the time to look at each photo, and rate what you see: there are no wrong tastes.',
  warned: `Please go on with more care. If your next ${assessorPolicy.turnsAfterWarning} assessments look the same, your assessing is paused.`,
  paused: 'You cannot assess for now. If you think that this is wrong, appeal: somebody will look into it.',
  appealed: 'Your appeal has reached us. Somebody will look into it; until then you cannot assess.',
} as const;

@Controller()
export class Standings {
  constructor(
    private readonly changing: ChangeStanding,
    private readonly participants: Participants,
    private readonly ownWrites: OwnWrites,
    private readonly database: Database,
  ) {}

  @RpcHandler(rpc.getAssessorStanding)
  async standing({ userId }: Sent<typeof rpc.getAssessorStanding>) {
    return this.ownOf(userId);
  }

  @RpcHandler(rpc.appealAssessorStanding)
  async appeal({ userId, text }: Sent<typeof rpc.appealAssessorStanding>, context: RequestContext) {
    const appeal = { type: 'Appeal', assessorId: userId } as const;
    const events = await this.changing.run(appeal, commandContext(rpc.appealAssessorStanding, context), text);
    await this.ownWrites.shownInStandings(events);
    return this.ownOf(userId);
  }

  @RpcHandler(rpc.reinstateAssessor)
  async reinstate({ userId, reason }: Sent<typeof rpc.reinstateAssessor>, context: RequestContext) {
    await this.participants.requireAssessor(userId).catch(() => {
      throw new DomainError('NOT_FOUND', 'There is no such assessor.');
    });
    const reinstate = { type: 'Reinstate', assessorId: userId, reason } as const;
    const events = await this.changing.run(reinstate, commandContext(rpc.reinstateAssessor, context));
    await this.ownWrites.shownInStandings(events);
    return { standing: 'good' as const };
  }

  /** @throws DomainError VALIDATION_FAILED for an invalid cursor */
  @RpcHandler(rpc.listJudgedAssessors)
  async page({ standing, cursor, limit }: Sent<typeof rpc.listJudgedAssessors>) {
    const values = [standing ?? null, ...placeAfter(cursor), limit + 1];
    const rows = await this.database.query<JudgedAssessor & { exact_at: string }>(listSql, values);
    const { shown: assessors, nextCursor } = cutPage(rows, limit, ({ userId }) => [userId]);
    return { assessors, nextCursor };
  }

  /** The standing as the assessor reads it. Only the export contains the signal and the text of the appeal. */
  private async ownOf(userId: string): Promise<Required<OwnAssessorStanding>> {
    const [row] = await this.database.query<Row>(ownSql, [userId]);
    const { standing = 'good', signal = null, since = null, appeal = null, appealedAt = null } = row ?? {};
    return {
      ...{ standing, signal, appeal, since, appealedAt },
      reason: signal && SIGNAL_TEXTS[signal],
      advice: advice[appealedAt ? 'appealed' : standing],
      canAppeal: standing === 'paused' && appealedAt === null,
    };
  }
}

/** Returns undefined for somebody who was never judged. */
export async function findJudged(session: SqlSession, userId: string): Promise<JudgedAssessor | undefined> {
  const sql = `select ${judgedColumns} from assessor_standing s where assessor_id = $1::uuid`;
  const [judged] = await session.query<JudgedAssessor>(sql, [userId]);
  return judged;
}

export async function recordAppeal(session: SqlSession, assessorId: string, text: string): Promise<void> {
  await session.query(
    `insert into assessor_appeal (assessor_id, text) values ($1, $2)
     on conflict (assessor_id) do update set text = excluded.text`,
    [assessorId, text],
  );
}

export async function forgetAppeal(session: SqlSession, assessorId: string): Promise<void> {
  await session.query('delete from assessor_appeal where assessor_id = $1', [assessorId]);
}
