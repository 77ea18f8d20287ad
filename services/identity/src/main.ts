import { startService } from '@candid/platform';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';

const config = readConfig();
await startService(AppModule.forRoot(config), { name: 'identity', config });
