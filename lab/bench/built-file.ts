/**
 * Imports a compiled file of a workspace, for instance `built('services/tokens', 'migrations/all')`. A benchmark that asks the service
 * instead measures the way there, too.
 */
export const built = <Module>(workspace: string, name: string): Promise<Module> =>
  import(builtUrl(workspace, name).href) as Promise<Module>;

/** This file is two folders deep in the compiled lab. */
export const builtUrl = (workspace: string, name: string): URL =>
  new URL(`../../../${workspace}/dist/${name}.js`, import.meta.url);
