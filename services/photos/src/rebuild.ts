import 'reflect-metadata';
import { runRebuildCommand } from '@candid/platform/persistence';
import { projections } from './projections/all.js';
import { PhotoRow } from './projections/photo/photo.entity.js';

await runRebuildCommand(projections, [PhotoRow]);
