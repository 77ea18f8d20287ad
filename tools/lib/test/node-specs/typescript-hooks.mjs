import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

const jestGlobals = new URL('globals.mjs', import.meta.url).href;
const isTypescript = (url = '') => /\.tsx?(\?|$)/.test(url) && !url.includes('/node_modules/');

export function loadTypescript({ transform, moduleNameMapper }) {
  const transforms = transform.map(([files, , swc]) => [
    new RegExp(files),
    { ...swc, swcrc: false, configFile: false },
  ]);
  const mappings = moduleNameMapper.map(([names, target]) => [new RegExp(names), target]);

  function mapped(specifier, parentURL) {
    const [names, target] = mappings.find(([pattern]) => pattern.test(specifier)) ?? [];
    const groups = names?.exec(specifier);
    const name = groups ? target.replace(/\$(\d)/g, (_, group) => groups[group]) : specifier;
    if (path.isAbsolute(name)) return pathToFileURL(name).href;
    if (!name.startsWith('.')) return specifier;
    const sources = ['.ts', '.tsx', '/index.ts'].map((ending) => new URL(`${name}${ending}`, parentURL));
    return sources.find((source) => existsSync(source))?.href ?? specifier;
  }

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return next(jestGlobals, context);
      return next(isTypescript(context.parentURL) ? mapped(specifier, context.parentURL) : specifier, context);
    },
    load(url, context, next) {
      if (!isTypescript(url)) return next(url, context);
      const filename = fileURLToPath(url);
      const [, options] = transforms.find(([files]) => files.test(filename));
      const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
