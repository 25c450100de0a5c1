import { startTransition, useOptimistic } from 'react'
import { Swatches } from '@/components/choices/Swatches'
import { useLanguage } from '@/lib/i18n/setup'
import { paletteColours } from '@shared/palette/palette'

interface ColourChoiceProps {
  slugs: readonly string[]
  selected: string
  onSelect: (slug: string) => void
}

/**
 * The colours of a product; their names load apart from the product's first view. A press marks its colour at once; pictures,
 * links and notes of the colour follow.
 */
export default function ColourChoice({ slugs, selected, onSelect }: ColourChoiceProps) {
  const [marked, mark] = useOptimistic(selected)
  const choose = (slug: string) => {
    startTransition(() => {
      mark(slug)
      onSelect(slug)
    })
  }
  return <Swatches colours={paletteColours(slugs)} selected={marked} onSelect={choose} language={useLanguage()} />
}
