/** The replacement of each text node that a translation has removed. */
const standIns = new WeakMap<Node, ChildNode>();
const observer = new MutationObserver(learn);
const { removeChild, insertBefore } = Node.prototype;

/**
 * Keeps the screens working on a page that a browser translates. A translation replaces React's text nodes with
 * `<font>` elements. React would then throw at the next change beside such a text, or leave the old translation in
 * place. This call patches `removeChild` and `insertBefore` to find replacements, and puts changed texts back.
 */
export function toleratePageTranslation(): void {
  observer.observe(document, { childList: true, characterData: true, subtree: true });

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const place = placeOf(child, this);
    if (place) removeChild.call(this, place);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    insertBefore.call(this, node, before && placeOf(before, this));
    return node;
  };
}

function learn(records: readonly MutationRecord[]): void {
  for (const record of records) {
    if (record.type === 'characterData') putBack(record.target as Text);
    else {
      record.addedNodes.forEach(settle);
      for (const node of record.removedNodes) replace(node, standInOf(record));
    }
  }
}

/** Finds the replacement. A translation replaces a node directly, or adds a neighbour and then removes the node. */
const standInOf = ({ addedNodes, previousSibling, nextSibling }: MutationRecord): ChildNode | undefined =>
  (addedNodes[0] ?? [previousSibling, nextSibling].find(isFont)) as ChildNode | undefined;

const isFont = (node: Node | null): boolean => node?.nodeName === 'FONT';

function replace(node: Node, standIn: ChildNode | undefined): void {
  if (!standIn || !(node instanceof Text || isFont(node))) return;
  standIns.set(node, standIn);
  observer.observe(node, { characterData: true });
}

/** Removes the replacement of a node that has returned to the page, unless the replacement wraps the node. */
function settle(node: Node): void {
  const standIn = standIns.get(node);
  standIns.delete(node);
  if (standIn && !standIn.contains(node)) standIn.remove();
}

/** Puts a changed text back in the place of its translation. The browser then translates the new text. */
function putBack(text: Text): void {
  if (!text.isConnected) lastStandInOf(text)?.replaceWith(text);
}

function lastStandInOf(node: Node): ChildNode | undefined {
  let standIn = standIns.get(node);
  while (standIn && !standIn.isConnected) standIn = standIns.get(standIn);
  return standIn;
}

/** Returns the child of `parent` that is the node, wraps it or replaces it; null if none does. */
function placeOf(node: Node, parent: Node): Node | null {
  if (node.parentNode === parent) return node;
  learn(observer.takeRecords());
  let place: Node | null | undefined = node.isConnected ? node : lastStandInOf(node);
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place ?? null;
}
