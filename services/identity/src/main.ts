import { service } from './start.js';

await service();
