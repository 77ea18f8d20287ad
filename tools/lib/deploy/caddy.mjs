import { provideDebianProgram } from './debian-program.mjs';

/** Caddy for trying the edge. */
export const provideCaddy = () => provideDebianProgram({ program: 'caddy', debianPackage: 'caddy' });
