import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fromRoot, root as repository } from '../paths.mjs';
import { runCommand } from '../run.mjs';
import { contextFiles } from './build-context.mjs';
import { sandboxed } from './sandbox.mjs';

const stepLimitMs = 300_000;

/** What an install behind a proxy or with a registry of its own has to know of this machine. */
const passedOn = /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_.*)$/i;

function installEnvironment() {
  const registry = execFileSync('npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    cwd: '/',
    stdio: 'pipe',
  }).trim();
  const own = Object.entries(process.env).filter(([name, value]) => passedOn.test(name) && value);
  return {
    ...Object.fromEntries(own),
    npm_config_registry: registry,
    npm_config_update_notifier: 'false',
    HOME: '/root',
  };
}

const npmCache = () =>
  execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8', cwd: '/', stdio: 'pipe' }).trim();

const copyTree = (source, target, ...options) => execFileSync('cp', ['-a', ...options, '--', source, target]);

/**
 * As COPY: a folder's content, or a file, which keeps its name where the target ends like a folder. Of a finished stage the
 * files are linked, for nothing writes to them any more; the working tree's are copied.
 */
function copy(source, target, { targetIsFolder, linked }) {
  const options = linked ? ['--link'] : [];
  if (statSync(source).isDirectory()) {
    mkdirSync(target, { recursive: true });
    return copyTree(`${source}/.`, target, ...options);
  }
  const file = targetIsFolder ? path.join(target, path.basename(source)) : target;
  mkdirSync(path.dirname(file), { recursive: true });
  copyTree(source, file, ...options);
}

/**
 * Makes the file trees of a Dockerfile's stages from its own steps, below `directory`. A `RUN` is carried out with the tree
 * as its root directory. `given` says of stages that need not be made which folder of them is the working tree.
 *
 * `treeOf(name)` resolves to a stage's root directory; a step that fails throws with its output.
 */
export function assembler(stages, { directory, base, given }) {
  const trees = new Map();
  const environment = installEnvironment();
  const cache = npmCache();
  mkdirSync(cache, { recursive: true });

  /** Where `file` of a stage lies on this machine. */
  async function placeOf(stage, file) {
    if (stage === undefined) return fromRoot(file);
    if (!(stage in given)) return path.join(await treeOf(stage), file);
    if (!file.startsWith(given[stage])) throw new Error(`${file} is outside of what is given of the stage ${stage}`);
    return path.join(repository, file.slice(given[stage].length));
  }

  function copyContext(tree, { target, workdir }) {
    for (const file of contextFiles(repository)) {
      const to = path.join(tree, path.resolve(workdir, target), file);
      mkdirSync(path.dirname(to), { recursive: true });
      cpSync(fromRoot(file), to);
    }
  }

  async function carryOut(tree, step, name) {
    mkdirSync(path.join(tree, step.workdir), { recursive: true });
    if (step.kind === 'run') {
      const binds = [[cache, '/root/.npm']];
      const env = { ...environment, ...step.env };
      const options = { root: tree, base, workdir: step.workdir, env, writable: true, binds };
      const { command, args } = sandboxed({ ...options, command: ['sh', '-c', step.script] });
      const { code, output } = await runCommand(command, args, { stdio: 'pipe', limitMs: stepLimitMs });
      if (code !== 0) throw new Error(`the stage ${name} failed at RUN ${step.script}\n${output}`);
      return;
    }
    if (step.stage === undefined) return copyContext(tree, step);
    const target = path.join(tree, path.resolve(step.workdir, step.target));
    const targetIsFolder = /(^|\/)\.?\/?$/.test(step.target) || step.sources.length > 1;
    for (const source of step.sources) {
      const from = await placeOf(step.stage, source);
      if (!existsSync(from)) throw new Error(`the stage ${name} copies what is not there: ${step.stage}:${source}`);
      copy(from, target, { targetIsFolder, linked: !(step.stage in given) });
    }
  }

  async function make(name) {
    const stage = stages[name];
    if (!stage) throw new Error(`the Dockerfile has no stage ${name}`);
    const tree = path.join(directory, name);
    mkdirSync(tree, { recursive: true });
    if (stage.parent) copyTree(`${await treeOf(stage.parent)}/.`, tree);
    for (const step of stage.steps) await carryOut(tree, step, name);
    mkdirSync(path.join(tree, stage.workdir), { recursive: true });
    return tree;
  }

  function treeOf(name) {
    if (!trees.has(name)) trees.set(name, make(name));
    return trees.get(name);
  }

  return { treeOf };
}
