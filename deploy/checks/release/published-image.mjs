import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { platforms } from './images.mjs';

const label = (name) => `org.opencontainers.image.${name}`;

export class PublishedImage {
  constructor({ docker, shell, directory, reference }) {
    Object.assign(this, { docker, shell, directory, reference });
  }

  async #inspect(field) {
    const format = `{{json .${field}}}`;
    return JSON.parse(await this.docker('buildx', 'imagetools', 'inspect', this.reference, '--format', format));
  }

  async #manifest(reference) {
    return JSON.parse(await this.docker('buildx', 'imagetools', 'inspect', reference, '--raw'));
  }

  async #layers(reference, platform) {
    const { manifests } = await this.#manifest(reference);
    const [os, architecture] = platform.split('/');
    const found = manifests.find(({ platform: its }) => its?.os === os && its.architecture === architecture);
    const repository = reference.replace(/(:[^:/@]+)?(@.*)?$/, '');
    return (await this.#manifest(`${repository}@${found.digest}`)).layers;
  }

  /** Compressed bytes that the image adds to its base. A machine with the base downloads only these. */
  async ownBytes(base, platform) {
    const ofBase = (await this.#layers(base, platform)).map(({ digest }) => digest);
    const own = (await this.#layers(this.reference, platform)).filter(({ digest }) => !ofBase.includes(digest));
    return own.reduce((sum, { size }) => sum + size, 0);
  }

  async sboms() {
    const found = await this.#inspect('SBOM');
    return Object.fromEntries(platforms.map((platform) => [platform, found[platform]?.SPDX]));
  }

  async faults({ version, revision }) {
    const [{ mediaType }, images, provenance, sboms] = await Promise.all([
      this.#inspect('Manifest'),
      this.#inspect('Image'),
      this.#inspect('Provenance'),
      this.sboms(),
    ]);
    const faults = mediaType === 'application/vnd.oci.image.index.v1+json' ? [] : ['is no OCI index'];
    for (const platform of platforms) {
      const labels = images[platform]?.config?.Labels ?? {};
      const expect = (holds, fault) => holds || faults.push(`${fault} for ${platform}`);
      expect(images[platform], 'has no image');
      expect(labels[label('version')] === version, `is not labelled with version ${version}`);
      expect(labels[label('revision')] === revision, `is not labelled with revision ${revision}`);
      expect(sboms[platform]?.packages?.length > 0, 'has no SBOM');
      // Only `mode=max` records the build steps.
      expect(JSON.stringify(provenance[platform] ?? {}).includes('"buildConfig"'), 'has no complete provenance');
      if (images[platform]) faults.push(...(await this.#machineFaults(platform, images[platform].config.WorkingDir)));
    }
    return faults.map((fault) => `${this.reference} ${fault}`);
  }

  /** Finds programs and native packages of another architecture, which would fail only when used. */
  async #machineFaults(platform, workingDirectory) {
    await this.docker('pull', '--quiet', '--platform', platform, this.reference);
    const container = (await this.docker('create', '--platform', platform, this.reference)).trim().split('\n').at(-1);
    const directory = mkdtempSync(path.join(this.directory, 'image-'));
    const native = "'*.node' '*.so' '*.so.*' 'srv/caddy'";
    const unpack = `tar -x -C '${directory}' --wildcards ${native}`;
    try {
      // tar fails if a pattern matches nothing.
      await this.shell(`docker cp ${container}:${workingDirectory} - | ${unpack} || true`);
    } finally {
      await this.docker('rm', '--force', container);
    }
    const faults = nativeFaults(directory, platform);
    rmSync(directory, { recursive: true });
    return faults;
  }
}

/** Maps a platform to the field `e_machine` of its ELF files. */
const machines = { 'linux/amd64': 0x3e, 'linux/arm64': 0xb7 };
const machineOffset = 18;
const elf = Buffer.from('\x7fELF', 'latin1');

const isFor = (platform, content) =>
  content.length > machineOffset + 1 &&
  content.subarray(0, elf.length).equals(elf) &&
  content.readUInt16LE(machineOffset) === machines[platform];

export function nativeFaults(directory, platform) {
  const files = globSync('**', { cwd: directory }).filter((file) => statSync(path.join(directory, file)).isFile());
  if (files.length === 0) return [`holds no native file for ${platform}`];
  return files
    .filter((file) => !isFor(platform, readFileSync(path.join(directory, file))))
    .map((file) => `holds ${file}, which is not for ${platform}`);
}
