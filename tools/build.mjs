/** `node tools/build.mjs`: compiles services and app if sources changed, as `npm start` and `npm test` do first. */
import { ensureBuilt } from './lib/build.mjs';
import { exitWith } from './lib/process-end.mjs';
import { say } from './lib/say.mjs';

await exitWith(() => ensureBuilt(say));
