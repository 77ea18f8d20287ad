import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  assertObjectKey,
  assertObjectPrefix,
  type ObjectStorage,
  type ObjectSummary,
  type StoredObject,
} from './object-storage.js';

const PARTIAL_FOLDER = '.partial';
const TYPE_LENGTH_BYTES = 2;
const MAX_TYPE_BYTES = 255;

/** A file begins with its content type (two bytes of length, then text), so that no crash separates the two. */
export class FolderObjectStorage implements ObjectStorage {
  constructor(private readonly folder: string) {}

  async put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void> {
    const path = this.pathOf(key);
    const partial = join(this.folder, PARTIAL_FOLDER, randomUUID());
    await mkdir(dirname(partial), { recursive: true });
    try {
      const source = body instanceof Readable ? body : [body];
      await pipeline(withHeader(headerOf(contentType), source), createWriteStream(partial, { flush: true }));
      await mkdir(dirname(path), { recursive: true });
      await rename(partial, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<StoredObject | undefined> {
    const file = await openIfThere(this.pathOf(key));
    if (!file) return undefined;
    try {
      const prefix = Buffer.alloc(TYPE_LENGTH_BYTES + MAX_TYPE_BYTES);
      const { bytesRead } = await file.read(prefix, 0, prefix.length, 0);
      const start = TYPE_LENGTH_BYTES + (bytesRead >= TYPE_LENGTH_BYTES ? prefix.readUInt16BE(0) : 0);
      const contentType = prefix.toString('utf8', TYPE_LENGTH_BYTES, start);
      const { size } = await file.stat();
      return { stream: file.createReadStream({ start }), contentType, size: size - start };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async *list(prefix: string): AsyncGenerator<ObjectSummary> {
    assertObjectPrefix(prefix);
    yield* this.walk(join(this.folder, prefix));
  }

  async check(): Promise<void> {
    await mkdir(join(this.folder, PARTIAL_FOLDER), { recursive: true });
  }

  private pathOf(key: string): string {
    assertObjectKey(key);
    return join(this.folder, key);
  }

  private async *walk(folder: string): AsyncGenerator<ObjectSummary> {
    // Reads entries one by one, because a folder may have more entries than fit into memory.
    const entries = await opendir(folder).catch(ignoreMissing);
    for await (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== PARTIAL_FOLDER) yield* this.walk(path);
      } else {
        const summary = await this.summaryOf(path);
        if (summary) yield summary;
      }
    }
  }

  /** Returns undefined if the object was removed after the list was read. */
  private async summaryOf(path: string): Promise<ObjectSummary | undefined> {
    const file = await openIfThere(path);
    if (!file) return undefined;
    try {
      const length = Buffer.alloc(TYPE_LENGTH_BYTES);
      await file.read(length, 0, TYPE_LENGTH_BYTES, 0);
      const { size, mtime } = await file.stat();
      const key = relative(this.folder, path).split(sep).join('/');
      return { key, size: size - TYPE_LENGTH_BYTES - length.readUInt16BE(0), modifiedAt: mtime };
    } finally {
      await file.close();
    }
  }
}

/** Makes a rename survive a power failure, because an event that names the object may be stored right afterwards. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function headerOf(contentType: string): Buffer {
  const text = Buffer.from(contentType, 'utf8');
  if (text.length > MAX_TYPE_BYTES) throw new Error('the content type is too long');
  const length = Buffer.alloc(TYPE_LENGTH_BYTES);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, text]);
}

async function* withHeader(header: Buffer, body: Readable | Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield header;
  yield* body;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

async function openIfThere(path: string) {
  const file = await open(path, 'r').catch(ignoreMissing);
  if (!file) return undefined;
  if ((await stat(path).catch(ignoreMissing))?.isFile()) return file;
  await file.close();
  return undefined;
}
