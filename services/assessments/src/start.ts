import { entriesOf } from '@candid/platform/orm';
import { AppModule } from './app.module.js';
import { serviceSettings, workerSettings } from './kernel/config.js';
import { migrations } from './migrations/all.js';
import { WorkerModule } from './worker.module.js';

export const { service, worker, migrate } = entriesOf('assessments', {
  service: { settings: serviceSettings, module: AppModule },
  worker: { settings: workerSettings, module: WorkerModule },
  migrations,
});
