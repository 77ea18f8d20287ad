/**
 * `npm run score:study -- TABLE [LEVELS] [DRAWS]`: compares the adjusted score with the plain mean on real ratings. The
 * table has a row per rater and a column per photo, named X and a number. Prints errors, orders, coverage, calibration.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onProjectNode } from '../tools/lib/relaunch.mjs';

const script = fileURLToPath(import.meta.url);
await onProjectNode(script);
const { ensureBuilt } = await import('../tools/lib/build.mjs');

await ensureBuilt(() => undefined, ['tools']);
const study = path.join(path.dirname(script), 'dist', 'study', 'study.js');
const child = spawn(process.execPath, [study, ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
