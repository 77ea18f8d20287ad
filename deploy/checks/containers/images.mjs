import { readFileSync } from 'node:fs';
import { readJson } from '../../../tools/lib/json-file.mjs';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { say } from '../../../tools/lib/say.mjs';
import { readCompose } from '../compose/compose-file.mjs';
import { provideKubectl } from '../kubernetes/kubectl.mjs';
import { kustomizations, render } from '../kubernetes/manifests.mjs';

/** Maximum bytes that an image adds to its base: a node downloads these layers at an upgrade. */
const ownBytesMax = 130 * 1000 * 1000;

export const bases = Object.fromEntries(
  [...readFileSync(fromRoot('Dockerfile'), 'utf8').matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm)].map(([, name, image]) => [
    name,
    image,
  ]),
);

/** Returns the images to pull: the bases of our images, and the servers of the default profile, except Mailpit. */
export function imagesOfOthers() {
  const servers = Object.values(readCompose().services)
    .filter(({ build, profiles, image }) => !build && !profiles && !image.startsWith('axllent/mailpit'))
    .map(({ image }) => image);
  return [...new Set([...Object.values(bases), ...servers])];
}

/** Returns the third-party images of the overlay `dev`, which the restore drill runs. */
export async function drillImages() {
  const objects = (await render(await provideKubectl(say), kustomizations.dev())).flat();
  const named = [...JSON.stringify(objects).matchAll(/"image":"([^"]+)"/g)].map(([, image]) => image);
  return [...new Set(named)].filter((image) => !image.includes('candid/') && !image.includes('mailpit'));
}

/** Returns the megabytes that each image adds to its base. `docker` runs a command and resolves to its output. */
export async function ownSizes(docker, names, version) {
  const sizeOf = async (image) => Number(await docker('image', 'inspect', image, '--format', '{{.Size}}'));
  const sizes = {};
  for (const name of names) {
    const base = await sizeOf(name === 'edge' ? bases.CADDY_IMAGE : bases.NODE_IMAGE);
    const own = (await sizeOf(`candid/${name}:${version}`)) - base;
    sizes[name] = { megabytes: Math.round(own / 1e6), isTooLarge: own > ownBytesMax };
  }
  return sizes;
}

const labels = ['title', 'description', 'version', 'revision'].map((name) => `org.opencontainers.image.${name}`);
const neverInImage = /\.spec\.|(^|\/)src\/|(^|\/)(\.npmrc|\.git|secrets)(\/|$)|(^|\/)\.env|\.(pem|key)$/;

function manifestFaults({ User, Cmd, Healthcheck, StopSignal, Labels, Env }, version) {
  return [
    ...(User === '10001:10001' ? [] : [`runs as ${User || 'root'}`]),
    ...(Cmd?.[0] === '/bin/sh' ? ['has no command in the form of a list'] : []),
    ...(Healthcheck?.Test?.[0] === 'CMD' ? [] : ['has no health check in the form of a list']),
    ...(StopSignal === 'SIGTERM' ? [] : ['is not stopped by SIGTERM']),
    ...labels.filter((name) => !Labels?.[name]).map((name) => `has no label ${name}`),
    ...(Labels?.['org.opencontainers.image.version'] === version ? [] : ['is labelled with another version']),
    ...(Env.includes(`RELEASE_VERSION=${version}`) ? [] : ['does not know its version']),
  ];
}

/** Finds tests, sources and local settings in the image, and a Node version that is not tested. */
async function contentFaults(docker, name, image) {
  const inImage = (script) => docker('run', '--rm', '--entrypoint', 'sh', image, '-c', script);
  const files = await inImage('find . -name node_modules -prune -o -type f -print');
  const faults = files
    .split('\n')
    .filter((file) => neverInImage.test(file))
    .map((file) => `holds ${file}`);
  if (name === 'edge') return faults;
  const tested = `v${readJson(fromRoot('package.json')).dependencies.node}`;
  const found = (await inImage('node --version')).trim();
  return found === tested ? faults : [...faults, `runs Node ${found}, and ${tested} is tested`];
}

/** Returns a line for each fault of the images of this version. */
export async function imageFaults(docker, names, version) {
  const faults = names.map(async (name) => {
    const image = `candid/${name}:${version}`;
    const [{ Config }] = JSON.parse(await docker('image', 'inspect', image));
    const found = [...manifestFaults(Config, version), ...(await contentFaults(docker, name, image))];
    return found.map((fault) => `${image} ${fault}`);
  });
  return (await Promise.all(faults)).flat();
}
