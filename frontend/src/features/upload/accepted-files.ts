import { uploadTexts } from '../../lib/texts/upload';
import { isTakenPicture } from '../../shared/photos/picture-bytes';

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

/** The pictures among the chosen files, `filesMax` at most; the first thing that was wrong is named. */
export async function acceptFiles(chosen: readonly File[], filesMax: number): Promise<AcceptedFiles> {
  if (chosen.length > filesMax) return { files: [], problem: uploadTexts.tooMany };
  const isTaken = await Promise.all(chosen.map(isTakenPicture));
  const other = chosen.find((_, index) => !isTaken[index]);
  return {
    files: chosen.filter((_, index) => isTaken[index]),
    problem: other ? uploadTexts.notTaken(other.name) : null,
  };
}

/** As `acceptFiles`, and no more than fit beside what is selected already; what is beyond that is left out with a word. */
export async function chooseFiles(chosen: readonly File[], limits: Limits): Promise<AcceptedFiles> {
  const { files, problem } = await acceptFiles(chosen, limits.filesMax);
  const fitting = files.slice(0, Math.max(0, limits.room));
  const leftOut = files.length - fitting.length;
  return { files: fitting, problem: leftOut > 0 ? uploadTexts.leftOut(limits.photoLimit, leftOut) : problem };
}
