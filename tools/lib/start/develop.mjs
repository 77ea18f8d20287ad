import { mkdirSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { styleText } from 'node:util';
import { binDirectory, fromRoot } from '../paths.mjs';
import { startChild } from '../processes/child.mjs';
import { say } from '../say.mjs';
import { reportLine } from './report-line.mjs';
import { databaseNames } from './secrets.mjs';

const firstInspectorPort = 9230;
const kinds = ['gateway', ...databaseNames.flatMap((name) => [name, `${name}-worker`])];
const inspectorPortOf = (kind) => firstInspectorPort + kinds.indexOf(kind);

export const debuggable = (kind) => [`--inspect=127.0.0.1:${inspectorPortOf(kind)}`];

const dark = ['cyan', 'green', 'yellow', 'magenta', 'blue'];
const colours = [...dark, ...dark.map((name) => `${name}Bright`)];
/** Node's messages about inspectors. They are hidden, because the ports are printed once at the end. */
const inspectorLine = /^(Debugger listening on|For help, see: https:\/\/nodejs)/;
const levels = { info: ' ', warn: '!', error: 'x', fatal: 'x' };

export function developReporter(group) {
  const seen = [];
  return (name, line, source) => {
    if (group.isStopping() || inspectorLine.test(line)) return;
    const entry = kinds.includes(name) && line.startsWith('{') ? JSON.parse(line) : undefined;
    const text = entry
      ? `${levels[entry.level] ?? ' '} ${entry.msg} ${entry.err?.stack ?? ''}`
      : reportLine(name, line, source);
    if (text === undefined) return;
    if (!seen.includes(name)) seen.push(name);
    say(`${styleText(colours[seen.indexOf(name) % colours.length], name.padEnd(18))} ${text.trimEnd()}`);
  };
}

/** Serves the app with hot reload on the public port; forwards requests below `/api` to the gateway. */
export const appPart = ({ port, gatewayUrl, data, report }) => ({
  name: 'app',
  address: `http://localhost:${port}`,
  logFile: path.join(data, 'logs', 'app.log'),
  launch: async () => {
    const child = startChild({
      name: 'app',
      command: path.join(binDirectory, 'vite'),
      args: ['--port', String(port), '--strictPort', '--clearScreen', 'false'],
      env: { API_ORIGIN: gatewayUrl },
      cwd: fromRoot('frontend'),
      logFile: path.join(data, 'logs', 'app.log'),
      onLine: (line, source) => report('app', line, source),
    });
    await child.waitForLine(/ready in/i);
    return child;
  },
});

/** Produces the same output as `tsc` but checks no types. The editor and `npm run types` check them. */
const compiling = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2023',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

const sourcePath = /^((?:gateway|services\/\w+|packages\/[\w-]+))\/src\/(.+)\.ts$/;

async function compile(file) {
  const [, home, inside] = sourcePath.exec(file);
  const target = fromRoot(home, 'dist', `${inside}.js`);
  if (!statSync(fromRoot(file), { throwIfNoEntry: false })) return rmSync(target, { force: true });
  const { transformFile } = await import('@swc/core');
  const { code, map } = await transformFile(fromRoot(file), compiling);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, `${code}\n//# sourceMappingURL=${path.basename(target)}.map`);
  writeFileSync(`${target}.map`, map);
}

function partsOf(file) {
  if (file.startsWith('packages/')) return kinds;
  const kind = file.startsWith('gateway/') ? 'gateway' : file.split('/')[1];
  return [kind, `${kind}-worker`];
}

const quietMs = 60;

export function restartOnSave(group) {
  const saved = new Set();
  let timer;
  const apply = async () => {
    const files = [...saved];
    saved.clear();
    try {
      await Promise.all(files.map(compile));
    } catch (error) {
      say(styleText('red', error.message));
      return;
    }
    const parts = group.partsOf(files.flatMap(partsOf));
    await Promise.all(parts.map((part) => part.relaunch()));
  };
  for (const place of ['gateway', 'services', 'packages']) {
    watch(fromRoot(place), { recursive: true }, (_, inside) => {
      const file = path.posix.join(place, inside ?? '');
      if (!sourcePath.test(file) || file.endsWith('.spec.ts')) return;
      saved.add(file);
      clearTimeout(timer);
      timer = setTimeout(apply, quietMs);
    });
  }
}

export const debugHelp = () =>
  `Breakpoints: attach to 127.0.0.1 at ${kinds.map((kind) => `${inspectorPortOf(kind)} ${kind}`).join(', ')}.`;
