/** The text below the heading of a version, or of `Unreleased`; undefined if there is no such heading, or nothing below it. */
export function changelogSection(changelog, name) {
  const [, ...sections] = changelog.split(/^## /m);
  const headings = [name, `[${name}]`];
  const section = sections.find((text) => headings.includes(text.split('\n', 1)[0].split(/\s/, 1)[0]));
  return section?.slice(section.indexOf('\n') + 1).trim() || undefined;
}
