import { expect, it } from '@jest/globals';
import { commandArguments } from './command-arguments.js';

it.each([
  ['ledger reconcile --full', ['ledger', 'reconcile', '--full']],
  [`release-hold 1 --reason 'It is over.'`, ['release-hold', '1', '--reason', 'It is over.']],
  ['--reason "Kim\'s case"', ['--reason', "Kim's case"]],
  ['  ', []],
])('reads %j as %j', (text, words) => expect(commandArguments([], { ARGUMENTS: text })).toEqual(words));

it('prefers the arguments of the process', () =>
  expect(commandArguments(['ledger'], { ARGUMENTS: 'moderation' })).toEqual(['ledger']));
it('has none where none are given', () => expect(commandArguments([], {})).toEqual([]));
