import { pathToFileURL } from 'node:url';
import { fromRoot } from '../paths.mjs';
import { databaseNames } from '../start/secrets.mjs';

const name = String.raw`"?(\w+)"?`;
const ifExists = '(?:if (?:not )?exists )?';
const created = new RegExp(`^create (?:unlogged )?table ${ifExists}${name}`);
const altered = new RegExp(`^alter table (?:only )?${ifExists}${name} (.*)$`);
const droppedTable = new RegExp(`^drop table ${ifExists}${name}`);
const indexed = new RegExp(`^create (?:unique )?index (concurrently )?${ifExists}(?:${name} )?on (?:only )?${name}`);

const statementsOf = (sql) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);

/** Actions of `alter table` that can break the previous version: [pattern, fault]. */
const contracting = [
  [/\bdrop column\b/, 'drops a column'],
  [/\brename (column|to)\b|\brename \w+ to\b/, 'renames what the version before uses'],
  [/\balter column "?\w+"? (set data )?type\b/, 'changes the type of a column'],
  [/\balter column "?\w+"? set not null\b/, 'refuses rows that the version before writes'],
];

/** True for a new not-null column without a default, which the previous version does not write. */
const isRequiredColumn = (action) =>
  /^add (column )?/.test(action) && /\bnot null\b/.test(action) && !/\bdefault\b|\bgenerated\b/.test(action);

function actionsOf(text) {
  const actions = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions.map((action) => action.trim());
}

function alterFaults(table, text) {
  const actions = actionsOf(text);
  return [
    ...contracting.filter(([pattern]) => actions.some((action) => pattern.test(action))).map(([, fault]) => fault),
    ...actions.filter(isRequiredColumn).map((action) => `adds a column that is not null and has no default: ${action}`),
  ].map((fault) => `${table}: ${fault}`);
}

/** In a rollout, old and new version use one schema. `unusedSince`: the version that stopped using the dropped part. */
export function migrationFaults(migrations) {
  const known = new Set();
  return migrations.flatMap(({ name: migration, statements, unusedSince }) => {
    const before = new Set(known);
    const faults = statements.flatMap(statementsOf).flatMap((statement) => {
      const [, made] = created.exec(statement) ?? [];
      if (made) known.add(made);
      const [, table, actions] = altered.exec(statement) ?? [];
      if (table && before.has(table) && !unusedSince) return alterFaults(table, actions);
      const [, gone] = droppedTable.exec(statement) ?? [];
      if (gone && before.has(gone) && !unusedSince) return [`${gone}: drops a table`];
      const [, concurrently, , of] = indexed.exec(statement) ?? [];
      return of && before.has(of) && !concurrently ? [`${of}: makes an index that holds up its writers`] : [];
    });
    return faults.map((fault) => `${migration}: ${fault}`);
  });
}

export async function compiledMigrationFaults() {
  const faults = [];
  for (const service of databaseNames) {
    const file = fromRoot('services', service, 'dist', 'migrations', 'all.js');
    const { migrations } = await import(pathToFileURL(file).href);
    const read = migrations.map((MigrationClass) => {
      const migration = new MigrationClass();
      migration.up();
      const statements = migration.getQueries().map((query) => (typeof query === 'string' ? query : query.sql));
      return { name: MigrationClass.name, statements, unusedSince: MigrationClass.unusedSince };
    });
    faults.push(...migrationFaults(read).map((fault) => `${service}: ${fault}`));
  }
  return faults;
}
