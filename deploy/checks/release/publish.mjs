import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { columns } from '../../../tools/lib/say.mjs';
import { bases } from '../containers/images.mjs';
import { releaseDirectory, releaseKustomization, writeReleaseFiles } from './files.mjs';
import { platforms, resolveDigests, targets } from './images.mjs';
import { collectManifests, pushManifests } from './manifests.mjs';
import { PublishedImage } from './published-image.mjs';

/**
 * Pushes each image with its commit as tag first. Adds the version's tags when every image is verified. `docker` and
 * `shell` run a command and resolve to its output. `registry` is the part of a name before `/edge`. `mirrored` maps a
 * third-party image to the name under which the registry has it.
 */
export class Publication {
  constructor({ docker, shell, registry, signer, mirrored = (image) => image, scanner, builderId, say }) {
    Object.assign(this, { docker, shell, registry, signer, mirrored, scanner, builderId, say });
  }

  async #build(target, { version, revision }) {
    const metadata = path.join(releaseDirectory, `${target}.json`);
    const values = { VERSION: version, REVISION: revision, ...this.bases };
    const attest = (kind, name, value) => ['--attest', value === undefined ? kind : `${kind},${name}=${value}`];
    await this.docker(
      ...['buildx', 'build', '--platform', platforms.join(','), '--target', target],
      ...Object.entries(values).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
      ...attest('type=sbom', 'generator', this.scanner),
      ...attest('type=provenance,mode=max', 'builder-id', this.builderId),
      ...['--output', `type=image,name=${this.registry}/${target}:${revision},push=true,oci-mediatypes=true`],
      ...['--metadata-file', metadata, '.'],
    );
    return JSON.parse(readFileSync(metadata, 'utf8'))['containerimage.digest'];
  }

  async #publish(target, checkout) {
    const digest = await this.#build(target, checkout);
    const reference = `${this.registry}/${target}@${digest}`;
    const { docker, shell } = this;
    const image = new PublishedImage({ docker, shell, directory: releaseDirectory, reference });
    const faults = await image.faults(checkout);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    await this.signer.sign(reference);
    await this.signer.verify(reference);
    const base = this.bases[target === 'edge' ? 'CADDY_IMAGE' : 'NODE_IMAGE'];
    const own = await Promise.all(platforms.map((platform) => image.ownBytes(base, platform)));
    this.say(`  ${target} is built, signed and verified`);
    return { reference, digest, sboms: await image.sboms(), ownBytes: own };
  }

  /** Pushes deploy/k8s as an artifact for Argo CD and Flux, with the digests of this release. */
  async #publishManifests({ version }, own, others) {
    const directory = path.join(releaseDirectory, 'manifests');
    collectManifests(directory, releaseKustomization(own, others));
    const reference = await pushManifests(this.docker, directory, `${this.registry}/manifests:${version}`);
    await this.signer.sign(reference);
    await this.signer.verify(reference);
    this.say(`  manifests are pushed, signed and verified: ${reference}`);
  }

  async all(checkout, text) {
    mkdirSync(releaseDirectory, { recursive: true });
    const others = await resolveDigests(this.docker, this.mirrored);
    this.bases = Object.fromEntries(
      Object.entries(bases).map(([name, image]) => [name, `${this.mirrored(image)}@${others[image]}`]),
    );
    const own = {};
    for (const target of targets()) own[target] = await this.#publish(target, checkout);
    for (const [target, { reference }] of Object.entries(own)) {
      const tag = `${this.registry}/${target}:${checkout.version}`;
      await this.docker('buildx', 'imagetools', 'create', '--tag', tag, reference);
    }
    writeReleaseFiles({ own, others, text });
    await this.#publishManifests(checkout, own, others);
    const rows = Object.entries(own).map(([target, { digest, sboms, ownBytes }]) => [
      ...[target, digest, platforms.join(', '), ownBytes.map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`).join(', ')],
      ...[
        Object.values(sboms)
          .map(({ packages }) => packages.length)
          .join(', '),
        'verified',
      ],
    ]);
    const heading = ['image', 'digest', 'platforms', 'own size', 'SBOM packages', 'signature'];
    for (const line of columns([heading, ...rows])) this.say(line);
  }
}
