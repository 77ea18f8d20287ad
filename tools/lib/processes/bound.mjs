import { findExecutable } from '../programs/executables.mjs';

const setpriv = process.platform === 'linux' ? findExecutable('setpriv') : undefined;

/** The kernel sends `signal` to the child when this process dies. The child has setpriv's pid: setpriv runs `exec`. */
export function boundToThisProcess(command, args, { signal = 'SIGTERM', identity } = {}) {
  if (!setpriv) return [command, args];
  const identityArguments = identity?.setprivArguments ?? [];
  return [setpriv, [`--pdeathsig=${signal.replace('SIG', '')}`, ...identityArguments, '--', command, ...args]];
}
