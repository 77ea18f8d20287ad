import { worker } from './start.js';

await worker();
