import { type CropBox, reportsRoutes } from '@candid/contracts';
import { call } from '../../../lib/api/call';

export interface FoundFace {
  /** Number of faces, where 2 means several; null if detection was not possible. */
  readonly faces: number | null;
  /** Crop around the face, as fractions of the picture; null unless exactly one face was found. */
  readonly crop: CropBox | null;
}

/** Detects a face in a small base64 JPEG. The server stores nothing. */
export async function findFace(jpeg: string, signal: AbortSignal): Promise<FoundFace> {
  return call(reportsRoutes.findFace, { body: { jpeg }, signal });
}
