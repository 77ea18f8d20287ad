import { migrate } from './start.js';

await migrate();
