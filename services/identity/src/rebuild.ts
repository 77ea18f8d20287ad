import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { AccountRow, projections } from './account/read-model.js';

await runRebuildCommand(projections, [AccountRow]);
