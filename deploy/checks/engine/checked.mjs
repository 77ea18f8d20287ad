import { runCommand } from '../../../tools/lib/run.mjs';

const tail = 40;

/** Runs a command and resolves to its output. If the exit code is not 0, throws with the last lines of the output. */
export async function checked(command, args, options = {}) {
  const { code, output, timedOut } = await runCommand(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  if (code === 0) return output;
  const lines = output.trimEnd().split('\n').slice(-tail).join('\n');
  const how = timedOut ? 'took too long' : `ended with ${code}`;
  throw new Error(`${[command, ...args].join(' ')} ${how}\n${lines}`);
}
