/** Starts on any Node, without installed packages, and then continues on the project's Node. */
import { fileURLToPath } from 'node:url';
import { onProjectNode } from './lib/relaunch.mjs';
import { say } from './lib/say.mjs';
import { readStartOptions } from './lib/start/options.mjs';

try {
  const options = readStartOptions(process.argv.slice(2));
  if (options.help) {
    say(options.help);
    process.exit(0);
  }
  await onProjectNode(fileURLToPath(import.meta.url), { withTools: options.dev });
  const { supervise } = await import('./lib/start/supervisor.mjs');
  await supervise(options);
} catch (error) {
  say(error.message);
  process.exit(1);
}
