import { Swatches } from '@/components/choices/Swatches'
import { useLanguage } from '@/lib/i18n/setup'
import { paletteColours } from '@shared/palette/palette'

interface ColourChoiceProps {
  slugs: readonly string[]
  selected: string
  onSelect: (slug: string) => void
}

/** The colours of a product; their names load apart from the product's first view. */
export default function ColourChoice({ slugs, ...choice }: ColourChoiceProps) {
  return <Swatches colours={paletteColours(slugs)} {...choice} language={useLanguage()} />
}
