import base from '../../jest.config.mjs';
import { fromRoot, root } from '../../tools/lib/paths.mjs';

const here = (name) => fromRoot('lab', 'mutation', name);

export default {
  ...base,
  rootDir: root,
  testRunner: 'jest-circus/runner',
  transform: Object.fromEntries(
    Object.entries(base.transform).map(([files, [, options]]) => [files, [here('jest-transform.mjs'), options]]),
  ),
  setupFilesAfterEnv: [here('report-reached.mjs')],
};
