/**
 * Imports a compiled file of a workspace, for instance `built('services/tokens', 'migrations/all')`. Calling the
 * service instead would also measure the way to it.
 */
export const built = <Module>(workspace: string, name: string): Promise<Module> =>
  import(builtUrl(workspace, name).href) as Promise<Module>;

/** `../../../` is the root, seen from the compiled file `lab/dist/bench/built-file.js`. */
export const builtUrl = (workspace: string, name: string): URL =>
  new URL(`../../../${workspace}/dist/${name}.js`, import.meta.url);
