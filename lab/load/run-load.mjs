import { fork } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accessTokenOf, environmentsOf, Random, SYSTEM_ENV, startSystem, supportAgent } from '@candid/testing';
import { fromRoot } from '../../tools/lib/paths.mjs';
import { stopOnSignal } from '../../tools/lib/process-end.mjs';
import { say } from '../../tools/lib/say.mjs';
import { openLoop, poissonArrivals } from './arrivals.mjs';
import { Caller, patientFetch } from './caller.mjs';
import { Habits, streamsPerPerson } from './habits.mjs';
import { watchLevels } from './levels.mjs';
import { Online } from './online.mjs';
import { phonePictures } from './pictures.mjs';
import { ensurePopulation } from './population.mjs';
import { goals, isRight, meetsGoals, report } from './report.mjs';
import { Results } from './results.mjs';
import { measureUsage } from './usage.mjs';

/** Duration of the warm-up: new processes are slow, because their code is not compiled yet. */
const warmUpMs = 120_000;
const limitMinutes = 1;
const hour = 3_600;

/** Settings of production, with higher limits per network address, because all people have the same address here. */
function settingsFor(people) {
  const { ASSESSOR_PASSKEYS, RATE_LIMIT_FACTOR, SUPPORT_SEARCHES_PER_DAY } = SYSTEM_ENV;
  const cap = String(Math.max(3 * people, 100_000));
  return { ASSESSOR_PASSKEYS, RATE_LIMIT_FACTOR, SUPPORT_SEARCHES_PER_DAY, REWARD_DAILY_CAP_TOKENS: cap };
}

/** Creates a member of staff whose session lasts as long as the load. */
async function supportOf(system, key) {
  const support = await supportAgent(system, `support-${Date.now()}@people.example`);
  const { sid } = JSON.parse(Buffer.from(support.token.split('.')[1], 'base64url'));
  support.token = accessTokenOf(
    { userId: support.userId, roles: ['user', 'support'], sessionId: sid },
    { key, lifetimeSeconds: hour },
  );
  return support;
}

/**
 * Puts the load of `people` people on the system, after a warm-up that is not recorded. Resolves to the arguments of
 * `report`.
 */
async function phase({ system, online, habits, caller, floor, random, people, ms, streams }) {
  const wanted = Math.max(Math.round(people * streamsPerPerson), 1);
  online.resize(wanted);
  const startMs = performance.now();
  const measuredMs = startMs + warmUpMs;
  const endMs = measuredMs + ms;
  caller.results = new Results();
  const answerBare = (dueMs) => caller.floor(floor.address, dueMs);
  const running = [...habits.of(people), { ratePerSecond: floorRatePerSecond, act: answerBare }].map(
    ({ ratePerSecond, act }) => openLoop(poissonArrivals({ ratePerSecond, random, startMs, endMs }), act),
  );
  await delay(warmUpMs);
  const results = new Results();
  caller.results = results;
  Object.assign(streams, { wanted, opened: 0, events: 0, failures: [] });
  const [usageNow, watch] = [await measureUsage(system), await watchLevels(system)];
  await delay(endMs - performance.now());
  const usage = await usageNow();
  await Promise.all(running);
  return { results, usage, levels: await watch.stop(), streams: { ...streams } };
}

const verdict = (outcome) =>
  `${isRight(outcome) ? 'every answer is right' : 'WRONG ANSWERS'}; the goals (p99 of reads ${goals.readMs} ms, of acts ${goals.actMs} ms) are ${meetsGoals(outcome.results) ? 'met' : 'MISSED'}`;

/** Doubles the load on the same data while the goals are met. Resolves to the largest population that met them. */
async function findLimit(place, people) {
  let held = people;
  for (let next = 2 * people; ; next *= 2) {
    const outcome = await phase({ ...place, people: next, ms: limitMinutes * 60_000 });
    say(`\n${next} people on the same data`);
    report(outcome);
    say(verdict(outcome));
    if (!isRight(outcome) || !meetsGoals(outcome.results)) return held;
    held = next;
  }
}

async function load(system, { population, people, minutes, seed, isLimitWanted }) {
  const environment = (await environmentsOf(system)).identity;
  const random = new Random(seed);
  const caller = new Caller(system);
  const streams = { opened: 0, events: 0, failures: [] };
  const online = new Online({ system: { ...system, fetch: patientFetch }, population, environment, random, streams });
  const support = await supportOf(system, createPrivateKey(environment.JWT_PRIVATE_KEY));
  const habits = new Habits({ online, caller, support, random, uploads: await phonePictures(2) });
  const floor = await startFloor();
  const place = { system, online, habits, caller, floor, random, streams };
  try {
    const outcome = await phase({ ...place, people, ms: minutes * 60_000 });
    report(outcome);
    say(`\n${people} people: ${verdict(outcome)}`);
    if (isLimitWanted && meetsGoals(outcome.results))
      say(`\nthe highest population, by doubling, that holds them: ${await findLimit(place, people)}`);
    return isRight(outcome);
  } finally {
    online.close();
    floor.stop();
  }
}

/** Resolves to true if every answer was right, even if goals were missed. */
export async function runLoad({ people, minutes, seed, data: given, isLimitWanted }) {
  const data = given ?? mkdtempSync(path.join(tmpdir(), 'candid-load-'));
  let system;
  const stop = async () => {
    await system?.stop();
    if (!given) rmSync(data, { recursive: true, force: true });
  };
  stopOnSignal(stop);
  try {
    const population = await ensurePopulation({ data, people, say });
    system = await startSystem({ dataDirectory: data, env: settingsFor(people), args: ['--replicas', '2'] });
    say(`two replicas of each process; ${minutes} minutes of ${people} people, seed ${seed}`);
    return await load(system, { population, people, minutes, seed, isLimitWanted });
  } finally {
    await stop();
  }
}

/** Rate of the floor's requests: enough for a 99th percentile within two minutes, but almost no load. */
const floorRatePerSecond = 5;

/** Starts a bare server. Its latencies show the machine's delays: other programs, busy cores, the load generator. */
async function startFloor() {
  const child = fork(fromRoot('lab', 'load', 'bare-server.mjs'));
  const [port] = await once(child, 'message');
  return { address: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
