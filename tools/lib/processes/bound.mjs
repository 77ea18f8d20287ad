import { findExecutable } from '../programs/executables.mjs';

const setpriv = process.platform === 'linux' ? findExecutable('setpriv') : undefined;

/**
 * The command line that makes the kernel send `signal` to the child when this process dies, however it dies.
 * setpriv replaces itself with the command, so the pid stays the child's own; it also takes on the given identity.
 * Without setpriv the command is returned as it is.
 */
export function boundToThisProcess(command, args, { signal = 'SIGTERM', identity } = {}) {
  if (!setpriv) return [command, args];
  const identityArguments = identity?.setprivArguments ?? [];
  return [setpriv, [`--pdeathsig=${signal.replace('SIG', '')}`, ...identityArguments, '--', command, ...args]];
}
