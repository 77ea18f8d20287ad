import { migrated } from '@candid/platform/orm';
import { migrations } from './migrations/all.js';

await migrated('identity', migrations);
