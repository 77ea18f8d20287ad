import { gateway } from './start.js';

await gateway();
