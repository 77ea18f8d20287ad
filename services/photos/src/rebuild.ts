import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { PhotoRow, projections } from './photo/read-model.js';

await runRebuildCommand(projections, [PhotoRow]);
