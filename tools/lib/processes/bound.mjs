import { findExecutable } from '../programs/executables.mjs';

const setpriv = process.platform === 'linux' ? findExecutable('setpriv') : undefined;

/**
 * Makes the kernel send `signal` to the child when this process dies, however it dies. setpriv replaces itself with the
 * command, so the pid stays the child's own.
 */
export function boundToThisProcess(command, args, { signal = 'SIGTERM', identity } = {}) {
  if (!setpriv) return [command, args];
  const identityArguments = identity?.setprivArguments ?? [];
  return [setpriv, [`--pdeathsig=${signal.replace('SIG', '')}`, ...identityArguments, '--', command, ...args]];
}
