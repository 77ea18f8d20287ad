import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { fromRoot } from '../paths.mjs';
import { auditPackages } from './npm-audit.mjs';

const reportOf = (severity: string) =>
  JSON.stringify(
    { vulnerabilities: { left: { name: 'left', severity, range: '<2', via: [{ title: 'Pads too far' }, 'right'] } } },
    null,
    2,
  );
const audited = (output: string) => auditPackages(async () => ({ code: 1, output }));

it('no package of the tree reports its installation', () => {
  const lock = readFileSync(fromRoot('package-lock.json'), 'utf8');
  expect(lock).not.toContain('@scarf/');
});

describe('the audit of packages', () => {
  it('names what is vulnerable from moderate on, also after warnings', async () => {
    const findings = ['high: left <2 (Pads too far; right)'];
    expect(await audited(`npm warn something\n${reportOf('high')}\n`)).toEqual({ answered: true, findings });
    expect(await audited(reportOf('low'))).toEqual({ answered: true, findings: [] });
  });

  it.each([
    ['refuses', `npm warn audit 405\n${JSON.stringify({ message: '405 Method Not Allowed' }, null, 2)}\nnpm error`],
    ['is not asked, for want of npm', 'spawn npm ENOENT'],
    ['sends no report', 'npm error code ENOTFOUND'],
    ['breaks off', '{\n "vulnerabilities": {\n'],
  ])('is not answered where the registry %s', async (_, output) => {
    expect(await audited(output)).toEqual({ answered: false, findings: [] });
  });
});
