import type { EventStore, OwnSession, SqlSession } from '@candid/event-store';
import type { runMigrations } from '@candid/platform/orm';
import { built } from '../built-file.js';

export interface AdjustedScoresModule {
  refreshAdjustedScores(session: SqlSession, photoIds: readonly string[]): Promise<void>;
}
export interface FitModule {
  FitScores: new (store: EventStore, own: OwnSession) => { run(now: Date): Promise<number | undefined> };
}
export interface AdjustedScoresQueryModule {
  AdjustedScoresQuery: new (database: SqlSession) => { ofPhoto(photoId: string): Promise<unknown> };
}
export interface MigrationsModule {
  migrations: Parameters<typeof runMigrations>[0]['migrations'];
}

/** Imports code of the assessments service: the job for each rating, the daily fit, or the query of scores. */
export const serviceFile = <Module>(name: string): Promise<Module> => built('services/assessments', name);
