import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fromRoot } from '../../paths.mjs';
import { eventCounts } from './databases.mjs';

const countOn = 'deploy/k8s/operations/restore/count-on.sql';

/** What docs/deploy.md tells a person to type, without the words that reach into the container. */
function typed(pattern) {
  const [commands] = pattern.exec(readFileSync(fromRoot('docs', 'deploy.md'), 'utf8')) ?? [];
  assert.ok(commands, `docs/deploy.md has nothing like ${pattern}`);
  return commands.replaceAll('docker compose exec -T postgres ', '');
}

const script = () => `
set -eu
cd /var/lib/postgresql/data
mkdir -p "$(dirname ${countOn})"
cat > ${countOn} <<'SQL'
${readFileSync(fromRoot(countOn), 'utf8')}
SQL
${typed(/^for database in [\s\S]+?^wait$/m)}
psql --username=postgres --dbname=tokens --quiet --command='drop table events cascade'
${typed(/^docker compose exec -T postgres pg_restore [\s\S]+?^ {2}< .*count-on\.sql$/m)}
`;

/** The way of one machine with Compose, on the same server: dumps, a table that is lost, its database brought back. */
export async function restoreAsUnderCompose(cluster) {
  const before = await eventCounts(cluster);
  const { code, output } = await cluster.inPostgres(script());
  assert.equal(code, 0, output);
  assert.doesNotMatch(output, /NO DUMP/);
  assert.deepEqual(await eventCounts(cluster), before);
}
