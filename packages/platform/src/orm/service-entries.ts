import type { Constructor } from '@mikro-orm/core';
import type { Migration } from '@mikro-orm/migrations';
import type { DynamicModule } from '@nestjs/common';
import type { z } from 'zod';
import {
  type CoreConfig,
  type Environment,
  loadConfig,
  readDatabaseConfig,
  readMigrationConfig,
} from '../config/load-config.js';
import { startService, startWorker } from '../process/start-service.js';
import { awaitMigrations } from './await-migrations.js';
import { runMigrations } from './run-migrations.js';

type SettingsOf<Config> = z.ZodObject & z.ZodType<Config>;

interface Entry<Settings extends z.ZodType> {
  settings: Settings;
  module: { forRoot(config: z.infer<Settings>): DynamicModule };
}

interface ServiceParts<Service extends z.ZodType, Worker extends z.ZodType> {
  service: Entry<Service>;
  worker: Entry<Worker>;
  migrations: Constructor<Migration>[];
}

/** Entry points of a service's processes. Each reads its settings from an environment (default: this process's). */
export function entriesOf<
  Service extends SettingsOf<CoreConfig & { JWT_PUBLIC_KEY: string }>,
  Worker extends SettingsOf<CoreConfig>,
>(name: string, { service, worker, migrations }: ServiceParts<Service, Worker>) {
  return {
    service(environment?: Environment) {
      const config = loadConfig(service.settings, environment);
      return startService(service.module.forRoot(config), { name, config });
    },
    worker(environment?: Environment) {
      const config = loadConfig(worker.settings, environment);
      return startWorker(worker.module.forRoot(config), { name, config });
    },
    /** Returns the names of the migrations that ran. */
    migrate(environment?: Environment): Promise<string[]> {
      const { DATABASE_MIGRATION_URL: migrationUrl, DATABASE_URL: applicationUrl } = readMigrationConfig(environment);
      return runMigrations({ migrationUrl, applicationUrl, migrations, report: (state) => console.log(state) });
    },
  };
}

/** Resolves once the database has this version's schema. Processes of this version wait for it before they start. */
export const migrated = (service: string, migrations: Constructor<Migration>[]): Promise<void> =>
  awaitMigrations({
    url: readDatabaseConfig().DATABASE_URL,
    migrations,
    report: (state) => process.stdout.write(`${service}: ${state}\n`),
  });
