import messages from '../../../texts/en/legal.json' with { type: 'json' };
import { filled } from '../language/message';
import { browserFacts, facts } from './facts';

interface LegalSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface LegalDocument {
  readonly title: string;
  readonly effective: string;
  readonly summary: string;
  readonly sections: readonly LegalSection[];
}

const values = { ...facts, ...browserFacts };

const withFacts = (document: LegalDocument): LegalDocument => ({
  ...document,
  sections: document.sections.map(({ title, paragraphs }) => ({
    title,
    paragraphs: paragraphs.map((paragraph) => filled(paragraph, values)),
  })),
});

export const termsOfService = withFacts(messages.termsOfService);

export const privacyPolicy = withFacts(messages.privacyPolicy);

const { guidelines } = messages;

export const guidelinesTexts = {
  ...guidelines,
  targets: {
    ...guidelines.targets,
    within: (time: string) => filled(guidelines.targets.within, { time }),
  },
};
