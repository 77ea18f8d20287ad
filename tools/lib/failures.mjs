import { stripVTControlCharacters } from 'node:util';

const shownLines = 12;
const shownCharacters = 900;

/** Tests that failed with the same message, in the order of their first: [{ names, message }] from [{ name, message }]. */
export function sameFailures(failures) {
  const byMessage = Map.groupBy(failures, ({ message }) => message);
  return [...byMessage].map(([message, those]) => ({ names: those.map(({ name }) => name), message }));
}

/** The message without colors and without the lines of its stack, not longer than a screen. */
export function inShort(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack > 0 ? stack : lines.length)
    .filter((line) => line.trim() !== '')
    .slice(0, shownLines)
    .join('\n')
    .slice(0, shownCharacters);
}

/** The message without the lines of its stack that are the test runner's own. */
export const withoutRunner = (message) =>
  message
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules\/jest-/.test(line))
    .join('\n');

/** `name`, and of how many more the same is true. */
export const nameAndOthers = ([name, ...others]) =>
  others.length > 0 ? `${name}, and ${others.length} more for the same reason` : name;
