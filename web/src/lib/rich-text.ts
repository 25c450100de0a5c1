/** A piece of a text: plain, emphasised, or a link inside the shop. */
export type TextPiece = { kind: 'text' | 'strong'; text: string } | { kind: 'link'; text: string; href: string }

const marked = /<a href="(\/[^"]*)">([^<]*)<\/a>|<b>([^<]*)<\/b>/g

/** Reads the little HTML that translations may hold: `<b>` and links to addresses of the shop; all else stays text. */
export function textPieces(html: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  const plain = (text: string) => {
    if (text !== '') pieces.push({ kind: 'text', text })
  }
  for (const match of html.matchAll(marked)) {
    const [whole, href, label, strong] = match
    plain(html.slice(end, match.index))
    if (href !== undefined && label !== undefined) pieces.push({ kind: 'link', text: label, href })
    else pieces.push({ kind: 'strong', text: strong ?? '' })
    end = match.index + whole.length
  }
  plain(html.slice(end))
  return pieces
}
