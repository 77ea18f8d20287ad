/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { acceptFiles, chooseFiles } from './accepted-files';

const png = Uint8Array.from('\x89PNG\r\n\x1a\n\0\0\0\r', (byte) => byte.charCodeAt(0));
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

  it('are refused where nothing fits', async () => {
    expect((await chooseFiles(three, { ...limits, room: 0 })).files).toEqual([]);
  });
});
