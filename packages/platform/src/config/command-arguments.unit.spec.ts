import { expect, it } from '@jest/globals';
import { commandArguments } from './command-arguments.js';

it.each([
  ['ledger reconcile --full', ['ledger', 'reconcile', '--full']],
  [`release-hold 1 --reason 'It is over.'`, ['release-hold', '1', '--reason', 'It is over.']],
  ['--reason "Kim\'s case"', ['--reason', "Kim's case"]],
  ['  ', []],
])('ARGUMENTS %j is read as %j', (text, words) => expect(commandArguments([], { ARGUMENTS: text })).toEqual(words));

it('the arguments of the process take precedence', () =>
  expect(commandArguments(['ledger'], { ARGUMENTS: 'moderation' })).toEqual(['ledger']));
it('there are no arguments if none are given', () => expect(commandArguments([], {})).toEqual([]));
