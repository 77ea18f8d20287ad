import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fromRoot } from '../paths.mjs';
import { say, seconds } from '../say.mjs';
import { assembler } from './assemble.mjs';
import { provideCaddy } from './caddy.mjs';
import { builtServices, readCompose } from './compose-file.mjs';
import { readDockerfile } from './dockerfile.mjs';
import { contextFaults, fileFaults, imageFaults, nodeVersionFaults, packageFaults } from './image-trees.mjs';
import { runEach, sum } from './report.mjs';
import { runningFaults } from './running-images.mjs';
import { prepareBase, sandboxFault } from './sandbox.mjs';

/** The working tree stands for the stage that compiles: the suite before this one has made it by that stage's own command. */
const given = { build: '/src' };

/** Made in the project's folder: the system's temporary one may be memory, or forbid programs. */
function workDirectory() {
  mkdirSync(fromRoot('.cache'), { recursive: true });
  const directory = mkdtempSync(fromRoot('.cache', 'images-'));
  chmodSync(directory, 0o755);
  return directory;
}

async function checkTrees(images, stages, treeOf) {
  return await runEach(
    images.map((name) => ({
      name: `image ${name}: made by its steps, with its own packages and files alone`,
      faults: async () => {
        const startedAt = performance.now();
        const tree = await treeOf(name);
        say(`       ${name} in ${seconds(startedAt)}`);
        const packages = stages[name].parent === 'process' ? packageFaults(tree, stages[name]) : [];
        return [...packages, ...fileFaults(tree, stages[name])];
      },
    })),
  );
}

async function checkImages(directory, stages, compose) {
  const images = [...new Set(builtServices(compose).map(([, { build }]) => build.target))];
  const base = prepareBase(path.join(directory, 'base'), { caddy: provideCaddy() });
  const { treeOf } = assembler(stages, { directory, base, given });
  const said = await runEach([
    { name: 'images: no secret and no history in the build', faults: contextFaults },
    { name: 'images: the Node that is tested', faults: () => nodeVersionFaults(stages) },
    ...images.map((name) => ({
      name: `image ${name}: user, health check, labels`,
      faults: () => imageFaults(stages[name]),
    })),
  ]);
  const trees = await checkTrees(images, stages, treeOf);
  if (trees.failed > 0) return sum([said, trees]);
  const running = await runEach([
    {
      name: 'images: every process of docker-compose.yml starts, works and ends',
      faults: () => runningFaults({ stages, compose, base, treeOf }),
    },
  ]);
  return sum([said, trees, running]);
}

/**
 * The images without a container engine: each target's file tree is made by the Dockerfile's own steps, and every process of
 * docker-compose.yml started on it, read-only, as its user, with what the compose file gives it. Resolves to { passed, failed }.
 */
export async function checkImageTrees() {
  const fault = sandboxFault();
  if (fault) {
    say(`  FAIL the images cannot be tried here: ${fault}`);
    return { passed: 0, failed: 1 };
  }
  const directory = workDirectory();
  try {
    return await checkImages(directory, readDockerfile(fromRoot('Dockerfile')), readCompose());
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
