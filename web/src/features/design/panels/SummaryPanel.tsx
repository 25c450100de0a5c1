import { RoomLink } from '@/components/drawing/RoomLink'
import { BandText } from '@/components/design/BandText'
import { useDesignTexts } from '@/lib/design/design-texts'
import { bandOf } from '@/lib/design/band'
import { Facts } from '../Facts'
import { SelectDesign } from '../SelectDesign'
import { ShareButtons } from '../ShareButtons'
import type { PanelProps } from './panel'
import { Notes, Problems } from './Problems'
import { SendForm } from './SendForm'
import styles from './panels.module.css'

/** The band, the facts, the link, and the request. */
export function SummaryPanel({ isOnline, ...props }: PanelProps & { isOnline: boolean }) {
  const { t } = useDesignTexts()
  const { open, evaluation, query } = props
  const band = query.rates === undefined ? null : bandOf(evaluation, query.rates)
  return (
    <>
      <div>
        <p className={styles.price}>
          <BandText evaluation={evaluation} query={query} />
        </p>
        <p className="small second">{t('includes')}</p>
      </div>
      <Problems {...props} hasWish={false} />
      {evaluation.layout !== null && (
        <>
          <Facts built={evaluation} />
          <Notes checks={evaluation.checks} />
        </>
      )}
      <div className={styles.actions}>
        <ShareButtons code={open.code} />
        {evaluation.layout !== null && (
          <>
            <SelectDesign design={evaluation.design} />
            <RoomLink code={open.code} label={t('in-room')} />
          </>
        )}
      </div>
      <p className="small second">{t('link')}</p>
      <SendForm open={open} evaluation={evaluation} band={band} prices={query.rates?.version} isOnline={isOnline} />
    </>
  )
}
