import { runInNewContext } from 'node:vm';
import { DomainError } from '@candid/event-store';
import { describe, expect, it } from '@jest/globals';
import { StorageFailedError } from '../object-storage/object-storage.js';
import { RemoteError } from '../rpc/remote-error.js';
import { isTransient, reasonOf } from './transient-failure.js';

const withCode = (code: string) => Object.assign(new Error('failed'), { code });

describe('telling a part that is away from a message that cannot be handled', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a database shutting down', withCode('57P01')],
    ['a transaction that was idle too long', withCode('25P03')],
    ['a connection that the server refuses', withCode('08006')],
    ['a database that does not accept connections yet', withCode('57P03')],
    ['a serialization failure', withCode('40001')],
    ['a pool that is closed because the process stops', new Error('Cannot use a pool after calling end on the pool')],
    ['too many connections', withCode('53300')],
    ['a deadlock', withCode('40P01')],
    ['a connection ended by the server', new Error('Connection terminated unexpectedly')],
    ['a statement on a connection that has ended', new Error('Client was closed and is not queryable')],
    ['a statement on a broken connection', new Error('Client has encountered a connection error and is not queryable')],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['several addresses refused', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
    ['a cause that is one', new Error('wrapped', { cause: withCode('ECONNRESET') })],
    ['an error of another realm', runInNewContext("Object.assign(new Error('failed'), { code: 'ECONNRESET' })")],
    ['a full disk', withCode('ENOSPC')],
    ['a machine without room for another process', withCode('EAGAIN')],
    ['a storage that failed, whatever the reason', new StorageFailedError(new Error('Access Denied.'))],
    ['a service that does not answer', new RemoteError('UNAVAILABLE', 'nobody answers')],
  ])('waits for %s', (_, error) => expect(isTransient(error)).toBe(true));

  it.each([
    ['a broken constraint', withCode('23505')],
    ['a statement that takes too long', withCode('57014')],
    ['a refusal', new DomainError('CONFLICT', 'no')],
    ['another service’s refusal', new RemoteError('CONFLICT', 'no')],
    ['a programming error', new TypeError('undefined is not a function')],
    ['something thrown that is no error', 'text'],
  ])('counts %s as a failure of the message', (_, error) => expect(isTransient(error)).toBe(false));

  it('gives a reason without addresses and without what the database quotes', () => {
    expect(reasonOf(new Error('no mailbox anna@example.org'))).toBe('Error: no mailbox [address]');
    const fromDatabase = Object.assign(new Error('value anna'), { code: '22P02', severity: 'ERROR' });
    expect(reasonOf(fromDatabase)).toBe('Error 22P02: ');
    expect(reasonOf(new Error('x'.repeat(10_000))).length).toBeLessThanOrEqual(500);
  });
});
