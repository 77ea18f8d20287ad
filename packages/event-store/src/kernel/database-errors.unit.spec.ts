import { describe, expect, it } from '@jest/globals';
import { DatabaseError } from 'pg';
import { isRace, isRolledBack, isSerializationRace, isServerAway, isVersionRace } from './errors.js';

const errorWith = (code: string, constraint?: string): Error =>
  Object.assign(new Error('refused'), { code, constraint });

const databaseError = (severity: string): DatabaseError =>
  Object.assign(new DatabaseError('refused', 0, 'error'), { severity });

describe('a server that is away', () => {
  it.each([
    ['a refused connection', errorWith('ECONNREFUSED')],
    ['a lost connection', errorWith('08006')],
    ['a missing resource', errorWith('53300')],
    ['a shutdown', errorWith('57P01')],
    ['a standby', errorWith('25006')],
    ['a lock that was not granted in time', errorWith('55P03')],
    ['one of several addresses', new AggregateError([new Error('other'), errorWith('ECONNREFUSED')])],
    ['an error of the driver', new Error('Connection terminated unexpectedly')],
    ['the cause of another error', new Error('asked in vain', { cause: errorWith('ECONNRESET') })],
  ])('is known by %s', (_, error) => expect(isServerAway(error)).toBe(true));

  it.each([
    ['a taken key', errorWith('23505')],
    ['several errors of other kinds', new AggregateError([errorWith('23505')], 'Connection terminated')],
    ['a code that is no text', Object.assign(new Error('refused'), { code: 8 })],
    ['an error of the caller', new Error('asked for a Connection terminated long ago')],
    ['what is no error', { code: 'ECONNREFUSED' }],
    ['nothing', undefined],
  ])('is not seen in %s', (_, error) => expect(isServerAway(error)).toBe(false));
});

describe('a race', () => {
  const versionTaken = errorWith('23505', 'events_stream_version');

  it.each(['40001', '40P01'])('is lost with code %s', (code) => {
    expect([isSerializationRace(errorWith(code)), isRace(errorWith(code))]).toEqual([true, true]);
    expect(isVersionRace(errorWith(code))).toBe(false);
  });

  it('is lost where the version of the stream was taken', () => {
    expect([isVersionRace(versionTaken), isRace(versionTaken)]).toEqual([true, true]);
    expect(isSerializationRace(versionTaken)).toBe(false);
  });

  it.each([
    ['another key was taken', errorWith('23505', 'events_event_id')],
    ['another rule names the stream', errorWith('23503', 'events_stream_version')],
    ['there is no code', new Error('refused')],
    ['there is no error', null],
  ])('is none where %s', (_, error) => expect([isRace(error), isVersionRace(error)]).toEqual([false, false]));
});

describe('a statement that was refused', () => {
  it('is rolled back while the connection goes on', () => {
    expect(isRolledBack(databaseError('ERROR'))).toBe(true);
    expect(isRolledBack(databaseError('FATAL'))).toBe(false);
    expect(isRolledBack(Object.assign(new Error('refused'), { severity: 'ERROR' }))).toBe(false);
  });
});
