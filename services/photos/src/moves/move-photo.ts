import type { CommandContext } from '@candid/event-store';
import { Injectable } from '@nestjs/common';
import { type ChangeAnswer, ChangePhoto } from '../photo/change-photo.js';
import type { ReturnPlace } from '../photo/domain/events.js';

export interface OwnPhoto {
  photoId: string;
  userId: string;
}

/** An owner's moves of a photo between profile, bank and the pool. Moving it to where it is changes nothing. */
@Injectable()
export class MovePhoto {
  constructor(private readonly changes: ChangePhoto) {}

  toProfile({ photoId, userId }: OwnPhoto, context: CommandContext): Promise<ChangeAnswer> {
    return this.changes.run(
      { photoId, userId, command: (planner) => ({ type: 'MoveToProfile', userId, planner }) },
      context,
    );
  }

  toBank({ photoId, userId }: OwnPhoto, context: CommandContext): Promise<ChangeAnswer> {
    return this.changes.run({ photoId, userId, command: () => ({ type: 'MoveToBank', userId }) }, context);
  }

  /** To where it came from, or was told to go by `chooseReturnPlace`. */
  outOfTesting({ photoId, userId }: OwnPhoto, context: CommandContext): Promise<ChangeAnswer> {
    return this.changes.run(
      { photoId, userId, command: (planner) => ({ type: 'ReturnFromTesting', userId, planner }) },
      context,
    );
  }

  chooseReturnPlace(
    { photoId, userId }: OwnPhoto,
    returnTo: ReturnPlace,
    context: CommandContext,
  ): Promise<ChangeAnswer> {
    return this.changes.run(
      { photoId, userId, command: (planner) => ({ type: 'ChooseReturnPlace', userId, returnTo, planner }) },
      context,
    );
  }
}
