import type { WorkItem } from '@candid/event-store';
import type { Processor, WorkTransaction } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { RESCORING_QUEUE, type RescoringPayload } from '../../assessor-quality/spoiling.rows.js';
import { rescoreFairly } from '../../scoring/fair-scores.rows.js';
import { lockPhotos } from '../aggregate-photos/aggregate-photos.processor.js';

/** Takes out of a photo's fair score what counts no more. Done again it changes nothing. */
@Injectable()
export class RescorePhotoProcessor implements Processor {
  readonly queue = RESCORING_QUEUE;

  async handle(item: WorkItem, { session }: WorkTransaction): Promise<void> {
    const { photoId } = item.payload as RescoringPayload;
    await lockPhotos(session, [photoId]);
    await rescoreFairly(session, [photoId]);
  }
}
