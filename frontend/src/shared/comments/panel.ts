import {
  type Comment,
  type CommentCatalogue,
  countBySection,
  findPhrase,
  type GroupReading,
  generalList,
  type PhraseScores,
  panelOrder,
  rankComments,
  readGroup,
} from './comments';

interface PanelSection {
  readonly id: number;
  readonly name: string;
  readonly count: number;
  readonly phraseIds: readonly number[];
}

export interface PanelPhrase extends GroupReading {
  readonly phraseId: number;
  readonly phrase: string;
  readonly isScale: boolean;
}

export function panelSections(comments: readonly Comment[], catalogue: CommentCatalogue): PanelSection[] {
  const counts = countBySection(comments);
  return catalogue.map(({ id, section, quality }) => ({
    id,
    name: section,
    count: counts.get(id) ?? 0,
    phraseIds: quality.map(({ phraseId }) => phraseId),
  }));
}

/** Returns the commented phrases, the weightiest first, without those that the catalogue no longer contains. */
export function panelPhrases(
  comments: readonly Comment[],
  catalogue: CommentCatalogue,
  sectionId?: number,
): PanelPhrase[] {
  return phrasesOf(panelOrder(comments, sectionId), catalogue);
}

/** Returns at most three phrases for a short list. If there is any strength, one of them is a strength. */
export function shortList(
  comments: readonly Comment[],
  catalogue: CommentCatalogue,
  sectionId?: number,
): PanelPhrase[] {
  const known = comments.filter(([section, phraseId]) => findPhrase(catalogue, section, phraseId));
  const shown = phrasesOf(generalList(known, sectionId), catalogue);
  if (shown.some(({ reading }) => reading.tone === 'praise')) return shown;
  const strength = phrasesOf(rankComments(known, sectionId), catalogue).find(
    ({ reading }) => reading.tone === 'praise',
  );
  return strength ? [...shown.slice(0, -1), strength] : shown;
}

function phrasesOf(groups: readonly PhraseScores[], catalogue: CommentCatalogue): PanelPhrase[] {
  return groups.flatMap((group) => {
    const phrase = findPhrase(catalogue, group.sectionId, group.phraseId);
    if (!phrase) return [];
    return [
      {
        phraseId: group.phraseId,
        phrase: phrase.phrase,
        isScale: phrase.isScale,
        ...readGroup(phrase, group),
      },
    ];
  });
}
