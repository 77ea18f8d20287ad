import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { AccountRow } from './account/account.entity.js';
import { projections } from './account/account.projection.js';

await runRebuildCommand(projections, [AccountRow]);
