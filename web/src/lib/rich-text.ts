/** Part of a text: plain, emphasised, or a link within the shop. */
type TextPiece = { kind: 'text' | 'strong'; text: string } | { kind: 'link'; text: string; href: string }

const markup = /<a href="(\/[^"]*)">([^<]*)<\/a>|<b>([^<]*)<\/b>/g

/** Parses the HTML allowed in translations: `<b>` and links to paths of the shop. Everything else stays text. */
export function textPieces(html: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  const plain = (text: string) => {
    if (text !== '') pieces.push({ kind: 'text', text })
  }
  for (const match of html.matchAll(markup)) {
    const [whole, href, label, strong] = match
    plain(html.slice(end, match.index))
    if (href !== undefined && label !== undefined) pieces.push({ kind: 'link', text: label, href })
    else pieces.push({ kind: 'strong', text: strong ?? '' })
    end = match.index + whole.length
  }
  plain(html.slice(end))
  return pieces
}
