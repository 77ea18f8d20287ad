import { MODERATION } from '@candid/contracts';
import { specify } from '@candid/event-store';
import { describe, it } from '@jest/globals';
import { type BlocksCommand, type BlocksEvent, blocksStreams } from './blocks.js';

const given = specify(blocksStreams);
const at = '2026-01-01T12:00:00.000Z';
const userId = 'ann';

const blocked = (ownerId: string): BlocksEvent => ({ type: 'PersonBlocked', data: { userId, ownerId, blockedAt: at } });
const block = (ownerId: string): BlocksCommand => ({ type: 'BlockPerson', userId, ownerId, at });
const rating = { assessorId: 'rob', photoId: null, ratedAt: at };

const hidden = (hideId: string): BlocksEvent => ({
  type: 'HiddenFromAssessor',
  data: { userId, hideId, ...rating, hiddenAt: at },
});

const hide = (hideId: string): BlocksCommand => ({ type: 'HideFromAssessor', userId, hideId, ...rating, at });

describe('a person’s blocks', () => {
  it('are made and undone once, and undone only where they are there', () => {
    given([])
      .when(block('olga'))
      .then([blocked('olga')]);
    given([blocked('olga')])
      .when(block('olga'))
      .then([]);
    const unblock: BlocksCommand = { type: 'UnblockPerson', userId, ownerId: 'olga', at };
    const unblocked: BlocksEvent = { type: 'PersonUnblocked', data: { userId, ownerId: 'olga', unblockedAt: at } };
    given([blocked('olga')])
      .when(unblock)
      .then([unblocked]);
    given([blocked('olga'), unblocked])
      .when(unblock)
      .then('NOT_FOUND');
  });

  it('hide from whoever gave a rating once per rating, and show again', () => {
    given([])
      .when(hide('one'))
      .then([hidden('one')]);
    given([hidden('one')])
      .when(hide('one'))
      .then([]);
    given([hidden('one')])
      .when(hide('other'))
      .then([hidden('other')]);
    const show = { type: 'ShowToAssessor', userId, hideId: 'one', at } as const;
    const shown = { type: 'ShownToAssessor', data: { userId, hideId: 'one', shownAt: at } } as const;
    given([hidden('one')])
      .when(show)
      .then([shown]);
    given([hidden('one'), hidden('other'), shown])
      .when(show)
      .then('NOT_FOUND');
    given([hidden('one'), hidden('other'), shown])
      .when({ ...show, hideId: 'other' })
      .then([{ ...shown, data: { ...shown.data, hideId: 'other' } }]);
    given([]).when(show).then('NOT_FOUND');
  });

  it('are so many at most, of both kinds together', () => {
    const others = Array.from({ length: MODERATION.blocksMax - 2 }, (_, index) => blocked(`${index}`));
    const full = [...others, blocked('olga'), hidden('one')];
    given(full).when(block('oscar')).then('CONFLICT');
    given(full).when(hide('other')).then('CONFLICT');
    given(full).when(block('olga')).then([]);
  });

  it('go with the account, once', () => {
    const forget: BlocksCommand = { type: 'ForgetBlocks', userId, at };
    const forgotten: BlocksEvent = { type: 'BlocksForgotten', data: { userId, forgottenAt: at } };
    given([blocked('olga')])
      .when(forget)
      .then([forgotten]);
    given([blocked('olga'), forgotten])
      .when(forget)
      .then([]);
  });

  it('hide a reported photo once', () => {
    const photo = { ownerId: 'olga', photoId: 'photo' };
    const hiddenPhoto: BlocksEvent = { type: 'PhotoHidden', data: { userId, ...photo, hiddenAt: at } };
    given([])
      .when({ type: 'HidePhoto', userId, ...photo, at })
      .then([hiddenPhoto]);
    given([hiddenPhoto])
      .when({ type: 'HidePhoto', userId, ...photo, at })
      .then([]);
  });
});
