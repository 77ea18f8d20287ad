import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { projections } from './read-models.js';

await runRebuildCommand(projections, []);
