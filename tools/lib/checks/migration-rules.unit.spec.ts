import { expect, it } from '@jest/globals';
import { migrationFaults } from './migration-rules.mjs';

const first = { name: 'First', statements: ['create table people (id uuid primary key, name text, note text)'] };
const faultsOf = (...statements: string[]) => migrationFaults([first, { name: 'Second', statements }]);

it.each([
  ['alter table people add column age integer'],
  ["alter table people add column state text not null default 'new', add column since timestamptz"],
  ['create table places (id uuid primary key)\n;\ncreate index places_id on places (id)'],
  ['create unique index concurrently people_name on people (name)'],
  ["alter table people drop constraint people_check, add constraint people_check check (name <> '')"],
  ['alter table places drop column id'],
])('the rules pass a statement that only adds: %s', (statement) => {
  expect(faultsOf('create table places (id uuid)', statement)).toEqual([]);
});

it.each([
  ['drop table people', 'drops a table'],
  ['alter table people drop column note', 'drops a column'],
  ['alter table people rename column note to remark', 'renames'],
  ['alter table people rename to persons', 'renames'],
  ['alter table people alter column name type varchar(9)', 'changes the type'],
  ['alter table people alter column name set not null', 'refuses rows'],
  ['alter table people add column age integer not null', 'no default'],
  ['create index people_name on people (name)', 'holds up its writers'],
  ['-- so far\ncreate unique index on people (name)', 'holds up its writers'],
])('the rules name what the version before does not survive: %s', (statement, fault) => {
  expect(faultsOf(statement)).toEqual([expect.stringContaining(fault)]);
});

it('the rules pass the removal of what the migration says is unused', () => {
  const statements = ['alter table people drop column note'];
  expect(migrationFaults([first, { name: 'Second', statements, unusedSince: '0.3.0' }])).toEqual([]);
});
