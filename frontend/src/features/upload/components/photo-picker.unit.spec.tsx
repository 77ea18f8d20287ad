/** @jest-environment jsdom */
import type { Photo } from '@candid/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { acceptFiles, chooseFiles } from '../choose-files';
import type { UploadState } from '../hooks/use-upload';
import PhotoPicker from './photo-picker';

afterEach(cleanup);

const idle = { upload: null } as UploadState;
const unrated = { fairScore: null, totalScore: 0, timesRated: 0, originalRange: [1, 20] };
const photo = (_id: string, rated = {}) =>
  ({ _id, path: `/${_id}`, renditions: [], preview: '', ...unrated, ...rated }) as unknown as Photo;
const png = Uint8Array.from('\x89PNG\r\n\x1a\n\0\0\0\r', (byte) => byte.charCodeAt(0));
const pictures = (count: number) => Array.from({ length: count }, (_, at) => new File([png], `${at}.png`));

function open(props: Partial<Parameters<typeof PhotoPicker>[0]> = {}) {
  const onPick = jest.fn<(photo: Photo) => void>();
  const onFiles = jest.fn<(files: File[], note?: string) => void>();
  render(
    <PhotoPicker
      open
      section="pool"
      photos={[photo('one'), photo('two'), photo('three')]}
      room={2}
      upload={idle}
      onPick={onPick}
      onFiles={onFiles}
      onClose={() => undefined}
      {...props}
    />,
  );
  return { onPick, onFiles };
}

const choose = (files: File[]) => fireEvent.change(screen.getByLabelText('Upload photos'), { target: { files } });

