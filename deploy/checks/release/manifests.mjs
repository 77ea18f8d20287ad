import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../../../tools/lib/paths.mjs';

/** The folders that the overlays of deploy/k8s refer to. */
const folders = ['deploy/k8s', 'deploy/nats', 'deploy/observability/dashboards'];

/** Collects the manifests in a directory, with the release component of this release. */
export function collectManifests(directory, releaseKustomization) {
  rmSync(directory, { recursive: true, force: true });
  for (const folder of folders) cpSync(fromRoot(folder), path.join(directory, folder), { recursive: true });
  const release = path.join(directory, 'deploy', 'k8s', 'components', 'release');
  mkdirSync(release, { recursive: true });
  writeFileSync(path.join(release, 'kustomization.yaml'), releaseKustomization);
}

/** Flux and Argo CD need a manifest with one layer: no index, and no attestations, which would be further manifests. */
export function artifactFaults({ mediaType, layers = [] }) {
  return [
    ...(mediaType === 'application/vnd.oci.image.manifest.v1+json' ? [] : [`is a ${mediaType}`]),
    ...(layers.length === 1 ? [] : [`has ${layers.length} layers`]),
  ];
}

/** Pushes the directory as one layer. Resolves to the artifact's reference with its digest. */
export async function pushManifests(docker, directory, name) {
  const dockerfile = path.join(path.dirname(directory), 'manifests.Dockerfile');
  writeFileSync(dockerfile, 'FROM scratch\nCOPY . /\n');
  await docker(
    ...['buildx', 'build', '--provenance=false', '--sbom=false', '--file', dockerfile],
    ...['--output', `type=image,name=${name},push=true,oci-mediatypes=true`, directory],
  );
  const manifest = JSON.parse(await docker('buildx', 'imagetools', 'inspect', name, '--raw'));
  const faults = artifactFaults(manifest);
  if (faults.length > 0) throw new Error(faults.map((fault) => `${name} ${fault}`).join('\n'));
  const { digest } = JSON.parse(
    await docker('buildx', 'imagetools', 'inspect', name, '--format', '{{json .Manifest}}'),
  );
  return `${name.replace(/:[^:/]+$/, '')}@${digest}`;
}
