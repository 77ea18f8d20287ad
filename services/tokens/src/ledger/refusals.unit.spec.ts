import { describe, expect, it } from '@jest/globals';
import { DatabaseError } from 'pg';
import { isAccountMissing, refusalOf } from './ledger.js';
import { missingAccount, shortOfTokens, staleTransfer } from './schema.js';

const databaseError = (code: string, constraint?: string): DatabaseError =>
  Object.assign(new DatabaseError('refused', 0, 'error'), { code, constraint });

describe('why a flush was refused', () => {
  it.each([
    ['an account would pass through less than it has', databaseError(shortOfTokens), 'insufficient'],
    ['an account would end below zero', databaseError('23514', 'accounts_never_below_zero'), 'insufficient'],
    ['a transfer is at another version', databaseError(staleTransfer), 'conflict'],
    ['a transfer exists already', databaseError('23505', 'transfers_pkey'), 'conflict'],
    ['an event of the version exists already', databaseError('23505', 'events_stream_version'), 'conflict'],
    ['an event of the id exists already', databaseError('23505', 'events_event_id'), 'conflict'],
  ])('is known where %s', (_, error, refusal) => expect(refusalOf(error)).toBe(refusal));

  it.each([
    ['another check fails', databaseError('23514', 'postings_amount')],
    ['another key is taken', databaseError('23505', 'accounts_pkey')],
    ['an unnamed key is taken', databaseError('23505')],
    ['a constraint of another kind fails', databaseError('23503', 'transfers_pkey')],
    ['a limit of another kind is broken', databaseError('23505', 'accounts_never_below_zero')],
    ['an account is missing', databaseError(missingAccount)],
    ['the error is not of the database', Object.assign(new Error('lost'), { code: shortOfTokens })],
  ])('is unknown where %s', (_, error) => expect(refusalOf(error)).toBeUndefined());
});

describe('a missing account', () => {
  it('is known by its code, as an error of the database', () => {
    expect(isAccountMissing(databaseError(missingAccount))).toBe(true);
    expect(isAccountMissing(databaseError(shortOfTokens))).toBe(false);
    expect(isAccountMissing(Object.assign(new Error('lost'), { code: missingAccount }))).toBe(false);
  });
});
