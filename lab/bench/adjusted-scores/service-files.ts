import type { EventStore, OwnSession, SqlSession } from '@candid/event-store';
import type { runMigrations } from '@candid/platform/orm';

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

/** The built service's own files: what its worker does with each rating, and once a day with all. */
export async function serviceFile<Module>(name: string): Promise<Module> {
  return import(new URL(`../../../../services/assessments/dist/${name}.js`, import.meta.url).href) as Promise<Module>;
}
