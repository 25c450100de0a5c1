import { useTranslation } from 'react-i18next'
import { LinkButton } from '@desk/components/Links'
import type { LineDraft } from './line'
import styles from './Lines.module.css'
import type { LineEditing } from './use-lines'

/** Says that a line is made to order, and that somebody has to check the price of another size. */
export function LineMarks({ line, editing }: { line: LineDraft; editing: LineEditing }) {
  const { t } = useTranslation()
  return (
    <>
      {line.isMadeToOrder === true && <small className="dim">{t('OFFERS.MADE')}</small>}
      {line.isPriceToCheck === true && (
        <small className={styles.over}>
          {t('OFFERS.PRICE_TO_CHECK')}{' '}
          <LinkButton onClick={() => editing.change(line.key, { isPriceToCheck: false })}>{t('OFFERS.PRICE_CHECKED')}</LinkButton>
        </small>
      )}
    </>
  )
}
