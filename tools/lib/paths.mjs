import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const binDirectory = path.join(root, 'node_modules', '.bin');

export const nodeIn = (home) => path.join(home, 'node_modules', 'node', 'bin', 'node');

/** The Node that runs the project's processes, even if another Node runs these tools. */
export const nodeBinary = nodeIn(root);

export const childPath = [binDirectory, process.env.PATH ?? '', '/usr/local/sbin', '/usr/sbin', '/sbin'].join(':');

export const fromRoot = (...parts) => path.join(root, ...parts);

/**
 * The file that starts an entry (`main`, `worker`, …) of a workspace (`gateway`, `services/tokens`): its bundle, or the
 * compiled file if the version at `home` has no bundles.
 */
export function entryFile(workspace, entry, home = root) {
  const bundle = path.join(home, workspace, 'bundle', `${entry}.js`);
  return existsSync(bundle) ? bundle : compiledEntry(workspace, entry, home);
}

export const compiledEntry = (workspace, entry, home = root) => path.join(home, workspace, 'dist', `${entry}.js`);

export const builtNatsUsers = fromRoot('tools', 'bundle', 'nats_users.conf');
