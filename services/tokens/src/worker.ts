import { startWorker } from '@candid/platform';
import { readWorkerConfig } from './config.js';
import { WorkerModule } from './worker.module.js';

const config = readWorkerConfig();
await startWorker(WorkerModule.forRoot(config), { name: 'tokens', config });
