import { useTranslation } from 'react-i18next'
import { formatShortDateTime } from '@shared/dates'
import type { Offer, Quote } from '@desk/api/records'
import { Block, Fact, Facts } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { CostPanels } from './CostPanels'
import { DesignNote } from './DesignNote'
import { DesignNotices } from './DesignNotices'
import styles from './Offer.module.css'
import { useCosts } from './use-costs'

/** The designed pieces of a sent offer: the sizes that the customer confirmed, and the costs for those who may read them. */
export function SentDesigns({ offer, quote }: { offer: Offer; quote: Quote | undefined }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const costs = useCosts(offer)
  const designed = offer.lines.flatMap(({ id, name, design }) => (design === null ? [] : [{ id, name, design }]))
  if (designed.length === 0) return null
  return (
    <Block title={t('DESIGNED.PIECES')} className={styles.block}>
      <DesignNotices offer={offer} />
      {designed.map(({ id, name, design }) => (
        <div key={id} className={styles.stack}>
          <b lang={offer.language}>{name}</b>
          <DesignNote code={design.code} design={design} onDetach={undefined} />
          {design.confirmed !== null && (
            <Facts>
              <Fact label={t('DESIGNED.CONFIRMED')}>
                <span lang={design.confirmed.language ?? undefined}>{design.confirmed.text}</span>
                {`, ${formatShortDateTime(design.confirmed.at, language)}`}
              </Fact>
            </Facts>
          )}
        </div>
      ))}
      <CostPanels offer={offer} quote={quote} costs={costs} />
    </Block>
  )
}
