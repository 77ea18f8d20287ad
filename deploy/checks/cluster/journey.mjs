/** `node deploy/checks/cluster/journey.mjs`: people use the system of the current cluster while a node is drained. */
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../../../tools/lib/say.mjs';
import { goOn, logInAgain, useSystem, whatIsSeen } from '../containers/drill/people.mjs';
import { checked } from '../engine/checked.mjs';

const namespace = 'candid-staging';
const kubectl = (...words) => checked('kubectl', ['--namespace', namespace, ...words]);

const forwards = [];

/** Forwards a local port, again and again, because a drain ends the pod behind it. */
function forward(target, local, remote) {
  const state = { isOver: false };
  const start = () => {
    if (state.isOver) return;
    state.child = spawn('kubectl', ['--namespace', namespace, 'port-forward', target, `${local}:${remote}`]);
    state.child.on('exit', () => delay(1_000).then(start));
  };
  start();
  forwards.push(() => {
    state.isOver = true;
    state.child.kill();
  });
}

const available = () => kubectl('wait', '--for=condition=Available', 'deployment', '--all', '--timeout=15m');
const primary = () => kubectl('get', 'cluster', 'candid-db', '--output', 'jsonpath={.status.currentPrimary}');
const nodeOf = (pod) => kubectl('get', 'pod', pod, '--output', 'jsonpath={.spec.nodeName}');

const cluster = {
  seen: { baseUrl: 'http://localhost:18080', mailUrl: 'http://localhost:18025' },
  addStaff: (email, password) =>
    kubectl(
      ...['exec', 'deploy/identity', '--container', 'main', '--', 'env', `STAFF_PASSWORD=${password}`],
      ...['node', 'services/identity/dist/staff.js', 'add', email],
    ),
};

await available();
forward('service/gateway', 18_080, 8_080);
forward('service/mail-inbox', 18_025, 8_025);
try {
  const people = await useSystem(cluster);
  const before = await whatIsSeen(cluster, people);
  const node = (await nodeOf((await primary()).trim())).trim();
  say(`draining ${node}, which has PostgreSQL's primary`);
  await checked('kubectl', ['drain', node, '--ignore-daemonsets', '--delete-emptydir-data', '--timeout=15m']);
  await available();
  const after = await whatIsSeen(cluster, people);
  if (JSON.stringify(before) !== JSON.stringify(after)) throw new Error('the drain changed what people see');
  await logInAgain(people);
  await goOn(people);
  await checked('kubectl', ['uncordon', node]);
  await kubectl('wait', '--for=condition=Ready', 'cluster/candid-db', '--timeout=15m');
} finally {
  for (const end of forwards) end();
}
