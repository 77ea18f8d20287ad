import { setTimeout as delay } from 'node:timers/promises';
import { type EventStore, inTransaction, isOwnFollowerSql } from '@candid/event-store';
import { onlyByIndexSql } from '../snapshots/trial-snapshots.sql.js';

/** A follower is behind only once its process has had this long. */
const graceSeconds = 30;
/** After it was woken. */
const settling = { pauseMs: 300, looks: 5 } as const;

const behindSql = `select c.name, (select count(*)::int from events e
    where (e.transaction_id, e.global_position) > (c.transaction_id, c.global_position)
      and e.recorded_at < now() - make_interval(secs => $1::int)) as events
  from checkpoints c where ${isOwnFollowerSql} order by c.name`;

interface Level {
  name: string;
  events: number;
}

export interface LevelFindings {
  names: string[];
  behind: Level[];
  /** Followers that were behind and, once woken, are not. */
  healed: number;
}

/** How far each follower of the events has come; those that are behind are woken and looked at again. */
export class FollowerLevels {
  constructor(private readonly store: EventStore) {}

  async look(): Promise<LevelFindings> {
    const levels = await this.levels();
    const found = behindOf(levels).length;
    let behind = behindOf(levels);
    if (found > 0) this.store.announceCommit(await this.store.lastPosition());
    for (let looks = 0; behind.length > 0 && looks < settling.looks; looks += 1) {
      await delay(settling.pauseMs);
      behind = behindOf(await this.levels());
    }
    return { names: levels.map(({ name }) => name), behind, healed: Math.max(found - behind.length, 0) };
  }

  private async levels(): Promise<Level[]> {
    return inTransaction(this.store.pool, async (session) => {
      await session.query(onlyByIndexSql);
      return session.query<Level>(behindSql, [graceSeconds]);
    });
  }
}

const behindOf = (levels: Level[]): Level[] => levels.filter(({ events }) => events > 0);
