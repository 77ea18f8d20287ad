import type { Readable } from 'node:stream';
import { built } from '../built-file.js';

interface Sharp {
  autoOrient(): Sharp;
  resize(width: number, height: number, options: object): Sharp;
  flatten(options: object): Sharp;
  toColourspace(name: string): Sharp;
  greyscale(): Sharp;
  extract(part: object): Sharp;
  flop(isMirrored: boolean): Sharp;
  composite(layers: object[]): Sharp;
  raw(): Sharp;
  webp(options: object): Sharp;
  jpeg(options: object): Sharp;
  avif(options: object): Sharp;
  png(options: object): Sharp;
  toBuffer(): Promise<Buffer>;
}
export interface SharpModule {
  sharp(input: Uint8Array | object, options?: object): Sharp;
}
export interface PoolModule {
  ImageProcessPool: new (
    options: object,
  ) => {
    render(
      open: () => Promise<{ stream: Readable; size: number }>,
      caller: { personId: string },
    ): Promise<{ renditions: unknown[] }>;
    close(): void;
  };
}

/** The service's default limits. */
export const poolLimits = {
  waitingMax: 256,
  waitingPerPersonMax: 64,
  pixelsMax: 50_000_000,
  sidesRatioMax: 5,
  decodingBytesMax: 512 * 1024 * 1024,
  renderTimeoutMs: 30_000,
  idleMs: 60_000,
};

/** Imports a built imaging file of the photos service, with the service's settings of sharp. */
export const serviceFile = <Module>(name: string): Promise<Module> => built('services/photos', `imaging/${name}`);

export const screeningFile = <Module>(name: string): Promise<Module> => built('services/photos', `screening/${name}`);
