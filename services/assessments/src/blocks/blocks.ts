import { MODERATION } from '@candid/contracts';
import { type Aggregate, DomainError } from '@candid/event-store';

interface PersonOf {
  userId: string;
}

/** Blocks and hides of a person, as an assessor and as an owner, on stream `blocks-<userId>`. Dates are ISO 8601 in UTC. */
export type BlocksEvent =
  /** The assessor no longer sees this person; `ownerId` is the id that the assessor knows. */
  | { type: 'PersonBlocked'; data: PersonOf & { ownerId: string; blockedAt: string } }
  | { type: 'PersonUnblocked'; data: PersonOf & { ownerId: string; unblockedAt: string } }
  /**
   * The assessor of one rating no longer sees the owner. Each rating has its own hide, so that two hides never reveal
   * that they concern the same assessor.
   */
  | {
      type: 'HiddenFromAssessor';
      data: PersonOf & {
        hideId: string;
        assessorId: string;
        /** Photo id; null for a rating of a profile. */
        photoId: string | null;
        ratedAt: string;
        hiddenAt: string;
      };
    }
  | { type: 'ShownToAssessor'; data: PersonOf & { hideId: string; shownAt: string } }
  /** The assessor reported the photo and does not see it again. The ids are those that the assessor sees. */
  | { type: 'PhotoHidden'; data: PersonOf & { ownerId: string; photoId: string; hiddenAt: string } }
  /** The account is deleted: the read model removes all rows that concern the account. */
  | { type: 'BlocksForgotten'; data: PersonOf & { forgottenAt: string } };

export const blocksStreamId = (userId: string): string => `blocks-${userId}`;

export type BlocksChange = PersonOf &
  (
    | { type: 'BlockPerson'; ownerId: string }
    | { type: 'UnblockPerson'; ownerId: string }
    | { type: 'HideFromAssessor'; hideId: string; assessorId: string; photoId: string | null; ratedAt: string }
    | { type: 'ShowToAssessor'; hideId: string }
    | { type: 'HidePhoto'; ownerId: string; photoId: string }
    | { type: 'ForgetBlocks' }
  );

export type BlocksCommand = BlocksChange & { at: string };

interface BlocksState {
  blockedIds: readonly string[];
  hideIds: readonly string[];
  hiddenPhotoIds: readonly string[];
  isForgotten: boolean;
}

const nothing: BlocksState = { blockedIds: [], hideIds: [], hiddenPhotoIds: [], isForgotten: false };

const unknown = (): DomainError => new DomainError('NOT_FOUND', 'There is no such block.');

function decide(command: BlocksCommand, state: BlocksState): BlocksEvent[] {
  const { userId, at } = command;
  const requireRoom = (): void => {
    const { blocksMax } = MODERATION;
    if (state.blockedIds.length + state.hideIds.length >= blocksMax)
      throw new DomainError('CONFLICT', `You can block up to ${blocksMax} people. Please unblock somebody first.`);
  };
  switch (command.type) {
    case 'BlockPerson': {
      const { ownerId } = command;
      if (state.blockedIds.includes(ownerId)) return [];
      requireRoom();
      return [{ type: 'PersonBlocked', data: { userId, ownerId, blockedAt: at } }];
    }
    case 'UnblockPerson': {
      const { ownerId } = command;
      if (!state.blockedIds.includes(ownerId)) throw unknown();
      return [{ type: 'PersonUnblocked', data: { userId, ownerId, unblockedAt: at } }];
    }
    case 'HideFromAssessor': {
      const { hideId, assessorId, photoId, ratedAt } = command;
      if (state.hideIds.includes(hideId)) return [];
      requireRoom();
      return [{ type: 'HiddenFromAssessor', data: { userId, hideId, assessorId, photoId, ratedAt, hiddenAt: at } }];
    }
    case 'ShowToAssessor': {
      const { hideId } = command;
      if (!state.hideIds.includes(hideId)) throw unknown();
      return [{ type: 'ShownToAssessor', data: { userId, hideId, shownAt: at } }];
    }
    case 'HidePhoto': {
      const { ownerId, photoId } = command;
      if (state.hiddenPhotoIds.includes(photoId)) return [];
      return [{ type: 'PhotoHidden', data: { userId, ownerId, photoId, hiddenAt: at } }];
    }
    case 'ForgetBlocks':
      return state.isForgotten ? [] : [{ type: 'BlocksForgotten', data: { userId, forgottenAt: at } }];
  }
}

function evolve(state: BlocksState, event: BlocksEvent): BlocksState {
  switch (event.type) {
    case 'PersonBlocked':
      return { ...state, blockedIds: [...state.blockedIds, event.data.ownerId] };
    case 'PersonUnblocked':
      return { ...state, blockedIds: without(state.blockedIds, event.data.ownerId) };
    case 'HiddenFromAssessor':
      return { ...state, hideIds: [...state.hideIds, event.data.hideId] };
    case 'ShownToAssessor':
      return { ...state, hideIds: without(state.hideIds, event.data.hideId) };
    case 'PhotoHidden':
      return { ...state, hiddenPhotoIds: [...state.hiddenPhotoIds, event.data.photoId] };
    case 'BlocksForgotten':
      return { ...nothing, isForgotten: true };
  }
}

const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id);

export const blocksStreams: Aggregate<BlocksState, BlocksCommand, BlocksEvent> = {
  initialState: () => nothing,
  evolve,
  decide,
  streamOf: blocksStreamId,
};
