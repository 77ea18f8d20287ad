import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { entities, projections } from './read-models.js';

await runRebuildCommand(projections, entities);
