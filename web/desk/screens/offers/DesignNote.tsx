import { useTranslation } from 'react-i18next'
import type { OfferDesign } from '@desk/api/records'
import { LinkButton } from '@desk/components/Links'
import { useLanguage } from '@desk/i18n/language'
import styles from './Design.module.css'

interface DesignNoteProps {
  code: string
  /** Undefined until the line is saved. */
  design: OfferDesign | undefined
  /** Takes the design off the line; undefined for those who may not. */
  onDetach: (() => void) | undefined
}

/** Says at a line that its price comes from its design, and what is open about it. */
export function DesignNote({ code, design, onDetach }: DesignNoteProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { rules, prices, isMeasured = true, isNewestPrices = true } = design ?? {}
  const open = [isMeasured ? '' : t('DESIGNED.NOT_MEASURED'), isNewestPrices ? '' : t('DESIGNED.OLD_PRICES')].filter((text) => text !== '')
  return (
    <>
      <small className="dim">
        {t('DESIGNED.FROM_DESIGN')}
        {rules !== undefined && `: ${t('DESIGNED.VERSIONS', { rules, prices })}`}
      </small>
      {open.length > 0 && <small className={styles.open}>{open.join(', ')}</small>}
      <small className={styles.actions}>
        <a href={`/${language}/design#${code}`} target="_blank" rel="noreferrer">
          {t('QUOTE.DESIGN_OPEN')}
        </a>
        {onDetach !== undefined && <LinkButton onClick={onDetach}>{t('DESIGNED.DETACH')}</LinkButton>}
      </small>
    </>
  )
}
