import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const mebibytes = { postgres: 768, nats: 128, redis: 96, s3: 128 };

const run = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Mounts a small file system in memory for each server's data, where that is allowed. Returns { names, unmount }. */
export function mountSmallDisks(data) {
  const names = [];
  for (const [name, size] of Object.entries(mebibytes)) {
    const directory = path.join(data, name);
    mkdirSync(directory, { recursive: true });
    const isMounted =
      process.platform === 'linux' &&
      run('mount', '-t', 'tmpfs', '-o', `size=${size}m,mode=0700`, 'candid-soak', directory);
    if (isMounted) names.push(name);
  }
  return { names, unmount: () => names.splice(0).every((name) => run('umount', '--lazy', path.join(data, name))) };
}
