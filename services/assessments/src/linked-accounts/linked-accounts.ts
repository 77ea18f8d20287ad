import type { LinkedAccounts } from '@candid/contracts';

/** More submissions of one account about another's photos than chance predicts (`givingsBeyondChance`). */
export interface Giving {
  assessor: string;
  owner: string;
  submissions: number;
}

/** Two assessors on one network who share a habit. */
export interface NetworkPair {
  network: string;
  one: string;
  other: string;
  reason: 'same-owners' | 'shared-rewards';
  /** Number of submissions or tokens that belong to the habit, out of `total`. */
  part: number;
  total: number;
  submissions: number;
}

export interface LinkedGroup extends Pick<LinkedAccounts, 'kind' | 'reasons'> {
  members: string[];
}

export interface LinkPolicy {
  /** Assessors with fewer submissions in the window are never linked. */
  submissionsMin: number;
  /** Minimum share of submissions or rewards that counts as a habit. */
  shareMin: number;
}

/**
 * Finds groups whose members mostly rate one another, directly or in a ring. Each `Giving` is a directed edge of the
 * graph. Two things are removed until nothing changes: edges that lie on no cycle, and accounts with less than
 * `shareMin` of their submissions along the remaining edges. Each strongly connected component is then a group. This is
 * the generalized core of Batagelj and Zaveršnik (2002, arXiv:cs/0202039), with the share within the component as the
 * vertex property. A removal only lowers the shares of others, so the order does not change the result. A ring of any
 * size remains: its members keep their whole shares. Honest accounts are removed, because chance spreads their ratings.
 * @param given number of all submissions of an account in the window
 */
export function mutualGroups(
  givings: readonly Giving[],
  given: ReadonlyMap<string, number>,
  { submissionsMin, shareMin }: LinkPolicy,
): LinkedGroup[] {
  let edges = givings;
  for (;;) {
    const components = stronglyConnected(edges);
    const componentOf = new Map(components.flatMap((members, index) => members.map((member) => [member, index])));
    const inside = edges.filter(({ assessor, owner }) => componentOf.get(assessor) === componentOf.get(owner));
    const within = Map.groupBy(inside, ({ assessor }) => assessor);
    const submissionsWithin = (account: string): number =>
      sum((within.get(account) ?? []).map(({ submissions }) => submissions));
    const isLinked = (account: string): boolean => {
      const all = given.get(account) ?? 0;
      return all >= submissionsMin && submissionsWithin(account) >= shareMin * all;
    };
    const kept = inside.filter(({ assessor, owner }) => isLinked(assessor) && isLinked(owner));
    if (kept.length < edges.length) {
      edges = kept;
      continue;
    }
    return components.map((members) => {
      const submissions = sum(members.map(submissionsWithin));
      const share = submissions / sum(members.map((account) => given.get(account)!));
      return { kind: 'mutual', members, reasons: [{ reason: 'mutual-ratings', submissions, share }] };
    });
  }
}

/** Finds, for each network, accounts that are connected by habits. */
export function networkGroups(pairs: readonly NetworkPair[]): LinkedGroup[] {
  const byNetwork = Map.groupBy(pairs, ({ network }) => network);
  return [...byNetwork.values()].flatMap((ofNetwork) =>
    stronglyConnected(ofNetwork.flatMap(bothWays)).map(
      (members): LinkedGroup => ({
        kind: 'network',
        members,
        reasons: reasonsOf(ofNetwork.filter(({ one }) => members.includes(one))),
      }),
    ),
  );
}

function reasonsOf(pairs: readonly NetworkPair[]): LinkedGroup['reasons'] {
  const byReason = Map.groupBy(pairs, ({ reason }) => reason);
  return [...byReason].map(([reason, ofReason]) => ({
    reason,
    submissions: sum(ofReason.map(({ submissions }) => submissions)),
    share: Math.min(1, sum(ofReason.map(({ part }) => part)) / sum(ofReason.map(({ total }) => total))),
  }));
}

type Edge = Pick<Giving, 'assessor' | 'owner'>;

type Graph = ReadonlyMap<string, readonly Edge[]>;

const bothWays = ({ one, other }: NetworkPair): Edge[] => [
  { assessor: one, owner: other },
  { assessor: other, owner: one },
];

/** Uses Kosaraju's algorithm. Groups and their members are ordered by id. */
function stronglyConnected(edges: readonly Edge[]): string[][] {
  const turned = edges.map(({ assessor, owner }) => ({ assessor: owner, owner: assessor }));
  const forward = Map.groupBy(edges, ({ assessor }) => assessor);
  const backward = Map.groupBy(turned, ({ assessor }) => assessor);
  const left: string[] = [];
  const seen = new Set<string>();
  for (const account of [...forward.keys(), ...backward.keys()]) left.push(...leavingOrder(forward, account, seen));
  const taken = new Set<string>();
  const groups = left.reverse().map((account) => leavingOrder(backward, account, taken).sort());
  return groups.filter(({ length }) => length > 1).sort();
}

/** Depth-first search from `start` over accounts not in `seen`. Each account comes after all accounts that it leads to. */
function leavingOrder(graph: Graph, start: string, seen: Set<string>): string[] {
  const left: string[] = [];
  const path: { account: string; next: Iterator<Edge> }[] = [];
  const enter = (account: string): void => {
    if (seen.has(account)) return;
    seen.add(account);
    path.push({ account, next: (graph.get(account) ?? []).values() });
  };
  enter(start);
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const step = at.next.next();
    if (!step.done) enter(step.value.owner);
    else left.push(path.pop()!.account);
  }
  return left;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
