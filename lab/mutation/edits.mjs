const byPlace = (one, other) => one.start - other.start || (one.order ?? 0) - (other.order ?? 0);

/** Returns the text after the edits ({ start, end, replacement }), which must not overlap. */
export function edited(text, edits) {
  let result = '';
  let position = 0;
  for (const { start, end, replacement } of edits.toSorted(byPlace)) {
    result += text.slice(position, start) + replacement;
    position = end;
  }
  return result + text.slice(position);
}
