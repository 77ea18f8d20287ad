import { describe, expect, it } from '@jest/globals';
import { holdsWords } from './source-rules.mjs';

describe('words outside the modules of texts', () => {
  it.each([
    '<Button aria-label="Close">',
    "<Button aria-label={open ? 'Close' : texts.open}>",
    `<Photo alt={\`Photo of \${name}\`} />`,
    "toastStore.show({ text: 'Nothing was lost' });",
    "setProblem('Please try again');",
    "setProblem('Enter the one-time code');",
  ])('finds them in %s', (line) => {
    expect(holdsWords(line)).toBe(true);
  });

  it.each([
    '<Button variant="primary" aria-label={texts.close}>',
    '<Photo alt={texts.photo(index)} sizes="(min-width: 900px) 30vw, 50vw" />',
    `<title>{\`\${title} – \${commonTexts.appName}\`}</title>`,
    `className={\`\${styles.card} \${open ? styles.open : styles.shut}\`}`,
    "const rowClass = 'flex items-center border-t border-line wide:gap-5';",
    "'relative grid [&_svg]:size-3.5 -mb-8 max-[600px]:px-2',",
    "throw new Error('This screen needs a session.');",
    "hint={texts.words(form.watch('feedback'))}",
    "if (mode === 'request') return texts.lead;",
    "label: texts.genders[value === 'Man' ? value : other],",
  ])('lets %s be', (line) => {
    expect(holdsWords(line)).toBe(false);
  });
});
