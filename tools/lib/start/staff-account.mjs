import { entryFile, nodeBinary } from '../paths.mjs';
import { runCommand } from '../run.mjs';

/** Throws with the command's output if the command fails. */
export async function runStaffCommand(identityEnvironment, args, password) {
  const entry = entryFile('services/identity', 'staff');
  const env = { ...identityEnvironment, ...(password !== undefined && { STAFF_PASSWORD: password }) };
  const { code, output } = await runCommand(nodeBinary, [entry, ...args], { env, stdio: 'pipe' });
  if (code !== 0) throw new Error(output.trim() || `staff.js ended with code ${code}`);
  return output.trim();
}

export const makeStaffAccount = (identityEnvironment, { email, password, role = 'support' }) =>
  runStaffCommand(identityEnvironment, ['add', email, '--role', role], password);
