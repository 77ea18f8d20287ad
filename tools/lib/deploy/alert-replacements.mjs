import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { fromRoot, root } from '../paths.mjs';
import { say } from '../say.mjs';
import { provideKubectl } from './kubectl.mjs';
import { render } from './manifests.mjs';

const files = ['alerts.yaml', 'pod-monitors.yaml', 'replacements.yaml'];
const environment = { namespace: 'another', runbookUrl: 'https://another.example/wiki', prometheusRelease: 'monitor' };
const replaced = [/of the environment/];

/**
 * Checks that nothing of the first environment remains in the rules after kustomize has applied one of another name.
 */
export async function alertReplacementFaults() {
  const directory = mkdtempSync(path.join(tmpdir(), 'candid-environment-'));
  try {
    for (const file of files)
      cpSync(fromRoot('deploy', 'k8s', 'components', 'observability', file), path.join(directory, file));
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'environment' }, data: environment };
    writeFileSync(path.join(directory, 'environment.yaml'), stringify(configMap));
    const kustomization = {
      resources: ['environment.yaml', ...files.slice(0, 2)],
      replacements: [{ path: 'replacements.yaml' }],
    };
    writeFileSync(path.join(directory, 'kustomization.yaml'), stringify(kustomization));
    const text = stringify(await render(await provideKubectl(say), path.relative(root, directory)), { lineWidth: 0 });
    return [
      ...replaced.filter((pattern) => pattern.test(text)).map((pattern) => `${pattern} is left`),
      ...Object.values(environment)
        .filter((value) => !text.includes(value))
        .map((value) => `${value} is nowhere`),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
