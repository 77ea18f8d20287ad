import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root directory, absolute. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const binDirectory = path.join(root, 'node_modules', '.bin');

/** The Node 24 that the lock file of the version at `home` installs. */
export const nodeIn = (home) => path.join(home, 'node_modules', 'node', 'bin', 'node');

/** Whatever Node runs these tools, the project's processes run this one. */
export const nodeBinary = nodeIn(root);

/** `PATH` for child processes: the project's executables first, then the caller's, then where Debian keeps servers. */
export const childPath = [binDirectory, process.env.PATH ?? '', '/usr/local/sbin', '/usr/sbin', '/sbin'].join(':');

export const fromRoot = (...parts) => path.join(root, ...parts);
