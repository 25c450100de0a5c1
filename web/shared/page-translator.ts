/** The element that a translator shows in place of a text node. */
const standIns = new WeakMap<Node, Element>()
const taken = new WeakSet<Element>()

const isFont = (node: Node | null): node is Element => node instanceof Element && node.localName === 'font'

/** Puts a text back that has changed behind its translation; the translator translates it again. */
function showAgain(text: Node): void {
  const font = standIns.get(text)
  if (font === undefined || text.isConnected) return
  standIns.delete(text)
  if (font.isConnected) font.replaceWith(text)
}

function follow(records: readonly MutationRecord[], observer: MutationObserver): void {
  for (const { type, target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') showAgain(target)
    for (const text of removedNodes) {
      if (!(text instanceof Text) || text.isConnected) continue
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => isFont(node) && !taken.has(node))
      if (!isFont(font ?? null)) continue
      standIns.set(text, font as Element)
      taken.add(font as Element)
      observer.observe(text, { characterData: true })
    }
  }
}

/** The child of `parent` that shows `node`, which a translator has replaced or wrapped; null if there is none. */
function shownChild(parent: Node, node: Node): Node | null {
  const font = standIns.get(node)
  if (font?.parentNode === parent) return font
  let wrapper = node.parentNode
  while (wrapper !== null && wrapper.parentNode !== parent) wrapper = wrapper.parentNode
  return isFont(wrapper) ? wrapper : null
}

/**
 * Keeps React's texts true under the browser's page translator. It replaces text nodes by `<font>` elements, while React writes to the
 * nodes that it made: a number that changes would stay as it was, and a text that goes would throw. Never ends.
 */
export function watchPageTranslator(): void {
  const observer = new MutationObserver(follow)
  observer.observe(document.documentElement, { childList: true, subtree: true })
  const prototype = Node.prototype
  // Both are called with the node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { removeChild, insertBefore } = prototype

  const childFor = (parent: Node, node: Node): Node => {
    if (node.parentNode === parent) return node
    follow(observer.takeRecords(), observer)
    return shownChild(parent, node) ?? node
  }
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, childFor(this, child))
    return child
  }
  prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    insertBefore.call(this, child, before && childFor(this, before))
    return child
  }
}
