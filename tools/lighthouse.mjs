/**
 * `npm run lighthouse`: audits the built app behind the real gateway with Lighthouse's phone profile and prints the scores.
 * Fails unless all pages have 100 for accessibility and best practices and at least 95 for performance.
 *
 *   --runs N      performance is the median of N runs (default 3)
 *   --only PATH   audits only this page
 *   --report DIR  keeps Lighthouse's reports in DIR, for https://googlechrome.github.io/lighthouse/viewer/
 *   --of URL --token T --user-id ID --json   one run of a running system as that person, without performance, printed as JSON
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { onProjectNode } from './lib/relaunch.mjs';
import { columns, say } from './lib/say.mjs';

await onProjectNode(fileURLToPath(import.meta.url));
const { auditPage, checkPage, measureVitals, startChromium } = await import('./lib/lighthouse.mjs');

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
    report: { type: 'string' },
    of: { type: 'string' },
    token: { type: 'string' },
    'user-id': { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});
const targets = { performance: 95, accessibility: 100, bestPractices: 100 };

const pagesFor = (session) =>
  [
    ...['/landing', '/login', '/signup'].map((path) => ({ path })),
    ...['/profile', '/feed', '/pay', '/account'].map((path) => ({ path, session })),
  ].filter(({ path }) => !values.only || path === values.only);

async function withSystem(work) {
  const { provideBrowser } = await import('./lib/programs/browser.mjs');
  await provideBrowser(say);
  if (values.of) return work(values.of, { token: values.token, userId: values['user-id'] });
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt(say);
  const testing = await import('@candid/testing');
  const { startSystem, SYSTEM_ENV } = testing;
  const system = await startSystem({ env: SYSTEM_ENV });
  try {
    return await work(system.baseUrl, await makePerson(system, testing));
  } finally {
    await system.stop();
  }
}

/** Makes an owner with results who is also an assessor. Resolves to the entries of this person's local storage. */
async function makePerson(system, { eventually, Person, submissionFor, twoPhonePictures }) {
  const { assessmentsRoutes, identityRoutes, photosRoutes } = await import('@candid/contracts');
  const owner = await Person.approvedAssessor(system);
  await owner.expect(photosRoutes.uploadPhotos, { form: await owner.uploadForm(await twoPhonePictures()) });
  for (let turn = 0; turn < 4; turn += 1) {
    const assessor = await Person.approvedAssessor(system);
    const body = await submissionFor(assessor, owner.userId, 10 + turn);
    await assessor.expect(assessmentsRoutes.submitRatings, { body });
  }
  await eventually(async () => {
    if (!(await owner.user()).hasFirstTested) throw new Error('the ratings have not arrived yet');
  });
  await owner.expect(identityRoutes.dismissFirstLogin, { params: { userId: owner.userId } });
  return { token: owner.token, userId: owner.userId, approvedAssessor: 'true' };
}

function keepReport({ path: page, report }) {
  mkdirSync(values.report, { recursive: true });
  writeFileSync(path.join(values.report, `${page.slice(1)}.json`), JSON.stringify(report));
}

async function auditAll(origin, session) {
  const chromium = await startChromium();
  try {
    const results = [];
    for (const page of pagesFor(session)) {
      const result = values.json
        ? await checkPage(chromium, origin, page)
        : await auditPage(chromium, origin, page, Number(values.runs));
      if (values.report) keepReport(result);
      results.push(result);
    }
    if (values.json) return { results, vitals: [] };
    const vitals = [];
    for (const page of pagesFor(session)) vitals.push(await measureVitals(chromium, origin, page));
    return { results, vitals };
  } finally {
    await chromium.stop();
  }
}

function print({ results, vitals }) {
  const rows = results.map((result) => [
    result.shown === result.path ? result.path : `${result.path} -> ${result.shown}`,
    result.performance,
    result.accessibility,
    result.bestPractices,
    `LCP ${(result.lcpMs / 1000).toFixed(1)} s, TBT ${result.tbtMs} ms, CLS ${result.cls}`,
  ]);
  for (const line of columns([['phone profile', 'performance', 'accessibility', 'best practices', ''], ...rows]))
    say(line);
  say();
  const figures = vitals.map(({ path, lcpMs, inpMs, cls }) => [
    path,
    `${(lcpMs / 1000).toFixed(2)} s`,
    `${inpMs} ms`,
    cls,
  ]);
  for (const line of columns([['9 Mbit/s, 100 ms', 'LCP (1.8 s)', 'INP (150 ms)', 'CLS (0.05)'], ...figures]))
    say(line);
  for (const { path, failures } of results)
    for (const { id, title, items } of failures) say(`  ${path}: ${id} (${title}) ${items.join(' | ')}`);
}

const outcome = await withSystem(auditAll);
if (values.json) {
  say(JSON.stringify(outcome.results.map(({ report: _report, ...result }) => result)));
  process.exit(0);
}
print(outcome);
const short = outcome.results.filter((result) => Object.entries(targets).some(([name, least]) => result[name] < least));
say(
  short.length === 0 ? 'every page reaches its targets' : `below target: ${short.map(({ path }) => path).join(', ')}`,
);
process.exit(short.length === 0 ? 0 : 1);
