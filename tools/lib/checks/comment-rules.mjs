import { readFileSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';
import { sourceFilesIn, sourceFolders } from '../source-files.mjs';

const hasComments = /\.(ts|tsx|mjs|css)$/;
const ownText = /comment-rules/;

/** A sentence that begins with one of these has lost its subject. */
const unclearStart = /^(Of|What|Whom|Whoever|Whose|Whether|Where|So|As|At first|Also|From|By|Among)\b/;
const unclearWords = /\b(so many|anew|whom|that there are|is told|hears of|comes to|of its own accord)\b/i;

/** Returns { line, text } of each comment that begins a line; adjoining lines of `//` are one comment. */
function commentsIn(source) {
  const comments = [];
  let block;
  let previous;
  for (const [index, line] of source.split('\n').entries()) {
    const isLine = /^\s*\/\//.test(line);
    if (block === undefined && !isLine && !/^\s*\/\*/.test(line)) {
      previous = undefined;
      continue;
    }
    const text = line
      .replace(/\*\/.*$/, '')
      .replace(/^\s*(\/\*+|\/\/+|\*)? ?/, '')
      .trim();
    const open = block ?? previous;
    if (open) open.text += `\n${text}`;
    else comments.push({ line: index + 1, text });
    const comment = open ?? comments.at(-1);
    if (isLine && block === undefined) previous = comment;
    else block = line.includes('*/') ? undefined : comment;
  }
  return comments;
}

const sentencesOf = (text) =>
  text
    .split(/\n\s*\n|\n(?=@|- |\d+\. )/)
    .flatMap((part) => part.replaceAll('\n', ' ').split(/(?<=[.!?:]\)?) +(?=[A-Z])/))
    .map((sentence) => sentence.replace(/^(@\w+( \w+ -)?|-|\d+\.) /, '').trim());

export const unclearSentences = (source) =>
  commentsIn(source).flatMap(({ line, text }) =>
    sentencesOf(text)
      .filter((sentence) => unclearStart.test(sentence) || unclearWords.test(sentence.replaceAll(/`[^`]*`/g, '')))
      .map((sentence) => ({ line, sentence })),
  );

export const unclearComments = () =>
  sourceFilesIn(...sourceFolders)
    .filter((file) => hasComments.test(file) && !ownText.test(file))
    .flatMap((file) =>
      unclearSentences(readFileSync(fromRoot(file), 'utf8')).map(
        ({ line, sentence }) => `${file}:${line}  unclear: ${sentence}`,
      ),
    );
