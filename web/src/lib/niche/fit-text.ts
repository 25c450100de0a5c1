import type { TFunction } from 'i18next'
import type { Language } from '@shared/language'
import { formatCentimetres } from '@shared/measures'
import type { Fit } from './fit'
import { nicheSize } from './niche'

/** `Fits, 3 cm left`: how a product fits the visitor's niche. */
export function fitText(t: TFunction, language: Language, fit: Fit): string {
  switch (fit.kind) {
    case 'fits':
      return fit.leftMm === 0 ? t('NICHE.FITS_EXACTLY') : t('NICHE.FITS', { left: formatCentimetres(fit.leftMm, language) })
    case 'made':
      return t('NICHE.MADE', { size: nicheSize(fit.size, language) })
    case 'too-large': {
      const more = formatCentimetres(fit.moreMm, language)
      return fit.side === 'widthMm' ? t('NICHE.TOO_WIDE', { more }) : t('NICHE.TOO_TALL', { more })
    }
  }
}
