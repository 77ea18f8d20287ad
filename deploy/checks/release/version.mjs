import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { fromRoot, root } from '../../../tools/lib/paths.mjs';
import { suiteTable } from '../../../tools/lib/test/suite-table.mjs';
import { changesBesideRecord, unprovenSuites } from '../../../tools/lib/test/test-record.mjs';

export const releaseComponent = fromRoot('deploy', 'k8s', 'components', 'release', 'kustomization.yaml');

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** `changes` lists uncommitted files except docs/test-all.json: a file cannot be in the commit that it names. */
export function readCheckout() {
  const { images } = parse(readFileSync(releaseComponent, 'utf8'));
  return {
    version: images.find(({ name }) => name.startsWith('candid/')).newTag,
    revision: git('rev-parse', 'HEAD'),
    changes: changesBesideRecord(),
    changelog: readFileSync(fromRoot('CHANGELOG.md'), 'utf8'),
  };
}

export function releaseFaults({ version, changes, changelog }, tag, section = version) {
  const faults = [];
  if (tag !== `v${version}`)
    faults.push(`The tag is ${tag}, but deploy/k8s/components/release has version ${version}; its tag is v${version}.`);
  if (changelogSection(changelog, section) === undefined) faults.push(`CHANGELOG.md has no section "## ${section}".`);
  if (changes.length > 0)
    faults.push(
      `The working tree has ${changes.length} changes that are not committed; the first is "${changes[0].trim()}".`,
    );
  return faults;
}

/** Returns why this commit may not be published: suites of test:all that have not passed on it. */
export function testFaults(unproven = unprovenSuites(Object.keys(suiteTable))) {
  if (unproven.length === 0) return [];
  return [
    `docs/test-all.json does not name this commit for ${unproven.join(', ')}. Run \`npm run test:all\`, which writes it when all are green.`,
  ];
}

/** Text below the heading of a version, or of `Unreleased`; undefined if the heading or the text is missing. */
export function changelogSection(changelog, name) {
  const [, ...sections] = changelog.split(/^## /m);
  const headings = [name, `[${name}]`];
  const section = sections.find((text) => headings.includes(text.split('\n', 1)[0].split(/\s/, 1)[0]));
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}
