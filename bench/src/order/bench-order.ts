import { fillWal } from '../ledger/fill-wal.js';
import type { BenchRow } from '../row.js';
import { electAgain, lagsBesideForeign, sharePartitions } from './lag.js';
import { race } from './race.js';
import { type Contender, measureInTurn } from './rates.js';
import type { Order } from './schema.sql.js';

const slices = 20;
const orders: Order[] = ['transaction', 'position', 'partition'];
const names: Record<Order, string> = {
  transaction: 'order of transactions',
  position: 'order of positions',
  partition: 'order per partition',
};
/** As the product flushes; and per partition also with one flush at a time, and with two of disjoint partitions. */
const appenders: Contender[] = [
  { order: 'transaction' },
  { order: 'position' },
  { order: 'partition' },
  { order: 'partition', flushing: 'one' },
  { order: 'partition', flushing: 'routed' },
];

/** The orders of events that decision 0076 compares, each beside the product's. */
export async function benchOrder({ postgresUrl }: { postgresUrl: string }): Promise<BenchRow[]> {
  await fillWal(postgresUrl);
  const rate = (label: string, options: Omit<Contender, 'order'>, contenders = appenders) =>
    compare(
      postgresUrl,
      label,
      contenders.map((contender) => ({ ...options, ...contender })),
    );
  const eachOrder = orders.map((order) => ({ order }));
  return [
    ...(await rate('append, 1 process', { processes: 1 })),
    ...(await rate('append, 2 processes', { processes: 2 })),
    ...(await rate('append, 4 processes', { processes: 4 })),
    ...(await rate('append to one stream', { into: 'one stream' }, eachOrder)),
    ...(await rate('append beside an open append', { into: 'new streams beside an open append' }, eachOrder)),
    ...(await rate('transfer, 1 process', { work: 'transfers' }, eachOrder)),
    ...(await rate('transfer, 2 processes', { work: 'transfers', processes: 2 }, eachOrder)),
    ...(await rate('read that finds nothing', { work: 'reads' }, eachOrder.slice(0, 2))),
    ...(await lagRows(postgresUrl)),
    ...(await sharingRows(postgresUrl)),
    ...(await raceRows(postgresUrl)),
  ];
}

/** All but the first contender, which is the product, beside it. The ratio is that of all slices together. */
async function compare(postgresUrl: string, label: string, contenders: readonly Contender[]): Promise<BenchRow[]> {
  const [floors, ...others] = await measureInTurn(postgresUrl, contenders, slices);
  const floor = mean(floors!);
  return others.map((figures, index) => {
    const { order, flushing } = contenders[index + 1]!;
    const ratio = mean(figures) / floor;
    return {
      path: `${label}: ${names[order]}${flushing ? `, ${flushing === 'one' ? 'one flush' : 'two routed flushes'}` : ''}`,
      floorName: names.transaction,
      floor,
      figure: mean(figures),
      unit: 'per second',
      ratio,
      target: '>= 0.9',
      met: ratio >= 0.9,
    };
  });
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

async function lagRows(postgresUrl: string): Promise<BenchRow[]> {
  const [today, ...others] = await lagsBesideForeign(postgresUrl, orders);
  return others.flatMap(({ order, p50, p99, mostBesideForeign }) => [
    ...(['p50', 'p99'] as const).map((share) => ({
      path: `append → follower, 400/s, ${share}: ${names[order]}`,
      floorName: names.transaction,
      floor: today![share] * 1_000,
      figure: { p50, p99 }[share] * 1_000,
      unit: 'ms',
      ratio: { p50, p99 }[share] / today![share],
      target: 'none',
      met: true,
    })),
    {
      path: `follower's lag beside a foreign transaction of 30 s: ${names[order]}`,
      floorName: names.transaction,
      floor: today!.mostBesideForeign,
      figure: mostBesideForeign,
      unit: 's',
      ratio: mostBesideForeign / today!.mostBesideForeign,
      target: '<= 1 s',
      met: mostBesideForeign <= 1,
    },
  ]);
}

async function sharingRows(postgresUrl: string): Promise<BenchRow[]> {
  const electedSeconds = await electAgain(postgresUrl);
  const { ofTwo, ofFour, handoverSeconds } = await sharePartitions(postgresUrl);
  const shared = (held: number[], processes: number): BenchRow => {
    const [least, most, even] = [Math.min(...held), Math.max(...held), 64 / processes];
    return {
      path: `partitions of the busiest of ${held.length} processes, the least busy has ${least}`,
      floorName: 'even share',
      floor: even,
      figure: most,
      unit: 'of 64',
      ratio: most / even,
      target: '1',
      met: held.length === processes && least === most,
    };
  };
  return [
    shared(ofTwo, 2),
    shared(ofFour, 4),
    {
      path: 'longest lag after kill -9 of a process: leased partitions',
      floorName: 'one elected leader',
      floor: electedSeconds,
      figure: handoverSeconds,
      unit: 's',
      ratio: handoverSeconds / electedSeconds,
      target: '<= 5 s',
      met: handoverSeconds <= 5,
    },
  ];
}

async function raceRows(postgresUrl: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const order of orders) {
    const { events, killedProcesses, killedConnections, faults } = await race(postgresUrl, order);
    rows.push({
      path: `gaps, reorderings and repeats, ${killedProcesses} processes and ${killedConnections} connections killed: ${names[order]}`,
      floorName: 'racing appends',
      floor: events,
      figure: faults,
      unit: 'events',
      ratio: faults / events,
      target: '0',
      met: faults === 0,
    });
  }
  return rows;
}
