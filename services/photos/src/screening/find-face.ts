import { once } from 'node:events';
import { type FoundFace, photosRpc as rpc } from '@candid/contracts';
import { RpcHandler, type Sent } from '@candid/platform';
import { Controller, Inject } from '@nestjs/common';
import { FACE_WAIT_MS } from '../kernel/config.js';
import { Screener } from './screener.js';

const NOTHING_KNOWN: FoundFace = { faces: null, crop: null };

/** Stores nothing. If detection fails or takes too long, answers with null values, and the person crops by hand. */
@Controller()
export class FindFace {
  constructor(
    private readonly screener: Screener,
    @Inject(FACE_WAIT_MS) private readonly waitMs: number | undefined,
  ) {}

  @RpcHandler(rpc.findFace)
  async findFace({ userId, jpeg }: Sent<typeof rpc.findFace>): Promise<FoundFace> {
    if (this.waitMs === undefined) return NOTHING_KNOWN;
    const wanted = { picture: Buffer.from(jpeg, 'base64'), likeness: false, nudity: false, faces: true };
    const tooLate = AbortSignal.timeout(this.waitMs);
    const screening = this.screener.screen(wanted, userId, tooLate).catch(() => NOTHING_KNOWN);
    const { faces, crop } = await Promise.race([screening, once(tooLate, 'abort').then(() => NOTHING_KNOWN)]);
    return { faces, crop };
  }
}
