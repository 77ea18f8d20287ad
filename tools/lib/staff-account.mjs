import { fromRoot, nodeBinary } from './paths.mjs';
import { runCommand } from './run.mjs';

/** Makes a support account through the identity service's own command. Throws with its output when it refuses. */
export async function makeStaffAccount(identityEnvironment, { email, password }) {
  const entry = fromRoot('services', 'identity', 'dist', 'staff.js');
  const env = { ...identityEnvironment, STAFF_PASSWORD: password };
  const { code, output } = await runCommand(nodeBinary, [entry, 'add', email], { env, stdio: 'pipe' });
  if (code !== 0) throw new Error(output.trim() || `staff.js ended with code ${code}`);
  return output.trim();
}
