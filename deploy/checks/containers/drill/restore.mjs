import assert from 'node:assert/strict';
import { databaseNames } from '../../../../tools/lib/start/secrets.mjs';
import { runEach } from '../../report.mjs';
import { prepareCluster } from './cluster.mjs';
import { eventCounts, hasStatistics, untilSettled } from './databases.mjs';
import { dumpCutShort, dumpsOfDifferentNights, faultsNamed } from './faults.mjs';
import { goOn, logInAgain, mailsSent, rateOnce, useSystem, whatIsSeen } from './people.mjs';
import { restoreToASecond } from './second.mjs';

const checksPass = (cluster) =>
  Promise.all(
    ['ledger-check', 'photos-check'].map(async (job) => {
      const { code, output } = await cluster.runJob('CronJob', job);
      assert.equal(code, 0, `${job} ended with ${code}:\n${output}`);
    }),
  );

/** Lets somebody rate between two dumps, so that one restored service lacks events that another has published. */
async function backUp(cluster, drill) {
  await untilSettled(cluster);
  const [identity, photos, ...others] = databaseNames;
  drill.dumped = await eventCounts(cluster);
  await Promise.all([identity, photos].map((name) => cluster.backUp(name)));
  await rateOnce(drill.people);
  await untilSettled(cluster);
  drill.lost = await eventCounts(cluster);
  await Promise.all(others.map((name) => cluster.backUp(name)));
  for (const name of others) drill.dumped[name] = drill.lost[name];
  drill.mails = await mailsSent(cluster);
  drill.seen = await whatIsSeen(cluster, drill.people);
}

async function loseEverything(cluster) {
  await cluster.stop();
  await cluster.servers.lose();
}

const eventsOf = (counts) => Object.fromEntries(Object.entries(counts).map(([name, { events }]) => [name, events]));

async function restore(cluster, drill) {
  await cluster.restore();
  assert.deepEqual(await eventCounts(cluster), drill.dumped);
  for (const name of databaseNames) assert.ok(await hasStatistics(cluster, name), `${name} was not analysed`);
}

async function startAgain(cluster, drill) {
  await cluster.start();
  await untilSettled(cluster);
  await checksPass(cluster);
  assert.deepEqual(await whatIsSeen(cluster, drill.people), drill.seen);
  assert.deepEqual(eventsOf(await eventCounts(cluster)), eventsOf(drill.lost));
  assert.equal(await mailsSent(cluster), drill.mails);
}

async function goOnLiving(cluster, drill) {
  await logInAgain(drill.people);
  await goOn(drill.people);
  await untilSettled(cluster);
  const now = await eventCounts(cluster);
  for (const name of databaseNames) {
    assert.ok(now[name].events > drill.lost[name].events, `${name} has no new event`);
    assert.ok(BigInt(now[name].position) > BigInt(drill.lost[name].position), `${name} counts anew`);
  }
  await checksPass(cluster);
}

/** Restores into databases with data, which the restore replaces. */
async function restoreOver(cluster, drill) {
  await cluster.stop();
  await cluster.restore();
  assert.deepEqual(await eventCounts(cluster), drill.dumped);
}

const steps = [
  [
    'a system is installed by its jobs and used',
    async (cluster, drill) => {
      await cluster.start();
      drill.people = await useSystem(cluster);
    },
  ],
  ['each database is dumped into the bucket while it is written to', backUp],
  ['everything is lost', loseEverything],
  ['dumps of different nights are refused', dumpsOfDifferentNights],
  ['a dump that is cut short is refused, and has changed nothing', dumpCutShort],
  ['the dumps bring every event back, into a cluster that had counted fewer transactions', restore],
  ['pods start on them, nothing is done twice, the checks find nothing, everybody sees what they saw', startAgain],
  ['what happens now is numbered after what was restored, and read by all', goOnLiving],
  ['a changed posting, a dead letter, a missing event and a missing picture are named', faultsNamed],
  ['a restore takes the place of a broken database', restoreOver],
  ['a cluster comes back as it was at a second, from its archive', restoreToASecond],
];

/**
 * Runs the restore drill of docs/kubernetes.md in containers: the rendered jobs dump a system in use, restore it after
 * a total loss, and check it. `words`: the command that runs Docker. `version`: version of the system's images.
 */
export async function rehearseRestore(options) {
  const cluster = await prepareCluster(options);
  const drill = {};
  let isBroken = false;
  try {
    return await runEach(
      steps.map(([name, step]) => ({
        name: `restore: ${name}`,
        faults: async () => {
          if (isBroken) return ['not tried, after what failed'];
          isBroken = true;
          await step(cluster, drill);
          isBroken = false;
          return [];
        },
      })),
    );
  } finally {
    await cluster.end();
  }
}
