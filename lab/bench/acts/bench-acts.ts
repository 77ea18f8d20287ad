import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { twoPhonePictures } from '@candid/testing';
import { built } from '../built-file.js';
import { renderAlone } from '../photos/bench-photos.js';
import { type SharpModule, serviceFile } from '../photos/service-files.js';
import type { Measuring } from '../row.js';
import { homesOf } from '../start/started-system.js';
import { type ActFigures, actRows, type Spared } from './act-rows.js';
import { type Act, actsOf, supportOf, type Visitor } from './acts.js';
import { MeasuredSystem } from './measured-system.js';
import { costOfAct, sumOf } from './totals.js';

const rounds = 3;
/** People of each round, and of the first, which is a warm-up and whose statements and messages are counted. */
const usualPeople = 12;
const peopleOfWarmUp = 5;
/** Background work of a start ends within this time. */
const settleMs = 15_000;
const restMs = 30_000;
/** Acts of real people are rarely concurrent. */
const pauseMs = 400;

interface Version {
  system: MeasuredSystem;
  support: Visitor;
  figures: Map<string, ActFigures>;
}

/**
 * Measures what each act of a person costs in all processes and servers, including all work that follows, above the
 * same system at rest. Both versions run on their own servers, and each act alternates between them. The systems' data
 * is below `directory`.
 */
export async function* benchActs(directory: string, people = usualPeople, against?: string): Measuring {
  const versions: Version[] = [];
  try {
    for (const home of await homesOf(against)) {
      yield `starting the system of ${home}`;
      const system = await MeasuredSystem.start(home, join(directory, `version-${versions.length}`));
      versions.push({ system, figures: new Map(), support: await supportOf(system) });
    }
    await delay(settleMs);
    for (let round = 0; round <= rounds; round += 1)
      yield* measureRound(versions, round, round === 0 ? peopleOfWarmUp : people);
  } finally {
    await Promise.all(versions.map(({ system }) => system.stop()));
  }
  const spared: Record<string, Spared> = {
    'sign-up by code': { name: 'the hash', seconds: await secondsOf(await passwordHash()) },
    'upload and start of two photos': { name: 'decoding and encoding', seconds: await secondsOf(await rendering()) },
  };
  const [other] = versions.length > 1 ? versions : [];
  for (const [name, own] of versions.at(-1)!.figures)
    yield* actRows({ name, own, other: other?.figures.get(name), against, spared: spared[name] });
}

async function* measureRound(versions: Version[], round: number, people: number): Measuring {
  const isWarmUp = round === 0;
  const of = isWarmUp ? 'the warm-up' : `round ${round} of ${rounds}`;
  yield `${of}: the systems at rest`;
  const prepared = versions.map(async ({ system, support, figures }) => {
    await system.logStatements(isWarmUp);
    const acts = await actsOf(system, support, people);
    const [rest, restCounts] = await Promise.all([
      system.atRest(() => system.cpuSeconds(), restMs),
      system.atRest(() => system.counts(), restMs),
    ]);
    return { system, figures, acts, rest, restCounts };
  });
  const ready = await Promise.all(prepared);
  for (const [index, { name }] of ready[0]!.acts.entries()) {
    yield `${of}: ${name}`;
    for (const { system, figures, acts, rest, restCounts } of ready) {
      const act = acts[index]!;
      const { cpu, counts, seconds, done } = await measureAct(system, act, sumOf(rest));
      const ofAct = figures.get(name) ?? { cpu: [], counts: costOfAct({ ...counts, seconds }, restCounts, done) };
      if (!isWarmUp) ofAct.cpu.push(costOfAct({ ...cpu, seconds }, rest, done));
      figures.set(name, ofAct);
    }
  }
}

async function measureAct(system: MeasuredSystem, { prepare, steps, isRead }: Act, rest: number) {
  if (prepare) {
    await prepare();
    await system.untilQuiet(rest);
  }
  const acts = steps();
  const look = async () => ({ cpu: await system.cpuSeconds(), counts: await system.counts() });
  const [before, startedAt] = [await look(), performance.now()];
  for (const act of acts) {
    await act();
    if (!isRead) await delay(pauseMs);
  }
  if (!isRead) await system.untilQuiet(rest);
  const [after, seconds] = [await look(), (performance.now() - startedAt) / 1_000];
  if (isRead) await system.untilQuiet(rest);
  const spans = {
    cpu: { before: before.cpu, after: after.cpu },
    counts: { before: before.counts, after: after.counts },
  };
  return { ...spans, seconds, done: acts.length };
}

/** Measures the processor seconds of `work` in this process, after a warm-up. */
async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const times = 10;
  await work();
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / times;
}

interface PasswordsModule {
  PasswordHasher: new () => { hash(password: string, turn: object): Promise<string> };
}

async function passwordHash() {
  const { PasswordHasher } = await built<PasswordsModule>('services/identity', 'kernel/passwords');
  const hasher = new PasswordHasher();
  return () => hasher.hash('Correct-horse-9', { party: 'bench', goesFirst: true });
}

async function rendering() {
  const { sharp } = await serviceFile<SharpModule>('sharp');
  const pictures = await twoPhonePictures();
  return () => Promise.all(pictures.map(({ bytes }) => renderAlone(sharp, bytes)));
}
