import type { WorkItem } from '@candid/event-store';
import type { Processor } from '@candid/platform/jobs';
import { Injectable } from '@nestjs/common';
import { BookCorrection } from './book-correction.js';
import { CORRECTIONS_QUEUE, type CorrectionPayload } from './corrections.job.js';

/** Books what is due where the process that was asked for it has died; else it is booked already. */
@Injectable()
export class CorrectionsProcessor implements Processor {
  readonly queue = CORRECTIONS_QUEUE;
  readonly concurrency = 1;

  constructor(private readonly booking: BookCorrection) {}

  async handle(item: WorkItem): Promise<void> {
    const { correctionId } = item.payload as CorrectionPayload;
    await this.booking.run(correctionId);
  }
}
