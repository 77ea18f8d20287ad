/** Box around a face, in fractions of the model's square. */
export interface FaceBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  probability: number;
}

export const FACE_SIDE = 256;
/**
 * Values per anchor in the model's boxes. The first four are the centre's offset from the anchor and the size, in
 * pixels.
 */
const ROW = 16;
const PROBABILITY_MIN = 0.5;
/** Two boxes with a larger intersection over union are one face. */
const OVERLAP_MAX = 0.3;
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
 * Decodes the model's output, `scores` and `boxes` of all anchors in the order of the grids. Merges overlapping boxes.
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
  found.sort((one, other) => other.probability - one.probability);
  const faces: FaceBox[] = [];
  for (const box of found) if (faces.every((face) => overlap(face, box) <= OVERLAP_MAX)) faces.push(box);
  return faces;
}

/** Intersection over union of two boxes. */
function overlap(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  const area = ({ left, right, top, bottom }: FaceBox): number => (right - left) * (bottom - top);
  return (width * height) / (area(one) + area(other) - width * height);
}
