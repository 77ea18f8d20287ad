import { cpSync, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readJson } from '../../../tools/lib/json-file.mjs';
import { fromRoot, nodeBinary } from '../../../tools/lib/paths.mjs';
import { debianMirror } from '../../../tools/lib/programs/debian.mjs';
import { findExecutable } from '../../../tools/lib/programs/executables.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';
import { checked } from './checked.mjs';
import { engineDirectory, provideDebian } from './debian-tree.mjs';

const sources = fromRoot('deploy', 'checks', 'engine', 'stand-ins');
const contextDirectory = path.join(engineDirectory, 'stand-ins');
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const imported = 'candid-stand-in/debian';

/** Image of the project's own inbox, from which the suite reads mails even if the machine can pull Mailpit. */
export const mailImage = 'candid-stand-in/mailpit';

/** Image with the tools of PostgreSQL's archive, for the restore to a second. */
export const barmanImage = 'candid-stand-in/barman';

/** Images that are built even if the machine can pull all others: [base, name], by target. */
const ownImages = { mailpit: ['node', mailImage], barman: ['postgres', barmanImage] };

const targetOf = (image) => path.basename(image).replace(/[:@].*$/, '');

/** Copies the installed packages and all their dependencies to `destination`, so that the build needs no registry. */
function copyPackages(names, destination) {
  const { packages } = readJson(fromRoot('package-lock.json'));
  const places = new Set();
  const add = (name, user) => {
    // Node searches node_modules of the package that imports the name, then of each folder above.
    let folder = user;
    while (folder !== '' && !packages[path.join(folder, 'node_modules', name)])
      folder = path.dirname(folder).replace(/^\.$/, '');
    const place = path.join(folder, 'node_modules', name);
    if (places.has(place)) return;
    places.add(place);
    for (const needed of Object.keys(packages[place].dependencies ?? {})) add(needed, place);
  };
  for (const name of names) add(name, '');
  for (const place of places) cpSync(fromRoot(place), path.join(destination, place), { recursive: true });
}

/** Returns the folder of this machine's npm, which contains `bin/npm-cli.js`. */
const npmDirectory = () => path.dirname(path.dirname(realpathSync(findExecutable('npm'))));

/** APT sources of Debian 13 and of Debian unstable, from which the Dockerfile installs packages with `-t sid`. */
const debianSources = (mirror) =>
  [`deb ${mirror} trixie main`, `deb [check-valid-until=no] ${mirror} sid main`].map((line) => `${line}\n`).join('');

/** Builds the context of the stand-ins' Dockerfile. */
function makeContext() {
  const context = contextDirectory;
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  cpSync(sources, context, { recursive: true });
  const mirror = debianMirror();
  if (mirror) writeFileSync(path.join(context, 'sources.list'), debianSources(mirror));
  cpSync(nodeBinary, path.join(context, 'node'));
  cpSync(npmDirectory(), path.join(context, 'npm'), { recursive: true });
  if (existsSync(certificates)) cpSync(certificates, path.join(context, 'ca-certificates.crt'));
  else writeFileSync(path.join(context, 'ca-certificates.crt'), '');
  copyPackages(['@20minutes/s3rver'], path.join(context, 'store'));
  cpSync(fromRoot('tools', 's3-server.mjs'), path.join(context, 'store', 's3-server.mjs'));
  cpSync(path.join(sources, 'weed'), path.join(context, 'store', 'weed'));
  copyPackages(['smtp-server', 'postal-mime'], path.join(context, 'inbox'));
  cpSync(fromRoot('tools', 'mail'), path.join(context, 'inbox', 'tools', 'mail'), { recursive: true });
  cpSync(fromRoot('tools', 'mail-inbox.mjs'), path.join(context, 'inbox', 'tools', 'mail-inbox.mjs'));
  return context;
}

/** @returns the images that the engine does not have and cannot pull; a stand-in counts as missing */
async function notToBeHad(engine, images) {
  const docker = (...words) => {
    const [program, ...args] = engine.command('docker', ...words);
    return runCommand(program, args, { stdio: 'pipe', limitMs: 600_000 });
  };
  const label = ['--format', '{{index .Config.Labels "candid.stand-in"}}'];
  const missing = [];
  for (const image of images) {
    const { code, output } = await docker('image', 'inspect', ...label, image);
    const isStandIn = code === 0 && output.trim() === 'true';
    if (code === 0 && !isStandIn) continue;
    // After the first failed pull, no other pull is tried. A stand-in may be of an earlier Dockerfile, so it is built again.
    const isPulled = !isStandIn && missing.length === 0 && (await docker('pull', '--quiet', image)).code === 0;
    if (!isPulled) missing.push(image);
  }
  return missing;
}

/**
 * Pulls the images that the engine lacks, and builds stand-ins for images that cannot be pulled. If the engine is the
 * machine's Docker, throws instead of building. Resolves to the images for which stand-ins were built.
 */
export async function provideImages(engine, images, say) {
  const missing = await notToBeHad(engine, images);
  if (missing.length > 0 && !engine.isOwn) throw new Error(`no registry has ${missing[0]}`);
  const docker = (...words) => {
    const [program, ...args] = engine.command('docker', ...words);
    return checked(program, args);
  };
  const context = makeContext();
  const build = (target, tag, ...more) =>
    docker('build', '--quiet', '--target', target, '--tag', tag, ...more, context);
  if (missing.length > 0) {
    say(`  stand-ins for ${missing.join(', ')}`);
    await docker('import', await provideDebian(say), imported);
    // Concurrent builds are faster: one waits for packages while another unpacks.
    await Promise.all(missing.map((image) => build(targetOf(image), image)));
  }
  for (const [target, [base, tag]] of Object.entries(ownImages)) {
    const image = images.find((one) => targetOf(one) === base);
    if (image) await build(target, tag, '--build-arg', `${base.toUpperCase()}=${image}`);
  }
  return missing;
}

/** Pushes a stand-in for an image, for both architectures, under the given name. Call `provideImages` first. */
export async function pushStandIn(engine, image, name) {
  const [program, ...args] = engine.command(
    ...['docker', 'buildx', 'build', '--quiet', '--platform', 'linux/amd64,linux/arm64', '--provenance=false'],
    ...['--target', `${targetOf(image)}-on-both`, '--output', `type=image,name=${name},push=true`, contextDirectory],
  );
  await checked(program, args);
}
