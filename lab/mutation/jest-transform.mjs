import { readFileSync } from 'node:fs';
import swc from '@swc/jest';
import { edited } from './edits.mjs';

/** { absolute path: edits }; the files themselves stay as they are. */
const editsOf = process.env.SOURCE_EDITS ? JSON.parse(readFileSync(process.env.SOURCE_EDITS, 'utf8')) : {};

const withEdits = (text, file) => (editsOf[file] ? edited(text, editsOf[file]) : text);

/** Jest's usual compiler, given the sources with the edits of SOURCE_EDITS. */
export default {
  createTransformer(options) {
    const compiler = swc.createTransformer(options);
    const onEdited =
      (work) =>
      (text, file, ...rest) =>
        work(withEdits(text, file), file, ...rest);
    return {
      process: onEdited(compiler.process),
      processAsync: onEdited(compiler.processAsync),
      getCacheKey: onEdited(compiler.getCacheKey),
    };
  },
};
