import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { entities } from './entities.js';
import { projections } from './projections.js';

await runRebuildCommand(projections, entities);
