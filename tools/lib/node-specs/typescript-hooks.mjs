import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

const jestGlobals = new URL('globals.mjs', import.meta.url).href;
const isTypescript = (url = '') => /\.ts(\?|$)/.test(url) && !url.includes('/node_modules/');

/**
 * From now on Node loads the project's TypeScript as Jest does: with the same compiler options, and with each import
 * found where Jest's configuration maps it to.
 */
export function loadTypescript({ transform, moduleNameMapper }) {
  const [, , swc] = transform.find(([files]) => new RegExp(files).test('a.ts'));
  const options = { ...swc, swcrc: false, configFile: false };
  const mappings = moduleNameMapper.map(([names, target]) => [new RegExp(names), target]);

  function mapped(specifier, parentURL) {
    const [names, target] = mappings.find(([pattern]) => pattern.test(specifier)) ?? [];
    if (!names) return specifier;
    const name = specifier.replace(names, target);
    if (!name.startsWith('.')) return pathToFileURL(name).href;
    const source = new URL(`${name}.ts`, parentURL);
    return existsSync(source) ? source.href : specifier;
  }

  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@jest/globals') return next(jestGlobals, context);
      return next(isTypescript(context.parentURL) ? mapped(specifier, context.parentURL) : specifier, context);
    },
    load(url, context, next) {
      if (!isTypescript(url)) return next(url, context);
      const filename = fileURLToPath(url);
      const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
