/** Appends { spec, ids } to the file REACHED for each spec file: the ids of the mutants whose places have run. */
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from '@jest/globals';

if (process.env.REACHED) {
  const ids = new Set();
  globalThis.reportReached = (id) => ids.add(id);
  afterAll(() => {
    appendFileSync(process.env.REACHED, `${JSON.stringify({ spec: expect.getState().testPath, ids: [...ids] })}\n`);
  });
}
