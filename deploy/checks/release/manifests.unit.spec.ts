import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { artifactFaults, collectManifests } from './manifests.mjs';

describe('the artifact of the manifests', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'manifests-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  it('has everything that its kustomizations refer to, and the release component of the release', () => {
    collectManifests(directory, 'images: [{ name: nats, digest: sha256:1 }]');
    const files = globSync('**/kustomization.yaml', { cwd: directory });
    expect(files).toContain('deploy/k8s/overlays/staging/kustomization.yaml');
    const missing = files.flatMap((file) => {
      const { resources = [], components = [] } = parse(readFileSync(path.join(directory, file), 'utf8'));
      return [...resources, ...components]
        .map((place: string) => path.join(directory, path.dirname(file), place))
        .filter((place) => !existsSync(place));
    });
    expect(missing).toEqual([]);
    const release = path.join(directory, 'deploy/k8s/components/release');
    expect(readFileSync(path.join(release, 'kustomization.yaml'), 'utf8')).toContain('sha256:1');
    expect(existsSync(path.join(release, 'images.yaml'))).toBe(true);
  });

  it('is one layer without an index', () => {
    const mediaType = 'application/vnd.oci.image.manifest.v1+json';
    expect(artifactFaults({ mediaType, layers: [{}] })).toEqual([]);
    expect(artifactFaults({ mediaType: 'application/vnd.oci.image.index.v1+json' })).toEqual([
      'is a application/vnd.oci.image.index.v1+json',
      'has 0 layers',
    ]);
  });
});
