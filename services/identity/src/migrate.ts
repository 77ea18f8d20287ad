import { migrate } from './start.js';

const names = await migrate();
process.stdout.write(`identity: ${names.length === 0 ? 'schema is up to date' : `migrated ${names.join(', ')}`}\n`);
