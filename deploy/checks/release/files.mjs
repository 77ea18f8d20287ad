import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument, stringify } from 'yaml';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { readCompose } from '../compose/compose-file.mjs';
import { releaseComponent } from './version.mjs';

export const releaseDirectory = fromRoot('.cache', 'release');
const filesDirectory = path.join(releaseDirectory, 'files');

/** Returns the text of components/release with the digest of every image. */
export function releaseKustomization(own, others) {
  const document = parseDocument(readFileSync(releaseComponent, 'utf8'));
  for (const image of document.get('images').items) {
    const [name, tag] = [image.get('name'), image.get('newTag')];
    image.set('digest', own[path.basename(name)]?.digest ?? others[`${name}:${tag}`]);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Returns an override of docker-compose.yml that pulls images by digest instead of building them. */
function composeOverride(own, others) {
  const services = Object.entries(readCompose().services).map(([name, { build, image }]) => [
    name,
    build ? { image: own[build.target].reference, build: null } : { image: `${image}@${others[image]}` },
  ]);
  // `!reset` removes a key; stringify has no short way to write this tag.
  return stringify({ services: Object.fromEntries(services) }).replaceAll('build: null', 'build: !reset null');
}

/** `others` maps images to digests. `own` maps targets to { reference, digest, sboms: { platform: SPDX document } }. */
export function writeReleaseFiles({ own, others, text }) {
  rmSync(filesDirectory, { recursive: true, force: true });
  mkdirSync(filesDirectory, { recursive: true });
  const write = (name, content) => writeFileSync(path.join(filesDirectory, name), content);
  const references = Object.values(own).map(({ reference }) => reference);
  write('image-digests.txt', `${references.join('\n')}\n`);
  const ofOthers = Object.entries(others).map(([image, digest]) => `${image}@${digest}`);
  write('images-of-others.txt', `${ofOthers.join('\n')}\n`);
  write('kustomization.yaml', releaseKustomization(own, others));
  write('docker-compose.release.yml', composeOverride(own, others));
  for (const [name, { sboms }] of Object.entries(own))
    for (const [platform, sbom] of Object.entries(sboms))
      write(`sbom-${name}-${path.basename(platform)}.spdx.json`, JSON.stringify(sbom));
  const list = references.map((reference) => `- \`${reference}\``).join('\n');
  writeFileSync(path.join(releaseDirectory, 'notes.md'), `${text}\n\n### Images\n\n${list}\n`);
}
