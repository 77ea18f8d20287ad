import { ensureInstalled, runsOnRequiredNode } from './install.mjs';
import { nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';
import { say } from './say.mjs';

const parentCheckMs = 2_000;

/** Stops this process when its parent, npm, has ended, because nobody could stop the process otherwise. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs);
  timer.unref();
}

/** Returns if this is the project's Node; otherwise runs `script` on that Node and exits with the script's code. */
export async function onProjectNode(script, { withTools = true } = {}) {
  stopWithNpm();
  try {
    ensureInstalled(say, { withTools });
  } catch (error) {
    say(error.message);
    process.exit(1);
  }
  if (runsOnRequiredNode()) return;
  const { code } = await runCommand(nodeBinary, [script, ...process.argv.slice(2)]);
  process.exit(code);
}
