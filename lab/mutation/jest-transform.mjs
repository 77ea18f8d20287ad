import { readFileSync } from 'node:fs';
import swc from '@swc/jest';
import { edited } from './edits.mjs';

/** Maps the absolute path of a file to edits of the text that Jest compiles. The file itself is not changed. */
const editsOf = process.env.SOURCE_EDITS ? JSON.parse(readFileSync(process.env.SOURCE_EDITS, 'utf8')) : {};

const withEdits = (text, file) => (editsOf[file] ? edited(text, editsOf[file]) : text);

/** Applies the edits in SOURCE_EDITS before Jest's usual compiler. */
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
