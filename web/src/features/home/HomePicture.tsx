import type { ComponentProps } from 'react'
import { Picture } from '@/components/Picture'
import { changedContent } from '@/lib/i18n/changed'
import { useLanguage } from '@/lib/i18n/setup'
import { imageWidths } from '@/lib/image'
import { localized } from '@/lib/localized'
import { homePictures, type HomePictureKey } from './home-pictures'

interface HomePictureProps extends Pick<ComponentProps<typeof Picture>, 'sizes' | 'className'> {
  name: HomePictureKey
  /** Text of the picture without a text of its own. */
  alt?: string
}

/** A picture of the home page, or the one that staff chose in its place. */
export function HomePicture({ name, alt = '', ...box }: HomePictureProps) {
  const language = useLanguage()
  const changed = changedContent().pictures?.[name]
  if (changed === undefined) return <Picture {...homePictures[name]} alt={alt} {...box} />
  return <Picture image={changed} widths={imageWidths(changed)} alt={localized(changed, 'alt', language) || alt} {...box} />
}
