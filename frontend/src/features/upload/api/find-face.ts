import { type CropBox, reportsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export interface FoundFace {
  /** 2 stands for several. Null: it could not be looked for. */
  readonly faces: number | null;
  /** Around the one face, as fractions of the picture; null without exactly one. */
  readonly crop: CropBox | null;
}

/** Looks for a face in a small JPEG, as base64. Nothing of it is kept. */
export async function findFace(jpeg: string, signal: AbortSignal): Promise<FoundFace> {
  return call(reportsRoutes.findFace, { body: { jpeg }, signal });
}
