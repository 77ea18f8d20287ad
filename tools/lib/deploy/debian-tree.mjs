import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../executables.mjs';
import { runCommand } from '../run.mjs';
import { fetched } from './fetched.mjs';

/** The release whose PostgreSQL is the images' own; this machine's may be older and could not dump theirs. */
const release = 'trixie';
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/** What the jobs' images bring: PostgreSQL's client programs, rclone, a shell and what scripts call; and what gives up root. */
const packages = ['postgresql-client-17', 'rclone', 'dash', 'coreutils', 'mawk', 'util-linux'];

/** `PATH` in it. */
export const debianTreePath = '/usr/lib/postgresql/17/bin:/usr/bin';

/** Where this machine fetches its own Debian packages from; it may not have fetched a list of them yet. */
function mirror() {
  const targets = [
    'indextargets',
    '--no-release-info',
    '--format',
    '$(REPO_URI)',
    'Created-By: Packages',
    'Component: main',
  ];
  const found = execFileSync('apt-get', targets, { encoding: 'utf8' }).split('\n');
  return found.find((uri) => /\/debian\/?$/.test(uri));
}

/** apt-get that knows nothing of this machine but its mirror, so that it brings every library along. */
function ownApt(directory) {
  for (const folder of ['lists/partial', 'archives/partial'])
    mkdirSync(path.join(directory, folder), { recursive: true });
  const place = (name, content) => {
    writeFileSync(path.join(directory, name), content);
    return path.join(directory, name);
  };
  const sources = place('sources.list', `deb [signed-by=${keyring}] ${mirror()} ${release} main\n`);
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::status': place('status', ''),
    'Dir::State::lists': path.join(directory, 'lists'),
    'Dir::Cache': directory,
    'Dir::Cache::archives': path.join(directory, 'archives'),
    'APT::Sandbox::User': '',
    'Debug::NoLocking': 'true',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return async (...args) => {
    const { code, output } = await runCommand('apt-get', [...flags, '-qq', '--yes', ...args], {
      stdio: 'pipe',
      limitMs: 300_000,
    });
    if (code !== 0) throw new Error(`apt-get ${args[0]} of Debian ${release} failed:\n${output}`);
  };
}

async function unpack(archives, tree) {
  mkdirSync(tree);
  for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
    const { code, output } = await runCommand('dpkg-deb', ['-x', path.join(archives, name), tree], { stdio: 'pipe' });
    if (code !== 0) throw new Error(`unpacking ${name} failed: ${output}`);
  }
  // What the packages' own scripts would have made.
  symlinkSync('mawk', path.join(tree, 'usr', 'bin', 'awk'));
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, path.join(tree, name));
}

/** Why the jobs' programs cannot be had on this machine, or undefined. */
export function debianTreeFault() {
  for (const program of ['apt-get', 'dpkg-deb']) if (!findExecutable(program)) return `it needs ${program}`;
  if (!existsSync(keyring)) return `it needs ${keyring}`;
  return mirror() === undefined ? 'apt-get knows no Debian mirror' : undefined;
}

/** A file tree with the programs of the jobs' images, of the versions of PostgreSQL's image, from Debian's packages. Kept in `.cache/`. */
export const provideDebianTree = (say) =>
  fetched(`debian-${release}-17`, async (directory) => {
    say(`  fetching ${packages.join(', ')} of Debian ${release}`);
    const aptGet = ownApt(directory);
    await aptGet('update');
    await aptGet('install', '--no-install-recommends', '--download-only', ...packages);
    const tree = path.join(directory, 'tree');
    await unpack(path.join(directory, 'archives'), tree);
    return tree;
  });
