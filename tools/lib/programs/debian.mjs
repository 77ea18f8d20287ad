import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../paths.mjs';
import { findExecutable } from './executables.mjs';

const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

const cache = fromRoot('.cache', 'debian');

export const debianTree = path.join(cache, 'tree');

function privilege() {
  if (process.getuid?.() === 0) return [];
  if (findExecutable('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0)
    return ['sudo', '-n'];
  return undefined;
}

function succeeds([command, ...args], cwd) {
  return spawnSync(command, args, { cwd, env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
}

const flagsOf = (options) => Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);

let listsAreFresh = false;

/** Runs apt-get with separate lists and archives, so that it needs no rights and downloads all missing packages. */
function ownAptGet(...args) {
  const directories = {
    'Dir::State::lists': path.join(cache, 'lists'),
    'Dir::Cache': cache,
    'Dir::Cache::archives': path.join(cache, 'archives'),
  };
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(path.join(cache, folder), { recursive: true });
  const options = { ...directories, 'APT::Sandbox::User': '', 'Debug::NoLocking': 'true' };
  return succeeds(['apt-get', '-qq', '--yes', ...flagsOf(options), ...args]);
}

function unpackDebianPackages(packages) {
  if (!findExecutable('dpkg-deb')) return false;
  if (!listsAreFresh) listsAreFresh = ownAptGet('update');
  if (!ownAptGet('install', '--download-only', '--no-install-recommends', ...packages)) return false;
  const archives = path.join(cache, 'archives');
  const names = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  const areUnpacked = names.every((name) => succeeds(['dpkg-deb', '-x', path.join(archives, name), debianTree]));
  if (areUnpacked) rmSync(archives, { recursive: true });
  return areUnpacked;
}

/** Installs the packages or, without the right to install, unpacks them below `.cache/`. Returns false on failure. */
export async function installDebianPackages(packages, say) {
  if (!findExecutable('apt-get')) return false;
  const prefix = privilege();
  if (prefix === undefined) {
    say(`unpacking Debian packages into .cache: ${packages.join(' ')}`);
    return unpackDebianPackages(packages);
  }
  say(`installing Debian packages: ${packages.join(' ')}`);
  if (!listsAreFresh) listsAreFresh = succeeds([...prefix, 'apt-get', '-qq', 'update']);
  return succeeds([...prefix, 'apt-get', '-qq', 'install', '--yes', '--no-install-recommends', ...packages]);
}

export function debianMirror() {
  const format = ['--format', '$(REPO_URI) $(CODENAME)', 'Component: main', 'Created-By: Packages'];
  const { stdout } = spawnSync('apt-get', ['indextargets', ...format], { encoding: 'utf8' });
  const lines = (stdout ?? '').split('\n').map((line) => line.split(' '));
  return lines.find(([uri, release]) => /\/debian\/?$/.test(uri) && /^[a-z]+$/.test(release ?? ''))?.[0];
}

/** Unpacks `packages` without their dependencies. Returns undefined on a machine that is not Debian. */
export function unpackRelease(release, packages, say) {
  const directory = fromRoot('.cache', `debian-${release}`);
  if (existsSync(path.join(directory, 'unpacked'))) return directory;
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const mirror = findExecutable('apt-get') && findExecutable('dpkg-deb') && existsSync(keys) && debianMirror();
  if (!mirror) return undefined;
  say(`unpacking packages of Debian ${release} into .cache: ${packages.join(' ')}`);
  for (const folder of ['lists/partial', 'archives']) mkdirSync(path.join(directory, folder), { recursive: true });
  const sources = path.join(directory, 'sources.list');
  writeFileSync(sources, `deb [signed-by=${keys}] ${mirror} ${release} main\n`);
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': path.join(directory, 'lists'),
    'Dir::State::status': '/dev/null',
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'APT::Sandbox::User': '',
    'Debug::NoLocking': 'true',
  };
  const archives = path.join(directory, 'archives');
  const apt = (...args) => succeeds(['apt-get', '-qq', ...flagsOf(options), ...args], archives);
  if (!apt('update') || !apt('download', ...packages)) return undefined;
  const files = readdirSync(archives).map((name) => path.join(archives, name));
  if (!files.every((file) => succeeds(['dpkg-deb', '-x', file, path.join(directory, 'tree')]))) return undefined;
  for (const folder of ['lists', 'archives']) rmSync(path.join(directory, folder), { recursive: true });
  writeFileSync(path.join(directory, 'unpacked'), '');
  return directory;
}

export function unpackedProgram(name) {
  const command = ['usr/bin', 'usr/sbin']
    .map((place) => path.join(debianTree, place, name))
    .find((file) => existsSync(file));
  if (command === undefined) return undefined;
  const libraries = path.join(debianTree, 'usr', 'lib');
  const ofMachine = existsSync(libraries) ? readdirSync(libraries).filter((folder) => /-linux-gnu/.test(folder)) : [];
  return { command, env: { LD_LIBRARY_PATH: ofMachine.map((folder) => path.join(libraries, folder)).join(':') } };
}
