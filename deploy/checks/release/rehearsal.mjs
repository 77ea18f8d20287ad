import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bases } from '../containers/images.mjs';
import { checked } from '../engine/checked.mjs';
import { provideEngine } from '../engine/engine.mjs';
import { provideImages, pushStandIn } from '../engine/stand-ins.mjs';
import { releaseDirectory } from './files.mjs';
import { thirdPartyImages } from './images.mjs';
import { Publication } from './publish.mjs';

const registryImage = 'registry:2.8.3';
const cosignImage = 'ghcr.io/sigstore/cosign/cosign:v2.5.0';
/** BuildKit's default scanner. If no registry answers, a stand-in replaces it. */
const scannerImage = 'docker/buildkit-syft-scanner:stable-1';
const container = 'candid-release-registry';

export function commandsOf(engine) {
  const run = (...command) => {
    const [program, ...args] = engine.command(...command);
    return checked(program, args);
  };
  return { docker: (...words) => run('docker', ...words), shell: (script) => run('sh', '-c', script) };
}

async function keyPairSigner(docker) {
  const keys = path.join(releaseDirectory, 'keys');
  rmSync(keys, { recursive: true, force: true });
  mkdirSync(keys, { recursive: true });
  const cosign = (...words) =>
    docker(
      ...['run', '--rm', '--network', 'host', '--user', '0:0', '--env', 'COSIGN_PASSWORD='],
      ...['--volume', `${keys}:/keys`, '--workdir', '/keys', cosignImage, ...words],
    );
  await cosign('generate-key-pair');
  return {
    sign: (reference) =>
      cosign('sign', '--yes', '--key', 'cosign.key', '--tlog-upload=false', '--allow-http-registry', reference),
    verify: (reference) =>
      cosign('verify', '--key', 'cosign.pub', '--insecure-ignore-tlog', '--allow-http-registry', reference),
  };
}

/** Checks that an unsigned image is refused: a verification that accepts every image would prove nothing. */
async function requireRefusal(signer, reference) {
  const isVerified = await signer.verify(reference).then(
    () => true,
    () => false,
  );
  if (isVerified) throw new Error(`${reference} is not signed, but its signature is verified`);
}

async function startRegistry(docker) {
  await docker('rm', '--force', container).catch(() => undefined);
  await docker('run', '--detach', '--rm', '--name', container, '--publish', '127.0.0.1::5000', registryImage);
  const port = /:(\d+)$/m.exec(await docker('port', container, '5000'))[1];
  return `localhost:${port}`;
}

/** Fills the registry with stand-ins of the base images. Other images need only a digest, so any content will do. */
async function pushStandIns(engine, docker, mirrored) {
  for (const image of Object.values(bases)) await pushStandIn(engine, image, mirrored(image));
  const servers = thirdPartyImages().filter((image) => !Object.values(bases).includes(image));
  const tags = servers.flatMap((image) => ['--tag', mirrored(image)]);
  await docker('buildx', 'imagetools', 'create', ...tags, mirrored(bases.NODE_IMAGE));
}

async function rehearseIn(engine, { checkout, text, say }) {
  const { docker, shell } = commandsOf(engine);
  if (!(await docker('info', '--format', '{{json .DriverStatus}}')).includes('io.containerd.snapshotter'))
    throw new Error(
      'The rehearsal needs an engine that keeps images in containerd: set its feature containerd-snapshotter.',
    );
  await provideImages(engine, [registryImage, cosignImage, scannerImage], say);
  const standInLabel = '{{index .Config.Labels "candid.stand-in"}}';
  const hasStandIns = (await docker('image', 'inspect', registryImage, '--format', standInLabel)).trim() === 'true';
  const registry = await startRegistry(docker);
  try {
    const mirrored = hasStandIns ? (image) => `${registry}/${image}` : undefined;
    if (hasStandIns) await pushStandIns(engine, docker, mirrored);
    const signer = await keyPairSigner(docker);
    const scanner = hasStandIns ? scannerImage : undefined;
    const place = { docker, shell, registry: `${registry}/candid`, mirrored, scanner };
    await new Publication({ ...place, signer, say }).all(checkout, text);
    if (hasStandIns) await requireRefusal(signer, mirrored(bases.NODE_IMAGE));
  } finally {
    await docker('rm', '--force', container);
  }
}

export async function rehearse(options) {
  const engine = await provideEngine(options.say, { severalPlatforms: true });
  if (engine.reason) throw new Error(`There is no container engine: ${engine.reason}.`);
  try {
    await rehearseIn(engine, options);
  } finally {
    await engine.stop();
  }
}
