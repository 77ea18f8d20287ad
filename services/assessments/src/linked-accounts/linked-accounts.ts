/** Submissions of one account for photos of another, more often than chance has it: both ways, or again and again. */
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
  /** Of `total` submissions, or tokens, so many are part of the habit. */
  part: number;
  total: number;
  /** How many submissions that is. */
  submissions: number;
}

export type LinkReason = 'mutual-ratings' | 'same-owners' | 'shared-rewards';

export interface LinkedGroup {
  kind: 'mutual' | 'network';
  members: string[];
  reasons: { reason: LinkReason; submissions: number; share: number }[];
}

export interface LinkPolicy {
  /** Assessors with fewer submissions in the window are never linked. */
  submissionsMin: number;
  /** Least share of submissions, or of rewards, that makes a habit. */
  shareMin: number;
}

/**
 * Groups whose members mostly rate one another, or each the next one in a ring. The directed graph has an edge for each giving.
 * Edges that lie on no cycle are removed, and accounts that give less than `shareMin` of their submissions along the edges that
 * are left, until nothing is left to remove; each strongly connected component is a group. This is the generalized core of
 * Batagelj and Zaveršnik (2002, arXiv:cs/0202039) with the share within the component as the vertex property: removing something
 * only lowers the shares of others, so the result does not depend on the order. A ring of any size stays, because every member
 * keeps its whole share. Honest people drop out, because chance spreads their submissions.
 * @param given all submissions of an account in the window
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

/** Of each network, the accounts that are connected by a habit, with each habit's share over all its pairs. */
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

type Graph = ReadonlyMap<string, readonly string[]>;

const bothWays = ({ one, other }: NetworkPair): Edge[] => [
  { assessor: one, owner: other },
  { assessor: other, owner: one },
];

/** By Kosaraju's algorithm. Groups and their members in the order of their ids. */
function stronglyConnected(edges: readonly Edge[]): string[][] {
  const forward = graphOf(edges.map(({ assessor, owner }) => [assessor, owner]));
  const backward = graphOf(edges.map(({ assessor, owner }) => [owner, assessor]));
  const left: string[] = [];
  const seen = new Set<string>();
  for (const account of [...forward.keys(), ...backward.keys()]) left.push(...leavingOrder(forward, account, seen));
  const taken = new Set<string>();
  const groups = left.reverse().map((account) => leavingOrder(backward, account, taken).sort());
  return groups.filter(({ length }) => length > 1).sort();
}

function graphOf(edges: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, string[]>();
  for (const [from, to] of edges) {
    const known = graph.get(from);
    if (known) known.push(to);
    else graph.set(from, [to]);
  }
  return graph;
}

/** What is reached from `start` and not seen before, by depth: each account after all that it leads to. */
function leavingOrder(graph: Graph, start: string, seen: Set<string>): string[] {
  const left: string[] = [];
  const path: { account: string; next: Iterator<string> }[] = [];
  const enter = (account: string): void => {
    if (seen.has(account)) return;
    seen.add(account);
    path.push({ account, next: (graph.get(account) ?? []).values() });
  };
  enter(start);
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const step = at.next.next();
    if (!step.done) enter(step.value);
    else left.push(path.pop()!.account);
  }
  return left;
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);
