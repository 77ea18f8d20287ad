import base from '../../../jest.config.mjs';
import { fromRoot, root } from '../paths.mjs';

const here = (name) => fromRoot('tools', 'lib', 'mutation', name);

export default {
  ...base,
  rootDir: root,
  transform: Object.fromEntries(
    Object.entries(base.transform).map(([files, [, options]]) => [files, [here('jest-transform.mjs'), options]]),
  ),
  setupFilesAfterEnv: [here('report-reached.mjs')],
};
