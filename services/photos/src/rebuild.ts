import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { PhotoRow } from './listing/photo.entity.js';
import { projections } from './projections.js';

await runRebuildCommand(projections, [PhotoRow]);
