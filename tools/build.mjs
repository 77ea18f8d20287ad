/** `node tools/build.mjs`: compiles the services and the app where their sources changed; what `npm start` and `npm test` do first. */
import { ensureBuilt } from './lib/build.mjs';
import { say } from './lib/say.mjs';

try {
  await ensureBuilt(say);
} catch (error) {
  say(error.message);
  process.exit(1);
}
