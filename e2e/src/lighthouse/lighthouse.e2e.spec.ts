import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { identityRoutes, photosRoutes } from '@candid/contracts';
import { Person, twoPhonePictures } from '@candid/testing';
import { expect, it } from '@jest/globals';
import { useStage } from '../browser/stage.js';

const stage = useStage('lighthouse', { alone: true });
const command = fileURLToPath(new URL('../../../tools/lighthouse.mjs', import.meta.url));
const scriptBudgetBytes = 120_000;

interface Finding {
  readonly path: string;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly failures: readonly unknown[];
}

it('Lighthouse finds nothing against accessibility and best practices', async () => {
  const owner = await Person.approvedAssessor(stage.system);
  await owner.expect(identityRoutes.dismissFirstLogin, { params: { userId: owner.userId } });
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  const options = ['--of', stage.system.baseUrl, '--token', owner.token, '--user-id', owner.userId, '--json'];
  const { NODE_OPTIONS: _options, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], { env, maxBuffer: 2 ** 24 });
  const findings = JSON.parse(stdout) as Finding[];
  const paths = ['/landing', '/login', '/signup', '/profile', '/feed', '/pay', '/account'];
  expect(
    findings.map(({ path, accessibility, bestPractices, failures }) => ({
      path,
      accessibility,
      bestPractices,
      failures,
    })),
  ).toEqual(paths.map((path) => ({ path, accessibility: 100, bestPractices: 100, failures: [] })));
});

it.each([
  ['/landing', 'Request Sign-Up Code'],
  ['/login', 'Submit'],
  ['/signup', 'Sign Up'],
])('the page %s loads 120 kB of script at most, as transferred', async (path, button) => {
  const { page, context } = await stage.phone();
  // The screen does not need the code that is prefetched in idle time.
  await page.addInitScript('window.requestIdleCallback = () => 0');
  await page.goto(path);
  await page.getByRole('button', { name: button, exact: true }).waitFor();
  const bytes = await page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .reduce((sum, { transferSize }) => sum + transferSize, 0)`);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(scriptBudgetBytes);
  await context.close();
});
