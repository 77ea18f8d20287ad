import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { builtServices, readCompose } from '../compose/compose-file.mjs';
import { bases } from '../containers/images.mjs';
import { releaseComponent } from './version.mjs';

export const platforms = ['linux/amd64', 'linux/arm64'];

export const targets = () => [...new Set(builtServices(readCompose()).map(([, { build }]) => build.target))];

export function thirdPartyImages() {
  const ofCompose = Object.values(readCompose().services)
    .filter(({ build }) => !build)
    .map(({ image }) => image);
  const ofKubernetes = parse(readFileSync(releaseComponent, 'utf8'))
    .images.filter(({ name }) => !name.startsWith('candid/'))
    .map(({ name, newTag }) => `${name}:${newTag}`);
  return [...new Set([...Object.values(bases), ...ofCompose, ...ofKubernetes])];
}

export async function resolveDigests(docker, mirrored = (image) => image) {
  const digests = {};
  for (const image of thirdPartyImages()) {
    const manifest = await docker('buildx', 'imagetools', 'inspect', mirrored(image), '--format', '{{json .Manifest}}');
    digests[image] = JSON.parse(manifest).digest;
  }
  return digests;
}
