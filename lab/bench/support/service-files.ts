import type { EventStore } from '@candid/event-store';
import type { OwnTrace } from '@candid/platform/messaging';
import type { Database, runMigrations } from '@candid/platform/orm';
import type pg from 'pg';
import { built } from '../built-file.js';

export const serviceFile = <Module>(name: string): Promise<Module> => built('services/tokens', name);

type Query<Methods> = new (database: Database, store: EventStore) => Methods;
type Search = Required<OwnTrace>;
interface Page {
  entries: unknown[];
  nextCursor: string | null;
}

export async function tokensFiles() {
  const [migrations, entries, figures, balance, trace, trial, search, remake] = await Promise.all([
    serviceFile<{ migrations: Parameters<typeof runMigrations>[0]['migrations'] }>('migrations/all'),
    serviceFile<{
      EntriesQuery: new (
        store: EventStore,
      ) => {
        ofUser(userId: string, filter: object, paging: { cursor?: string | undefined; limit: number }): Promise<Page>;
      };
    }>('statements/entries'),
    serviceFile<{ AccountFiguresQuery: Query<{ of(userId: string): Promise<{ totals: { count: number }[] }> }> }>(
      'statements/account',
    ),
    serviceFile<{ BalanceQuery: Query<{ of(userId: string): Promise<unknown> }> }>('ledger/read-model'),
    serviceFile<{ TransferTraceQuery: Query<{ find(transferId: string): Promise<unknown> }> }>('statements/transfers'),
    serviceFile<{
      TrialBalanceQuery: Query<{
        at(asOf: string | undefined, maxAccounts: number): Promise<{ accounts: unknown[]; sum: number }>;
      }>;
    }>('statements/account'),
    serviceFile<{ findTransfer: Search['findByUuid']; listLedgerEvents: Search['listEvents'] }>('statements/transfers'),
    serviceFile<{ remakeSnapshots(pool: pg.Pool): Promise<void> }>('snapshots/snapshots'),
  ]);
  return { ...migrations, ...entries, ...figures, ...balance, ...trace, ...trial, ...search, ...remake };
}

export type TokensFiles = Awaited<ReturnType<typeof tokensFiles>>;
