import { type Environment, type RunningProcess, startService, startWorker } from '@candid/platform';
import { askedMigrations, runMigrations } from '@candid/platform/orm';
import { AppModule } from './app.module.js';
import { readMigrationConfig, readServiceConfig, readWorkerConfig } from './kernel/config.js';
import { migrations } from './migrations/all.js';
import { WorkerModule } from './worker.module.js';

/** The default environment is that of this process. */
export function service(environment?: Environment): Promise<RunningProcess> {
  const config = readServiceConfig(environment);
  return startService(AppModule.forRoot(config), { name: 'tokens', config });
}

export function worker(environment?: Environment): Promise<RunningProcess> {
  const config = readWorkerConfig(environment);
  return startWorker(WorkerModule.forRoot(config), { name: 'tokens', config });
}

/** Returns the names of the migrations that ran. */
export function migrate(environment?: Environment): Promise<string[]> {
  const config = readMigrationConfig(environment);
  return runMigrations({
    migrationUrl: config.DATABASE_MIGRATION_URL,
    applicationUrl: config.DATABASE_URL,
    migrations: askedMigrations(migrations),
    report: (state) => console.log(state),
  });
}
