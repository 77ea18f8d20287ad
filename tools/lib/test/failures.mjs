import { stripVTControlCharacters } from 'node:util';

/** Cuts a message in the middle: a test's message begins with the fault; a program's output ends with the fault. */
const shown = { first: 8, last: 4, characters: 240 };

/** Groups [{ name, message }] by message: [{ names, message }]. */
export function sameFailures(failures) {
  const byMessage = Map.groupBy(failures, ({ message }) => message);
  return [...byMessage].map(([message, those]) => ({ names: those.map(({ name }) => name), message }));
}

export function inShort(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const told = lines
    .slice(0, stack > 0 ? stack : lines.length)
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, shown.characters));
  if (told.length <= shown.first + shown.last) return told.join('\n');
  return [...told.slice(0, shown.first), '…', ...told.slice(-shown.last)].join('\n');
}

export const withoutRunner = (message) =>
  message
    .split('\n')
    .filter((line) => !/^\s+at .*node_modules\/jest-/.test(line))
    .join('\n');

export const nameAndOthers = ([name, ...others]) =>
  others.length > 0 ? `${name}, and ${others.length} more for the same reason` : name;