it('takes no more photos than the limit, two unless told otherwise', async () => {
  const { onPick } = open({ selected: new Set(['one', 'two']), room: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Photo 3, not rated yet' }));
  expect(screen.getByRole('alert').textContent).toBe('You can only select up to 2 photos');
  expect(onPick).not.toHaveBeenCalled();
});

it('lets go of one that is selected, also when nothing more fits', async () => {
  const { onPick } = open({ selected: new Set(['one', 'two']), room: 0 });
  await userEvent.click(screen.getByRole('button', { name: 'Photo 1, not rated yet', pressed: true }));
  expect(onPick).toHaveBeenCalledTimes(1);
});

it.each([
  ['profile', 'Your rated photos', true],
  ['pool', 'Your Photo Bank', false],
] as const)('names the photos to choose from for the %s; only the planner has them first', (section, name, isFirst) => {
  open({ section });
  const order = screen.getByText(name).compareDocumentPosition(screen.getByRole('button', { name: /^Upload photos/ }));
  expect(order === Node.DOCUMENT_POSITION_FOLLOWING).toBe(isFirst);
});

it('takes what fits of the files and says what was left out', async () => {
  const { onFiles } = open({ room: 1 });
  choose(pictures(3));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You can only select up to 2 photos. 2 photos were left out.',
  );
  expect(onFiles.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['0.png']);
});

it('takes nothing of more than nine files', async () => {
  const { onFiles } = open({ room: 9 });
  choose(pictures(10));
  expect((await screen.findByRole('alert')).textContent).toBe('You can only upload up to 9 photos.');
  expect(onFiles).not.toHaveBeenCalled();
});

it('says why a photo may not be picked', async () => {
  const { onPick } = open({ refusalOf: ({ _id }) => (_id === 'two' ? 'Not this one.' : null) });
  await userEvent.click(screen.getByRole('button', { name: 'Photo 2, not rated yet' }));
  expect(screen.getByRole('alert').textContent).toBe('Not this one.');
  await userEvent.click(screen.getByRole('button', { name: 'Photo 1, not rated yet' }));
  expect(onPick.mock.calls.map(([picked]) => picked._id)).toEqual(['one']);
});

it('shows the average on its band as the only number', () => {
  const fairScore = { score: 8.6, low: 6, high: 11, raters: 4 };
  open({ photos: [photo('one', { totalScore: 64, timesRated: 4, fairScore })] });
  const card = screen.getByRole('button', { name: 'Photo 1, score 16 of 20' });
  expect(card.querySelector('[data-band="4"]')?.textContent).toBe('16');
  expect(within(card).queryByText(/9/)).toBeNull();
});

it('is named by its content, which speech input compares with what is seen', () => {
  open({ photos: [photo('one', { totalScore: 64, timesRated: 4 })] });
  const card = screen.getByRole('button', { name: 'Photo 1, score 16 of 20' });
  expect(card.hasAttribute('aria-label')).toBe(false);
});

it('shows what each photo scored', () => {
  open({ photos: [photo('one', { totalScore: 27, timesRated: 2 }), photo('two')] });
  within(screen.getByRole('button', { name: 'Photo 1, score 14 of 20' })).getByText('14');
  within(screen.getByRole('button', { name: 'Photo 2, not rated yet' })).getByText('–');
});

it('asks for the camera or for the files of the device', () => {
  open();
  const input = screen.getByLabelText('Upload photos', { selector: 'input' });
  const opened: (string | null)[] = [];
  input.addEventListener('click', () => opened.push(input.getAttribute('capture')));
  for (const name of ['Take a photo', /^Upload photos/]) fireEvent.click(screen.getByRole('button', { name }));
  expect(opened).toEqual(['user', null]);
});

it('takes one picture as another crop of a photo, and shows that photo', async () => {
  const { onFiles } = open({ section: 'unrated', photos: undefined, room: 9, replaces: photo('one') });
  screen.getByRole('dialog', { name: 'Upload another crop' });
  screen.getByRole('img', { name: 'The photo that needs a new crop' });
  const input = screen.getByLabelText<HTMLInputElement>('Choose the photo');
  expect(input.multiple).toBe(false);
  fireEvent.change(input, { target: { files: pictures(1) } });
  await waitFor(() => expect(onFiles.mock.calls[0]?.[0]).toHaveLength(1));
});

const picture = (name: string) => new File([png], name);

describe('chosen files', () => {
  it('are taken where they are pictures, whatever they are called', async () => {
    expect(await acceptFiles([picture('IMG_1')], 9)).toMatchObject({ files: [{ name: 'IMG_1' }], problem: null });
  });

  it('are named where they are none, and the others are kept', async () => {
    const accepted = await acceptFiles([new File(['x'], 'notes.png', { type: 'image/png' }), picture('a.png')], 9);
    expect(accepted.problem).toBe(
      'notes.png is not a photo that can be read here. Please choose a JPEG, PNG, WebP, AVIF or HEIC file.',
    );
    expect(accepted.files.map(({ name }) => name)).toEqual(['a.png']);
  });

  it('are all left where they are ten', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => picture(`${index}.png`));
    expect(await acceptFiles(ten, 9)).toEqual({ files: [], problem: 'You can only upload up to 9 photos.' });
  });
});

describe('files beside what is selected already', () => {
  const three = Array.from({ length: 3 }, (_, index) => picture(`${index}.png`));
  const limits = { filesMax: 9, photoLimit: 2 };

  it('are taken as far as there is room, and the rest is left out with a word', async () => {
    const chosen = await chooseFiles(three, { ...limits, room: 1 });
    expect(chosen.files.map(({ name }) => name)).toEqual(['0.png']);
    expect(chosen.problem).toBe('You can only select up to 2 photos. 2 photos were left out.');
  });

  it('are all taken where they fit', async () => {
    expect(await chooseFiles(three, { filesMax: 9, photoLimit: 6, room: 3 })).toEqual({ files: three, problem: null });
  });

  it('are left out where they are too large', async () => {
    const large = Object.defineProperty(picture('large.png'), 'size', { value: 16 * 1024 ** 2 });
    const chosen = await chooseFiles([large, picture('a.png')], { ...limits, room: 2 });
    expect(chosen.files.map(({ name }) => name)).toEqual(['a.png']);
    expect(chosen.problem).toBe('large.png is larger than 15 MB. Please choose a smaller copy of it.');
  });

  it('are refused where nothing fits', async () => {
    expect((await chooseFiles(three, { ...limits, room: 0 })).files).toEqual([]);
  });
});
