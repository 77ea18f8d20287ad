import { expect, it } from '@jest/globals';
import { queryClientAhead, takeQueryClient } from './query-client';

it('hands the filled cache to the person it was filled for', () => {
  const client = queryClientAhead('me');
  expect(queryClientAhead('me')).toBe(client);
  expect(takeQueryClient('me')).toBe(client);
});

it('hands it out once', () => {
  const client = queryClientAhead('me');
  takeQueryClient('me');
  expect(takeQueryClient('me')).not.toBe(client);
});

it('shows nobody what another asked for', () => {
  const client = queryClientAhead('me');
  expect(takeQueryClient('other')).not.toBe(client);
  expect(takeQueryClient('me')).not.toBe(client);
});
