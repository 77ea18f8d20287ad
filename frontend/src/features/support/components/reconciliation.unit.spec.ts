import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { supportBooksTexts } from '../../../lib/texts/support-books';

const runbook = readFileSync(
  path.resolve(import.meta.dirname, '../../../../../docs/runbooks/ledger-not-reconciled.md'),
  'utf8',
);
const headings = Array.from(runbook.matchAll(/^### (.+)$/gm), ([, heading]) => heading);

describe('the runbook in the console', () => {
  it('has an entry for each of the runbook, and a name for its check', () => {
    expect(Object.keys(supportBooksTexts.runbook)).toEqual(headings);
    expect(Object.keys(supportBooksTexts.checks).sort()).toEqual(headings.toSorted());
  });
});
