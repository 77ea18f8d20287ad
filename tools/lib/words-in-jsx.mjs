/** Attributes and props whose text a person reads or hears. */
const heard =
  /\b(aria-(label|description|valuetext|roledescription|placeholder)|alt|title|placeholder|label|backLabel|hint|lead|error|text|caption)=\{?[^{}=(]*$/;
const word = /\p{L}{2,}/u;
const sentence = /\p{L}{2,}[,:]? \p{L}{2,}/u;
const literals = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const forDevelopers = /^\s*(import|export) .* from |\bnew Error\(|\bconsole\.|^\s*(\/\/|\/?\*)/;
const forStyles = /\b(className|classNames|style|sizes|viewBox|d|points|transition|easing)\b\s*[=:(]/;

/**
 * Returns true if a line of a component holds words that belong in a module of texts: a literal word in an attribute
 * that is read out, or a literal sentence anywhere. Biome's `noJsxLiterals` finds text between tags.
 */
export function holdsWords(line) {
  if (forDevelopers.test(line)) return false;
  const code = line.replaceAll(/\$\{[^}]*\}/g, '');
  return [...code.matchAll(literals)].some(({ 0: literal, index }) => {
    const before = code.slice(0, index);
    return (heard.test(before) && word.test(literal)) || (sentence.test(literal) && !forStyles.test(before));
  });
}
