import { createHash, randomUUID } from 'node:crypto';
import { PRODUCT } from '@candid/contracts';
import type { ObjectStorage } from '@candid/platform/object-storage';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { RefusalError } from '../errors/refusal.js';

export interface StagedUpload {
  fields: Record<string, string>;
  files: { stagingKey: string; filename: string }[];
  /** SHA-256 over the text fields and the files' contents, so that a repeated upload is known as the same. */
  fingerprint: string;
}

export const TOO_MANY_PHOTOS = `You can only upload up to ${PRODUCT.uploadPhotosMax} photos.`;
const FIELD_BYTES_MAX = 32 * 1024;

/**
 * Reads a multipart form and puts each file's bytes under a staging key, unread: what they are is the photos service's
 * to find out. On any refusal nothing stays behind.
 * @throws RefusalError `VALIDATION_FAILED` for more than nine files or none, `PAYLOAD_TOO_LARGE` naming the file over 15 MB
 */
export async function stageUpload(request: FastifyRequest, storage: ObjectStorage): Promise<StagedUpload> {
  if (!request.isMultipart()) throw new RefusalError('UNSUPPORTED_MEDIA', 'Photos are sent as multipart/form-data.');
  const staged: StagedUpload = { fields: {}, files: [], fingerprint: '' };
  const hash = createHash('sha256');
  try {
    const limits = {
      files: PRODUCT.uploadPhotosMax + 1,
      fileSize: PRODUCT.uploadBytesMax,
      fields: 20,
      fieldSize: FIELD_BYTES_MAX,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        staged.fields[part.fieldname] = String(part.value);
        continue;
      }
      if (staged.files.length === PRODUCT.uploadPhotosMax) throw new RefusalError('VALIDATION_FAILED', TOO_MANY_PHOTOS);
      const bytes = await bytesOf(part);
      const stagingKey = `incoming/${randomUUID()}`;
      staged.files.push({ stagingKey, filename: nameOf(part.filename) });
      await storage.put(stagingKey, bytes, 'application/octet-stream');
      hash.update(createHash('sha256').update(bytes).digest());
    }
    if (staged.files.length === 0) throw new RefusalError('VALIDATION_FAILED', 'Please choose at least 1 photo.');
    hash.update(JSON.stringify(Object.entries(staged.fields).sort()));
    return { ...staged, fingerprint: hash.digest('hex') };
  } catch (error) {
    await discardStaged(staged, storage);
    throw error;
  }
}

async function bytesOf(part: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated)
    throw new RefusalError('PAYLOAD_TOO_LARGE', `${nameOf(part.filename)} is larger than 15 MB.`);
  return Buffer.concat(chunks);
}

export async function discardStaged(staged: StagedUpload, storage: ObjectStorage): Promise<void> {
  await Promise.allSettled(staged.files.map((file) => storage.remove(file.stagingKey)));
}

/** A client's file name is shown back in refusals only: no path, no control characters, bounded. */
const nameOf = (filename: string): string =>
  (filename.split(/[\\/]/).pop() ?? '').replaceAll(/[\p{C}]/gu, '').slice(0, 120) || 'A photo';
