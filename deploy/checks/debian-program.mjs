import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { findExecutable } from '../../tools/lib/programs/executables.mjs';

const run = (command, args, cwd) => execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'pipe'] });

/** Unpacks the program into `.cache/`, because an installed package would start its own server. */
export function provideDebianProgram({ program, debianPackage }) {
  const found = findExecutable(program);
  if (found) return found;
  const directory = fromRoot('.cache', debianPackage);
  const unpacked = path.join(directory, 'usr', 'bin', program);
  if (existsSync(unpacked)) return unpacked;
  if (!findExecutable('apt-get')) throw new Error(`this check needs ${program} on the PATH`);
  mkdirSync(path.join(directory, 'lists', 'partial'), { recursive: true });
  const apt = (...args) => run('apt-get', ['-qq', ...args], directory);
  try {
    apt('download', debianPackage);
  } catch {
    // The machine's package lists are missing or old. Updating them needs root rights; updating a copy does not.
    const own = ['-o', `Dir::State::lists=${path.join(directory, 'lists')}`, '-o', 'Debug::NoLocking=true'];
    apt(...own, '-o', 'APT::Sandbox::User=', 'update');
    apt(...own, 'download', debianPackage);
  }
  const archive = readdirSync(directory).find((name) => name.endsWith('.deb'));
  run('dpkg-deb', ['-x', archive, '.'], directory);
  return unpacked;
}
