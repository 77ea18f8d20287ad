/**
 * Imports a compiled file of a workspace, for instance `built('services/tokens', 'migrations/all')`. A call of the
 * service would also measure the transport.
 */
export const built = <Module>(workspace: string, name: string): Promise<Module> =>
  import(builtUrl(workspace, name).href) as Promise<Module>;

/** `../../../` leads from the compiled file `lab/dist/bench/built-file.js` to the root. */
export const builtUrl = (workspace: string, name: string): URL =>
  new URL(`../../../${workspace}/dist/${name}.js`, import.meta.url);
