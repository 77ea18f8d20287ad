import { once } from 'node:events';
import type { FoundFace } from '@candid/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '../config.js';
import { LOOKS_FOR_FACES } from './is-screened.token.js';
import { Screener } from './screener.js';

const NOTHING_KNOWN: FoundFace = { faces: null, crop: null };

/**
 * Looks for a face in a picture that a person is about to crop, and stores nothing. Never rejects: if detection fails
 * or waits too long, the answer has null values and the person crops by hand.
 */
@Injectable()
export class FindFace {
  constructor(
    private readonly screener: Screener,
    @Inject(LOOKS_FOR_FACES) private readonly isOn: boolean,
  ) {}

  async run(jpeg: Buffer, personId: string): Promise<FoundFace> {
    if (!this.isOn) return NOTHING_KNOWN;
    const wanted = { picture: jpeg, likeness: false, nudity: false, faces: true };
    const tooLate = AbortSignal.timeout(LIMITS.faceWaitMs);
    const screening = this.screener.screen(wanted, personId, tooLate).catch(() => NOTHING_KNOWN);
    const { faces, crop } = await Promise.race([screening, once(tooLate, 'abort').then(() => NOTHING_KNOWN)]);
    return { faces, crop };
  }
}
