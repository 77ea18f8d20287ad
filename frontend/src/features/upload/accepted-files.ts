import { uploadTexts } from '../../lib/texts/upload';

interface Limits {
  /** Of one upload. */
  readonly filesMax: number;
  /** How many more may be selected. */
  readonly room: number;
  /** How many may be selected in all. */
  readonly photoLimit: number;
}

interface AcceptedFiles {
  readonly files: File[];
  readonly problem: string | null;
}

/** Phones report HEIC pictures without a type; their names tell. */
const looksLikeImage = (file: Pick<File, 'name' | 'type'>) =>
  file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name);

/** The images among the chosen files, `filesMax` at most; the first thing that was wrong is named. */
export function acceptFiles(chosen: readonly File[], filesMax: number): AcceptedFiles {
  if (chosen.length > filesMax) return { files: [], problem: uploadTexts.tooMany };
  const other = chosen.find((file) => !looksLikeImage(file));
  return { files: chosen.filter(looksLikeImage), problem: other ? uploadTexts.notAnImage(other.name) : null };
}

/** As `acceptFiles`, and no more than fit beside what is selected already; what is beyond that is left out with a word. */
export function chooseFiles(chosen: readonly File[], limits: Limits): AcceptedFiles {
  const { files, problem } = acceptFiles(chosen, limits.filesMax);
  const fitting = files.slice(0, Math.max(0, limits.room));
  const leftOut = files.length - fitting.length;
  return { files: fitting, problem: leftOut > 0 ? uploadTexts.leftOut(limits.photoLimit, leftOut) : problem };
}

/** The cropped picture is named after the one it came from. */
export function croppedName(name: string): string {
  return `cropped-${name}.png`;
}
