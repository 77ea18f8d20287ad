import { Socket } from 'node:net';
import type { PhotoCrop } from '@candid/contracts';
import { type ImageRefusal, ImageRefusedError } from './image-refused-error.js';
import {
  type PreviewedPicture,
  previewPicture,
  type RenderedPhoto,
  type RenderLimits,
  renderPhoto,
} from './render-photo.js';

/** File descriptor from which the pictures' bytes are read, one after another. Messages only announce pictures. */
export const PICTURE_FILE_DESCRIPTOR = 4;

export type Wanted = { kind: 'render'; crop?: PhotoCrop | null | undefined } | { kind: 'preview' };

export type PictureLimits = Omit<RenderLimits, 'beforeDecoding'>;

export type PictureMessage = Wanted & {
  /** In bytes. */
  size: number;
  limits: PictureLimits;
};

export type ToImageProcess = PictureMessage | { kind: 'go' };

export type FromImageProcess =
  /** Announces the most memory that decoding needs. The process then waits for `go`. */
  | { kind: 'memory'; bytes: number }
  | { kind: 'rendered'; photo: RenderedPhoto }
  | { kind: 'previewed'; picture: PreviewedPicture }
  | { kind: 'refused'; refusal: ImageRefusal };

/** The process has no settings, connections or secrets. A decoder's crash, loop or leak affects only this process. */
const pictures = new Socket({ fd: PICTURE_FILE_DESCRIPTOR });
let go: (() => void) | undefined;

process.on('message', (message: ToImageProcess) => {
  if (message.kind === 'go') go?.();
  else {
    void read(message).then((answer) => {
      // Frees the buffers now, because an idle process that uses too much memory is ended.
      globalThis.gc?.();
      send(answer);
    });
  }
});
process.on('disconnect', () => process.exit(0));

const send = (message: FromImageProcess): void => void process.send?.(message);

async function read(message: PictureMessage): Promise<FromImageProcess> {
  const bytes = await nextPicture(message.size);
  const limits = { ...message.limits, beforeDecoding: turn };
  try {
    if (message.kind === 'preview') return { kind: 'previewed', picture: await previewPicture(bytes, limits) };
    return { kind: 'rendered', photo: await renderPhoto(bytes, limits, message.crop) };
  } catch (error) {
    if (error instanceof ImageRefusedError) return { kind: 'refused', refusal: error.refusal };
    throw error;
  }
}

function turn(bytes: number): Promise<void> {
  return new Promise((resolve) => {
    go = resolve;
    send({ kind: 'memory', bytes });
  });
}

function nextPicture(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  return new Promise((resolve) => {
    const fill = (chunk: Buffer): void => {
      filled += chunk.copy(bytes, filled);
      if (filled < size) return;
      pictures.off('data', fill);
      pictures.pause();
      resolve(bytes);
    };
    pictures.on('data', fill);
    pictures.resume();
  });
}
