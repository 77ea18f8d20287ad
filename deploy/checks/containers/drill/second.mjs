import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../../../tools/lib/say.mjs';
import { barmanImage } from '../../engine/stand-ins.mjs';
import { provideKubectl } from '../../kubernetes/kubectl.mjs';
import { kustomizations, recoveryOf, render } from '../../kubernetes/manifests.mjs';

const container = 'candid-drill-second';
const environment = 'staging';
const bucket = 'candid-dev-backups';
const limitMs = 300_000;

/** Returns the archive's settings as staging renders them: { archive, folder, targetTime, compression }. */
async function settingsOfManifests() {
  const objects = await render(await provideKubectl(say), kustomizations[recoveryOf(environment)]());
  const objectOf = (kind) => objects.find((object) => object.kind === kind && object.metadata.name === 'candid-db');
  const { bootstrap, externalClusters } = objectOf('Cluster').spec;
  const { configuration } = objectOf('ObjectStore').spec;
  const [origin] = externalClusters;
  return {
    archive: origin.plugin.parameters.serverName,
    folder: new URL(configuration.destinationPath).pathname,
    targetTime: bootstrap.recovery.recoveryTarget.targetTime,
    compression: configuration.wal.compression,
  };
}

/**
 * Restores a PostgreSQL cluster to a second with the tools that CloudNativePG's plugin runs, Barman for object storage. It
 * has the settings of the rendered manifests; only the operator, which applies them, is missing.
 */
export async function restoreToASecond({ docker, network, servers }) {
  const { archive, folder, targetTime, compression } = await settingsOfManifests();
  const { endpoint, accessKey, secretKey } = servers.s3();
  const place = `--endpoint-url ${endpoint} s3://${bucket}${folder}`;
  const settings = [
    ...[`AWS_ACCESS_KEY_ID=${accessKey}`, `AWS_SECRET_ACCESS_KEY=${secretKey}`],
    ...['PGHOST=/data', 'PGUSER=postgres', 'PGDATABASE=postgres'],
  ];
  const run = async (...words) => {
    const { code, output } = await docker(...words);
    assert.equal(code, 0, output);
    return output.trim();
  };
  const type = (text) => run('exec', container, 'sh', '-euc', text);
  const sql = (text) => run('exec', container, 'psql', '-qAtc', text);
  const untilTrue = async (text) => {
    const deadline = Date.now() + limitMs;
    while ((await sql(text)) !== 't') {
      assert.ok(Date.now() < deadline, `never true: ${text}`);
      await delay(200);
    }
  };
  await docker('rm', '--force', container);
  await run(
    ...['run', '--detach', '--name', container, '--network', network, '--user', '999:999'],
    ...['--tmpfs', '/data:uid=999,gid=999,mode=0700', ...settings.flatMap((setting) => ['--env', setting])],
    ...['--entrypoint', 'sleep', barmanImage, 'infinity'],
  );
  try {
    await type(`initdb -D /data/lost -A trust -U postgres --data-checksums >/dev/null
cat >> /data/lost/postgresql.conf <<'END'
listen_addresses = ''
unix_socket_directories = '/data'
archive_mode = on
archive_command = 'barman-cloud-wal-archive --${compression} ${place} ${archive} %p'
END
barman-cloud-check-wal-archive ${place} ${archive}
pg_ctl -D /data/lost --wait --silent --log /data/lost.log start`);
    await sql('create table acts (name text)');
    await sql("insert into acts values ('before the backup')");
    await type(`barman-cloud-backup --name nightly --${compression} --immediate-checkpoint ${place} ${archive}`);
    await sql("insert into acts values ('after the backup')");
    const second = await sql("select clock_timestamp()::timestamptz(0) + interval '1 second'");
    await sql(`select pg_sleep_until('${second}'::timestamptz + interval '1 second')`);
    await sql("insert into acts values ('too late')");
    const last = await sql('select pg_walfile_name(pg_switch_wal())');
    await untilTrue(`select last_archived_wal >= '${last}' from pg_stat_archiver`);
    await type('pg_ctl -D /data/lost --mode=immediate stop && rm -r /data/lost');

    assert.match(targetTime, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\+00$/);
    await type(`barman-cloud-restore ${place} ${archive} nightly /data/restored
chmod 700 /data/restored
touch /data/restored/recovery.signal
cat >> /data/restored/postgresql.conf <<'END'
archive_mode = off
restore_command = 'barman-cloud-wal-restore ${place} ${archive} %f %p'
recovery_target_time = '${second}'
recovery_target_action = promote
END
pg_ctl -D /data/restored --wait --silent --log /data/restored.log start`);
    await untilTrue('select not pg_is_in_recovery()');
    assert.equal(
      await sql("select string_agg(name, ', ' order by name) from acts"),
      'after the backup, before the backup',
    );
    const another = await docker('exec', container, 'barman-cloud-check-wal-archive', ...place.split(' '), archive);
    assert.match(another.output, /Expected empty archive/);
  } finally {
    await docker('rm', '--force', container);
  }
}
