import { startService } from '@candid/platform';
import { AppModule } from './app.module.js';
import { readServiceConfig } from './config.js';

const config = readServiceConfig();
await startService(AppModule.forRoot(config), { name: 'tokens', config });
