import { fromRoot } from '../paths.mjs';
import { builtServices, entryOf } from './compose-file.mjs';
import { startComposeServers } from './compose-servers.mjs';
import { container, localPorts } from './containers.mjs';
import { servesAlike, systemFaults } from './edge.mjs';

const local = '127.0.0.1';

/** The read-only root and the account are what the rest of this relies on. */
async function confinementFaults(one) {
  const { output } = await one.run([
    'sh',
    '-c',
    'touch here && echo writable; touch /tmp/there && echo temporary; id -u',
  ]);
  const faults = [];
  if (/^writable$/m.test(output)) faults.push(`${one.name} can write beside its code`);
  if (!/^temporary$/m.test(output)) faults.push(`${one.name} cannot write to /tmp: ${output}`);
  if (process.getuid() === 0 && !/^10001$/m.test(output)) faults.push(`${one.name} is not its image's user: ${output}`);
  return faults;
}

const encode = `
  const { default: sharp } = await import('sharp');
  const picture = sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } });
  process.stdout.write(String((await picture.webp().toBuffer()).length > 0));
`;

/** Pictures are encoded by a native library, which an install for another platform would leave out. */
async function pictureFaults(photos) {
  const { code, output } = await photos.run(['node', '--input-type=module', '--eval', encode]);
  return code === 0 && output === 'true' ? [] : [`photos: cannot encode a picture: ${output}`];
}

/** Runs each to its end, one after the other. */
async function oneShotFaults(containers) {
  const faults = [];
  for (const one of containers) {
    const { code, output } = await one.run(one.command);
    if (code !== 0) faults.push(`${one.name} ended with ${code}: ${output}`);
  }
  return faults;
}

/** Starts them in the groups given, one group after the other, calls `use`, and tells each to end. */
async function whileRunning(groups, use) {
  const faults = [];
  try {
    for (const group of groups) await Promise.all(group.map((one) => one.start()));
    faults.push(...(await use()));
  } catch (error) {
    faults.push(error.message);
  }
  for (const one of groups.flat().reverse()) faults.push(...(await one.stop()));
  return faults;
}

async function healthFaults(all) {
  const faults = [];
  for (const one of all) faults.push(...(await one.healthFaults()));
  return faults;
}

/** Settings that stand in for a container's own network, where every service has the same ports. */
async function portsOf(name, { gateway, site }) {
  if (name === 'gateway') return { ...gateway, HOST: local };
  const { OPS_PORT } = name === 'edge' ? site : await localPorts();
  if (name !== 'edge') return { OPS_PORT };
  return { OPS_PORT, SITE_ADDRESS: `:${site.PORT}`, GATEWAY_HOST: local, GATEWAY_PORT: gateway.PORT };
}

/**
 * The edge beside a gateway that serves the app too, as people find it at an address with and without TLS: the files' headers
 * depend on that.
 */
async function likenessFaults(publicUrl, { edge, gateway, site }) {
  const own = { ...(await localPorts()), HOST: local, SPA_DIR: '/run/app', PUBLIC_URL: publicUrl };
  const binds = [[fromRoot('frontend', 'dist'), '/run/app']];
  const pair = [
    container('edge', {
      ...edge,
      ports: { ...(await portsOf('edge', { gateway: own, site })), PUBLIC_URL: publicUrl },
    }),
    container('gateway with the app', { ...gateway, ports: own, binds }),
  ];
  return await whileRunning([pair], () => servesAlike(`http://${local}:${site.PORT}`, `http://${local}:${own.PORT}`));
}

/** Starts everything that docker-compose.yml starts from the project's images, and says what goes wrong. */
export async function runningFaults({ stages, compose, base, treeOf }) {
  const servers = await startComposeServers();
  try {
    const addresses = { gateway: await localPorts(), site: await localPorts() };
    const options = new Map();
    for (const [name, service] of builtServices(compose)) {
      const { target } = service.build;
      options.set(name, { service, stage: stages[target], tree: await treeOf(target), base, servers });
    }
    const all = new Map();
    for (const [name, given] of options) {
      all.set(name, container(name, { ...given, ports: await portsOf(name, addresses) }));
    }
    const entryIs = (...entries) => [...all.values()].filter((one) => entries.includes(entryOf(one.command)?.entry));
    const migrations = entryIs('migrate');
    const before = [
      ...(await confinementFaults(all.get('tokens'))),
      ...(await pictureFaults(all.get('photos'))),
      // Again over the finished schema, as at every start.
      ...(await oneShotFaults([...migrations, ...migrations])),
    ];
    if (before.length > 0) return before;
    const processes = entryIs('main', 'worker');
    const edge = all.get('edge');
    const origins = { edge: `http://${local}:${addresses.site.PORT}`, mail: servers.mailUrl };
    const running = await whileRunning([processes, [edge]], async () => [
      ...(await healthFaults(processes)),
      ...(await systemFaults(origins)),
      ...(await oneShotFaults(entryIs('check'))),
    ]);
    const pair = { edge: options.get('edge'), gateway: options.get('gateway'), site: addresses.site };
    const alike = [
      ...(await likenessFaults('http://localhost:8080', pair)),
      ...(await likenessFaults('https://candid.example', pair)),
    ];
    return [...running, ...alike];
  } finally {
    await servers.stop();
  }
}
