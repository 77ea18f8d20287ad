import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { AccountRow } from './projections/account/account.entity.js';
import { projections } from './projections/all.js';

await runRebuildCommand(projections, [AccountRow]);
