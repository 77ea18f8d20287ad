import { readFileSync } from 'node:fs';
import { fromRoot } from '../paths.mjs';
import { sourceFilesIn, sourceFolders } from '../source-files.mjs';

const hasComments = /\.(ts|tsx|mjs|css)$/;
const ownText = /comment-rules/;

/** A sentence that begins with one of these words lacks its subject. */
const unclearStart = /^(Of|What|Whom|Whoever|Whose|Whether|Where|So|As|At first|Also|From|By|Among)\b/;
const unclearWords = /\b(so many|anew|whom|that there are|is told|hears of|comes to|of its own accord)\b/i;

/** Matches comments that begin a line: blocks, and adjoining lines of `//`. */
const comments = /^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;
const withoutMarks = (line) => line.replace(/\*\/.*$/, '').replace(/^\s*(\/\*+|\/\/+|\*)? ?/, '');

const commentsIn = (source) =>
  [...source.matchAll(comments)].map(({ 0: comment, index }) => ({
    line: source.slice(0, index).split('\n').length,
    text: comment
      .split('\n')
      .map((line) => withoutMarks(line).trim())
      .join('\n'),
  }));

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
