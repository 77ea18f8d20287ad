import {
  type Box,
  drawnFace,
  drawnWithoutFace,
  type FacePicture,
  isOfFace,
  PHOTOGRAPHED_FACES,
  photographedFace,
  photographedWithoutFace,
  turned,
} from '@candid/testing';
import { screeningFile } from '../photos/service-files.js';
import type { BenchRow, Measuring } from '../row.js';
import { median } from '../statistics.js';

type Model = object;
interface SearchModules {
  model: { loadFaceModel(): Promise<Model> };
  search: { searchFaces(model: Model, jpeg: Buffer): Promise<{ boxes: Box[] }> };
}

const SHARES = [0.08, 0.12, 0.25, 0.5, 0.83, 1];
const SHAPES = [
  { width: 480, height: 600 },
  { width: 480, height: 480 },
  { width: 360, height: 640 },
  { width: 640, height: 480 },
];
const QUARTERS = [1, 2, 3];
const RECALL_MIN = 95;
const FALSE_MAX = 5;
const WAIT_MAX_MS = 4_000;

/**
 * Measures the face search of the photos service: time, false finds, and recall by rotation and by the face's share of
 * the width. A face counts as found if the search returns its box and no other. `people`: number of drawn people; a
 * photographed person follows each of the first 22. Drawings and photographs without a face show the false finds.
 */
export async function* benchFaces(people = 10): Measuring {
  const { loadFaceModel } = await screeningFile<SearchModules['model']>('models');
  const { searchFaces } = await screeningFile<SearchModules['search']>('face-search');
  const model = await loadFaceModel();
  const times: { withFace: number[]; withoutFace: number[] } = { withFace: [], withoutFace: [] };
  const search = async (jpeg: Buffer, spent: number[]): Promise<Box[]> => {
    const startedAt = performance.now();
    const { boxes } = await searchFaces(model, jpeg);
    spent.push(performance.now() - startedAt);
    return boxes;
  };
  const isFound = async ({ jpeg, face }: FacePicture): Promise<boolean> => {
    const boxes = await search(jpeg, times.withFace);
    return boxes.length === 1 && isOfFace(boxes[0]!, face);
  };

  const foundTurned = new Map(QUARTERS.map((quarters) => [quarters, [] as boolean[]]));
  for (const share of SHARES) {
    yield `faces of ${percent(share)} of the width`;
    const found: boolean[] = [];
    for await (const [index, picture] of facePictures(people, share)) {
      found.push(await isFound(picture));
      const quarters = QUARTERS[index % QUARTERS.length]!;
      foundTurned.get(quarters)!.push(await isFound(await turned(picture, quarters)));
    }
    yield recallRow(`faces of ${percent(share)} of the width found`, found);
  }
  for (const [quarters, found] of foundTurned)
    yield recallRow(`faces found in a picture turned by ${quarters * 90} degrees`, found);

  const kinds = { 'a drawing': drawnWithoutFace, 'a photograph': photographedWithoutFace };
  for (const [kind, picture] of Object.entries(kinds)) {
    yield `${kind} without a face`;
    const mistaken: boolean[] = [];
    for (let index = 0; index < 5 * people; index += 1)
      mistaken.push((await search(await picture(1_000 + index), times.withoutFace)).length > 0);
    yield atMost(`a face found in ${kind} without one, of ${mistaken.length}`, shareOf(mistaken), FALSE_MAX, '%');
  }
  yield atMost('search of a picture with a face, upright or turned', median(times.withFace), WAIT_MAX_MS, 'ms');
  yield atMost('search of a picture without a face', median(times.withoutFace), WAIT_MAX_MS, 'ms');
}

async function* facePictures(people: number, share: number): AsyncGenerator<[number, FacePicture]> {
  const shapes = SHAPES.filter(({ width, height }) => share * width <= height);
  for (let index = 0; index < people; index += 1) {
    const options = { seed: 10_000 * share + index, share, size: shapes[index % shapes.length]! };
    yield [index, await drawnFace(options)];
    if (index < PHOTOGRAPHED_FACES) yield [index + 1, await photographedFace(index, options)];
  }
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
const shareOf = (results: boolean[]): number => (100 * results.filter(Boolean).length) / results.length;

function recallRow(path: string, found: boolean[]): BenchRow {
  const [figure, ratio] = [shareOf(found), shareOf(found) / 100];
  const met = figure >= RECALL_MIN;
  return {
    ...{ path: `${path}, of ${found.length}`, floorName: 'all of them', floor: 100, figure, unit: '%' },
    ...{ ratio, target: '>= 0.95', met },
  };
}

function atMost(path: string, figure: number, floor: number, unit: string): BenchRow {
  const ratio = figure / floor;
  return { path, floorName: 'limit', floor, figure, unit, ratio, target: '<= 1', met: ratio <= 1 };
}
