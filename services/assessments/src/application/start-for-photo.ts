import type { AssessmentSettings, RequestContext } from '@candid/contracts';
import type { RecordedEvent } from '@candid/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { CommandContext } from './command-context.js';
import { ConfirmStart } from './confirm-start.js';
import { OpenStart } from './open-start.js';

export interface PhotoStartRequest {
  userId: string;
  photoId: string;
  settings: AssessmentSettings;
}

export interface StartedForPhoto {
  testId: string;
  remainingTokens: number;
  /** Of TestStarted. */
  eventIds: string[];
  events: RecordedEvent[];
}

/**
 * A start without an upload between its two halves. After a crash between them the request's repeat takes the start up;
 * without one the sweep gives it up and the hold ends.
 */
@Injectable()
export class StartForPhoto {
  constructor(
    @Inject(OpenStart) private readonly opening: OpenStart,
    @Inject(ConfirmStart) private readonly confirming: ConfirmStart,
  ) {}

  async run(request: PhotoStartRequest, command: CommandContext, context: RequestContext): Promise<StartedForPhoto> {
    const { userId } = request;
    const { testId, remainingTokens } = await this.opening.run({ ...request, photoCount: 1 }, command, context);
    const { eventIds, events } = await this.confirming.run({ userId, testId }, command);
    return { testId, remainingTokens, eventIds, events };
  }
}
