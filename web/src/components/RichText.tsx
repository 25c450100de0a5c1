import { textPieces } from '@/lib/rich-text'
import { TextLink } from './TextLink'

/** Renders a translation with emphasis and links. */
export function RichText({ html }: { html: string }) {
  return textPieces(html).map((piece, index) => {
    if (piece.kind === 'link') {
      return (
        <TextLink key={index} href={piece.href}>
          {piece.text}
        </TextLink>
      )
    }
    return piece.kind === 'strong' ? <b key={index}>{piece.text}</b> : piece.text
  })
}
