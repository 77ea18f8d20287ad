/** @jest-environment jsdom */
import { type CurrentUser, type Photo, photosRoutes } from '@candid/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { PoolGate } from '../../../features/dashboard/pool-gate';
import { answered } from '../../../lib/query/answered.fixture.spec';
import { sessionStore } from '../../../lib/session/session-store';
import type { NewPhoto } from '../../../shared/photos/selected-photo';
import { toastStore } from '../../../ui/toast/toast-store';
import { type AddFlowState, useAddFlow } from './use-add-flow';

const user = { hasCompletedFirstAssessment: true } as CurrentUser;
const photo = { _id: 'photo', path: '/photo', section: 'bank' } as Photo;

beforeEach(() => {
  sessionStore.signIn({ token: 't', userId: 'ann' });
  toastStore.dismiss();
});
afterEach(cleanup);

function open(gate: PoolGate, inPool: number, of = user) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const photos = Array.from({ length: inPool }, (_, index) => ({ _id: `${index}` }));
  answered(client, photosRoutes.listPhotos, { params: { section: 'testing', userId: 'ann' } }, { photos });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAddFlow(of, gate), { wrapper });
}

describe('a photo to assess', () => {
  it('opens the setup with what was asked for', () => {
    const { result } = open('open', 5);
    act(() => result.current.start(photo, [3]));
    expect(result.current).toMatchObject({ setupOpen: true, phraseIds: [3], selection: [{ id: 'photo' }] });
  });

  it('is refused in words where the pool is full', () => {
    const { result } = open('full', 6);
    act(() => result.current.start(photo, [3]));
    expect(toastStore.current()?.text).toBe('You can assess up to 6 photos at the same time.');
    expect(result.current.setupOpen).toBe(false);
  });

  it('is refused in words where the planner has to come first', () => {
    const { result } = open('planner', 0);
    act(() => result.current.start(photo));
    expect(toastStore.current()?.text).toMatch(/moved at least 1 photo into your Profile Planner$/);
    expect(result.current.setupOpen).toBe(false);
  });
});

describe('a stored photo to crop again', () => {
  it('is cropped from its original if nobody has assessed it', () => {
    const { result } = open('open', 0);
    act(() => result.current.cropAgain({ ...photo, timesRated: 0 }));
    expect(result.current).toMatchObject({ croppingAgain: { _id: 'photo' }, picker: null });
  });

  it('is chosen on the device again where its original is gone, until something else is picked', () => {
    const { result } = open('open', 0);
    act(() => result.current.cropAgain({ ...photo, timesRated: 0 }));
    act(() => result.current.replace(photo));
    expect(result.current).toMatchObject({ croppingAgain: null, picker: 'unrated', replacing: photo });
    act(() => result.current.pick('unrated'));
    expect(result.current.replacing).toBeNull();
  });

  it('is chosen on the device again once it was assessed', () => {
    const { result } = open('open', 0);
    act(() => result.current.cropAgain({ ...photo, timesRated: 4 }));
    expect(result.current).toMatchObject({ croppingAgain: null, picker: 'unrated' });
  });
});

describe('a first assessment that starts over', () => {
  it('opens the setup with the stored photos', () => {
    const { result } = open('open', 0, { hasCompletedFirstAssessment: false } as CurrentUser);
    act(() => result.current.startWith([photo, { ...photo, _id: 'other', path: '/other' } as Photo]));
    expect(result.current).toMatchObject({
      setupOpen: true,
      picker: null,
      selection: [{ id: 'photo' }, { id: 'other' }],
    });
  });
});

describe('files that come without a picker', () => {
  it.each([
    ['belong to the first assessment', 'open', { hasCompletedFirstAssessment: false }, 'pool', 2],
    ['go to the bank while the first assessment runs', 'waiting', { hasCompletedFirstAssessment: false }, 'unrated', 9],
    ['go to the bank later', 'open', user, 'unrated', 9],
  ] as const)('%s', (_, gate, of, section, room) => {
    const { result } = open(gate, 0, of as CurrentUser);
    expect(result.current.receivingIn).toBe(section);
    expect(result.current.roomIn(section)).toBe(room);
    act(() => result.current.crop([new File(['x'], 'a')], undefined, section));
    // The picker does not open, because it could cover the crop.
    expect(result.current).toMatchObject({ picker: null, cropping: { section }, receivingIn: null });
  });

  it('join the setup that is open, or replace a photo', () => {
    const { result } = open('open', 2);
    act(() => result.current.start(photo));
    expect(result.current.receivingIn).toBe('pool');
    expect(result.current.roomIn('pool')).toBe(3);
    act(() => result.current.replace(photo));
    expect(result.current.roomIn('unrated')).toBe(1);
  });

  it('replace no photo once the picker for its other crop was closed', () => {
    const { result } = open('open', 0);
    act(() => result.current.replace(photo));
    act(() => result.current.closePicker());
    expect(result.current.roomIn('unrated')).toBe(9);
    act(() => result.current.crop([new File(['x'], 'a')], undefined, 'unrated'));
    expect(result.current).toMatchObject({ replacing: null, cropping: { section: 'unrated' } });
  });
});

describe('cropped photos', () => {
  const crop = { turn: 0, tilt: 0, left: 0, top: 0, width: 1, height: 1 } as const;
  const cropped = (name: string) => ({ file: new File(['x'], name), crop, size: { width: 4, height: 5 } });
  const select = (inPool: number, names: string[]) => {
    const page = open('open', inPool);
    act(() => page.result.current.select(names.map(cropped)));
    return page;
  };
  const namesOf = ({ selection }: AddFlowState) =>
    selection.map((selected) => (selected.kind === 'file' ? selected.cropped.file.name : null));

  it('are selected as far as they fit', () => {
    const { result } = select(4, ['a', 'b', 'c']);
    expect(namesOf(result.current)).toEqual(['a', 'b']);
  });

  it('keep their place when one is cropped again', () => {
    const { result } = select(0, ['a', 'b', 'c']);
    const second = result.current.selection[1] as NewPhoto;
    act(() => result.current.cropSelected(second));
    expect(result.current.cropping).toMatchObject({ files: [second.cropped.file], again: second });
    act(() => result.current.select([{ ...cropped('b'), crop: { ...crop, turn: 90 } }]));
    expect(namesOf(result.current)).toEqual(['a', 'b', 'c']);
    expect(result.current.selection[1]).toMatchObject({ cropped: { crop: { turn: 90 } } });
    expect(result.current.selection[1]?.id).not.toBe(second.id);
  });
});
