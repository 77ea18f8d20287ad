import type { AssessmentSettings, RequestContext } from '@candid/contracts';
import type { CommandContext, RecordedEvent } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { ConfirmStart } from './confirm-start.js';
import { OpenStart } from './open-start.js';

export interface PhotosStartRequest {
  userId: string;
  photoIds: string[];
  settings: AssessmentSettings;
}

export interface StartedForPhotos {
  photoAssessmentId: string;
  remainingTokens: number;
  /** Id of the PhotoAssessmentStarted event. */
  eventIds: string[];
  events: RecordedEvent[];
}

/**
 * Starts one photo assessment of existing photos. If the process dies between the two steps, the repeated request
 * resumes the start. If nobody repeats it, what watches the hold abandons the start and gives the tokens back.
 */
@Injectable()
export class StartForPhotos {
  constructor(
    private readonly opening: OpenStart,
    private readonly confirming: ConfirmStart,
  ) {}

  async run(request: PhotosStartRequest, command: CommandContext, context: RequestContext): Promise<StartedForPhotos> {
    const { userId, photoIds, settings } = request;
    const start = { userId, photos: photoIds, settings };
    const { photoAssessmentId, remainingTokens } = await this.opening.run(start, command, context);
    const { eventIds, events } = await this.confirming.run({ userId, photoAssessmentId }, command);
    return { photoAssessmentId, remainingTokens, eventIds, events };
  }
}
