import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { entities } from './entities.js';
import { projections } from './projections/all.js';

await runRebuildCommand(projections, entities);
