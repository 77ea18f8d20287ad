import { describe, expect, it } from '@jest/globals';
import { changelogSection, releaseFaults, testFaults } from './version.mjs';

const changelog = `# Changelog

Text before all versions.

## Unreleased

## 1.10.0 - 2026-12-01

### Added

- Ten.

## [1.1.0]

- One.
`;

describe('section of a version in CHANGELOG.md', () => {
  it('ends before the next version', () => {
    expect(changelogSection(changelog, '1.10.0')).toBe('### Added\n\n- Ten.');
  });

  it('is found with brackets, and at the end of the file', () => {
    expect(changelogSection(changelog, '1.1.0')).toBe('- One.');
  });

  it('is not another version that begins with the same digits', () => {
    expect(changelogSection(changelog, '1.1')).toBeUndefined();
    expect(changelogSection(changelog, '1.10')).toBeUndefined();
    expect(changelogSection(changelog, '11100')).toBeUndefined();
  });

  it('counts as missing if it is empty', () => {
    expect(changelogSection(changelog, 'Unreleased')).toBeUndefined();
  });
});

describe('what is refused as a release', () => {
  const checkout = { version: '1.10.0', changes: [], changelog };

  it('accepts a committed version with its section and its tag', () => {
    expect(releaseFaults(checkout, 'v1.10.0')).toEqual([]);
  });

  it('refuses the tag of another version', () => {
    expect(releaseFaults(checkout, 'v1.1.0')).toEqual([
      'The tag is v1.1.0, but deploy/k8s/components/release has version 1.10.0; its tag is v1.10.0.',
    ]);
  });

  it('refuses a version without a section', () => {
    expect(releaseFaults({ ...checkout, version: '2.0.0' }, 'v2.0.0')).toEqual([
      'CHANGELOG.md has no section "## 2.0.0".',
    ]);
  });

  it('refuses changes that are not committed', () => {
    expect(releaseFaults({ ...checkout, changes: [' M Dockerfile', '?? new.txt'] }, 'v1.10.0')).toEqual([
      'The working tree has 2 changes that are not committed; the first is "M Dockerfile".',
    ]);
  });

  it('refuses to publish what not every suite of test:all has proven', () => {
    expect(testFaults([])).toEqual([]);
    expect(testFaults(['containers', 'fuzz'])).toEqual([
      expect.stringMatching(/^docs\/test-all\.json does not name this commit for containers, fuzz\./),
    ]);
  });
});
