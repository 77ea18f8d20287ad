import { existsSync, readFileSync } from 'node:fs';
import { ensureBuilt } from '../../../tools/lib/build.mjs';
import { fromRoot, nodeBinary } from '../../../tools/lib/paths.mjs';
import { provideBrowser } from '../../../tools/lib/programs/browser.mjs';
import { runCommand } from '../../../tools/lib/run.mjs';
import { say, seconds } from '../../../tools/lib/say.mjs';
import { inShort } from '../../../tools/lib/test/failures.mjs';
import { runJest } from '../../../tools/lib/test/jest-suite.mjs';
import { builtServices, readCompose } from '../compose/compose-file.mjs';
import { checked } from '../engine/checked.mjs';
import { provideEngine } from '../engine/engine.mjs';
import { provideImages } from '../engine/stand-ins.mjs';
import { composeProject } from './compose-project.mjs';
import { drillImages, imageFaults, imagesOfOthers, ownSizes } from './images.mjs';
import { runbookSteps } from './runbooks.mjs';

const earlier = '0.0.0-earlier';
const later = '0.0.0-later';
const specs = (...names) => names.map((name) => `**/e2e/src/${name}.e2e.spec.ts`);

/** Returns the code blocks of a section of docs/deploy.md, with this Compose project's name. */
function typedIn(section) {
  const text = readFileSync(fromRoot('docs', 'deploy.md'), 'utf8');
  const [, body] = new RegExp(`^### ${section}\\n([\\s\\S]*?)^### `, 'm').exec(text) ?? [];
  return [...(body ?? '').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands]) =>
    commands.replaceAll('candid_', `${composeProject}_`),
  );
}

/** Discards the result of `work`, because a step would print it. */
const quietly = (work) => async () => {
  await work();
};

/** Starts the system of docker-compose.yml, tests it, upgrades it, and restores it from a backup. */
class ContainersSuite {
  counts = { passed: 0, failed: 0, failures: [] };

  constructor(engine, project) {
    this.engine = engine;
    this.project = project;
    this.targets = [...new Set(builtServices(readCompose()).map(([, { build }]) => build.target))];
  }

  /** Returns the command line that runs a command in the engine, in the directory of the copied project. */
  words(...command) {
    return this.engine.command('sh', '-c', 'cd "$0" && exec "$@"', this.project.directory, ...command);
  }

  run(...command) {
    const [program, ...args] = this.words(...command);
    return checked(program, args);
  }

  compose = (...words) => this.run('docker', 'compose', ...words);

  /** Names each image, because without names Compose builds an image again for every service that runs it. */
  build = () => this.compose('build', '--quiet', ...this.targets);

  /** Skips the step if an earlier one failed. */
  async step(name, work) {
    if (this.counts.failed > 0) return;
    const startedAt = performance.now();
    try {
      const said = await work();
      this.counts.passed += 1;
      say(`  ok   ${name}${said ? `: ${said}` : ''}, ${seconds(startedAt)}`);
    } catch (error) {
      this.counts.failed += 1;
      this.counts.failures.push(`${name}\n${inShort(error.message)}`);
      say(`  FAIL ${name}\n${error.message}`);
      say(await this.compose('logs', '--tail', '20').catch(() => ''));
    }
  }

  async specs(...names) {
    if (this.counts.failed > 0) return;
    const { baseUrl, mailUrl } = this.project;
    const staffCommand = this.words(
      ...['docker', 'compose', 'run', '--rm', '-T', '-e', 'STAFF_PASSWORD'],
      ...['identity', 'node', 'services/identity/dist/staff.js'],
    );
    const { passed, failed, failures } = await runJest(
      { match: specs(...names), workers: 1, limitMs: 900_000 },
      {
        within: this.engine.inNetwork,
        env: {
          TEST_SYSTEM: JSON.stringify({ baseUrl, mailUrl, dataDirectory: '', staffCommand }),
          TEST_COMPOSE: JSON.stringify(this.words('docker', 'compose')),
        },
      },
    );
    this.counts.passed += passed;
    this.counts.failed += failed;
    this.counts.failures.push(...failures);
  }

  docker = (...words) => this.run('docker', ...words);

