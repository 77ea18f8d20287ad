/** Box around a face, in fractions of a picture. */
export interface FaceBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  probability: number;
}

/** Sides of the squares that the detector and the mesh read, in pixels. */
export const FACE_SIDE = 256;
export const MESH_SIDE = 192;
/**
 * Values per anchor in the model's boxes. The first four are the centre's offset from the anchor and the size, in
 * pixels.
 */
const ROW = 16;
const PROBABILITY_MIN = 0.55;
/** Two boxes are one face if their intersection has a larger share of the smaller one. */
const OVERLAP_MAX = 0.5;
/** Grids of BlazeFace's back model: cells per side, and anchors per cell. */
const GRIDS = [
  { cells: 16, anchors: 2 },
  { cells: 8, anchors: 6 },
];

const ANCHORS = GRIDS.flatMap(({ cells, anchors }) =>
  Array.from({ length: cells * cells * anchors }, (_, index) => {
    const cell = Math.floor(index / anchors);
    return { x: ((cell % cells) + 0.5) / cells, y: (Math.floor(cell / cells) + 0.5) / cells };
  }),
);

/**
 * Decodes the model's output, `scores` and `boxes` of all anchors in the order of the grids.
 * @returns one box per face, in fractions of the model's square
 */
export function faceBoxes(scores: Float32Array, boxes: Float32Array): FaceBox[] {
  const found = ANCHORS.flatMap(({ x, y }, index) => {
    const probability = 1 / (1 + Math.exp(-scores[index]!));
    if (probability < PROBABILITY_MIN) return [];
    const value = (place: number): number => boxes[index * ROW + place]! / FACE_SIDE;
    const [middleX, middleY, width, height] = [x + value(0), y + value(1), value(2), value(3)];
    return [
      {
        ...{ left: middleX - width / 2, right: middleX + width / 2 },
        ...{ top: middleY - height / 2, bottom: middleY + height / 2, probability },
      },
    ];
  });
  return merged(found);
}

/** Keeps the most probable box of each face. Returns the most probable face first. */
function merged(boxes: FaceBox[]): FaceBox[] {
  const faces: FaceBox[] = [];
  for (const box of byProbability(boxes)) if (!isOneOf(faces, box)) faces.push(box);
  return faces;
}

export const byProbability = (boxes: FaceBox[]): FaceBox[] =>
  boxes.toSorted((one, other) => other.probability - one.probability);

export const isOneOf = (faces: FaceBox[], box: FaceBox): boolean =>
  faces.some((face) => overlap(face, box) > OVERLAP_MAX);

/** Share of the smaller box that lies in the other one. A part of a large face is sometimes found as a face. */
function overlap(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, right, top, bottom }: FaceBox): number => (right - left) * (bottom - top);
  return (width * height) / Math.min(area(one), area(other));
}