  /** Counts as one step. The drill prints its own steps. */
  async restoreDrill() {
    if (this.counts.failed > 0) return;
    const [program, ...args] = this.engine.inNetwork(
      nodeBinary,
      fromRoot('deploy', 'checks', 'containers', 'drill', 'main.mjs'),
    );
    const drill = JSON.stringify({ words: this.engine.command('docker'), version: later });
    const { code } = await runCommand(program, args, { env: { DRILL: drill } });
    this.counts[code === 0 ? 'passed' : 'failed'] += 1;
  }

  async images() {
    const faults = await imageFaults(this.docker, this.targets, later);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }

  async sizes() {
    const sizes = Object.entries(await ownSizes(this.docker, this.targets, later));
    const said = sizes.map(([name, { megabytes }]) => `${name} ${megabytes} MB`).join(', ');
    if (sizes.some(([, { isTooLarge }]) => isTooLarge)) throw new Error(`more than 130 MB of its own: ${said}`);
    return said;
  }

  async backUpAndRestore() {
    const [backUp, restore, check] = typedIn('Backup and restore');
    await this.run('bash', '-ec', backUp);
    await this.compose('down', '--volumes', '--remove-orphans');
    await this.run('bash', '-ec', restore);
    await this.run('bash', '-ec', check);
  }

  async typeAll(steps) {
    for (const { text, words, isOfNobody } of steps) {
      const fault = await this.run(...words).then(
        () => undefined,
        (error) => error,
      );
      if (fault && !isOfNobody) throw new Error(`${text}: ${fault.message}`);
      if (isOfNobody && !/no such|There is no/i.test(fault?.message ?? ''))
        throw new Error(`${text}: is done to nobody`);
    }
  }

  async runbooks() {
    const lists = runbookSteps();
    await Promise.all(lists.map((steps) => this.typeAll(steps)));
    return `${lists.flat().length} commands`;
  }

  async all() {
    const up = quietly(() => this.compose('up', '--no-build', '--wait'));
    await this.step('images of others', async () => {
      const missing = await provideImages(
        this.engine,
        [...new Set([...imagesOfOthers(), ...(await drillImages())])],
        say,
      );
      return missing.length > 0 ? `${missing.length} stand-ins made` : undefined;
    });
    this.project.set({ VERSION: earlier, isScreened: false });
    await this.step(
      'docker compose config',
      quietly(() => this.compose('config', '--quiet')),
    );
    // An interrupted run leaves containers behind.
    await this.compose('down', '--volumes', '--remove-orphans');
    await this.step(
      'docker compose build',
      quietly(() => this.build()),
    );
    await this.step('docker compose up', up);
    await this.specs('containers/load');
    this.project.set({ VERSION: later });
    await this.step('upgrade: docker compose build, up', () => this.build().then(up));
    await this.step('images: user, command, health check, labels, files, Node', () => this.images());
    await this.step('own size of each image', () => this.sizes());
    await this.specs('containers/pictures', 'containers/edge', 'containers/app');
    await this.step('the commands of the runbooks', () => this.runbooks());
    await this.step('backup and restore, by docs/deploy.md', () => this.backUpAndRestore());
    await this.compose('down', '--volumes', '--remove-orphans');
    await this.restoreDrill();
    await this.step('docker compose down', async () => {
      await this.compose('down', '--volumes', '--remove-orphans');
      const ofProject = `label=com.docker.compose.project=${composeProject}`;
      const left = await this.run('docker', 'ps', '--all', '--filter', ofProject, '--format', '{{.Names}} {{.Status}}');
      if (left.trim() !== '') throw new Error(`there is still ${left}`);
    });
    return this.counts;
  }
}

/**
 * Tests the system in containers of a real engine. Resolves to { passed, failed, failures }; if there is no engine and none
 * can be installed, to { passed: 0, failed: 0, reason }.
 */
export async function runContainers() {
  const engine = await provideEngine(say);
  if (engine.reason) return { passed: 0, failed: 0, reason: engine.reason };
  let suite;
  try {
    await ensureBuilt((text) => say(`  ${text}`));
    await provideBrowser(say);
    // The module imports built packages.
    const { copyProject } = await import('./project-copy.mjs');
    suite = new ContainersSuite(engine, await copyProject());
    return await suite.all();
  } finally {
    if (suite && existsSync(suite.project.directory))
      await suite.compose('down', '--volumes', '--remove-orphans').catch(() => undefined);
    await engine.stop();
  }
}
