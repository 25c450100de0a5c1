import { useTranslation } from 'react-i18next'
import { useMe } from '@desk/api/session'
import { TextLink } from '@desk/components/Links'
import { Avatar } from '@desk/components/Parts'
import { spanText } from '@desk/lib/span-text'
import { Bar } from './Bar'
import { listOf } from './figures'
import styles from './Today.module.css'
import { TodayBlock, type BlockProps } from './TodayBlock'

/** Median of the first answers above which a person is slow, in working minutes. */
const slowMinutes = 120

/** How soon each person answers, with what is open and what was won. */
export function FirstAnswer({ store, ...block }: BlockProps & { store: string }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <TodayBlock
      {...block}
      part="firstAnswer"
      title={t('TODAY.FIRST_ANSWER')}
      className={styles.large}
      aside={() => t('TODAY.FIRST_ANSWER_HINT')}
    >
      {(people) => {
        if (people.length === 0) return <p className="dim">{t('TODAY.NO_ANSWERS')}</p>
        const longest = Math.max(1, ...people.map(({ medianMinutes }) => medianMinutes ?? 0))
        return (
          <ol className={styles.rows}>
            {people.map(({ staff, medianMinutes, openQuotes, wonPercent }) => {
              const isSlow = medianMinutes !== null && medianMinutes > slowMinutes
              return (
                <li key={staff?.id ?? staff?.name} className={styles.person}>
                  <Avatar person={staff} isOwn={staff?.id === me.id} />
                  <span className={styles.who}>
                    <span className="cut">{staff?.name ?? t('QUOTES.NOBODYS')}</span>
                    <span className={styles.open}>
                      {staff?.id == null ? (
                        t('TODAY.OPEN_QUOTES', { count: openQuotes })
                      ) : (
                        <TextLink href={listOf.openOf(staff.id, store)}>{t('TODAY.OPEN_QUOTES', { count: openQuotes })}</TextLink>
                      )}
                    </span>
                  </span>
                  <Bar share={(medianMinutes ?? 0) / longest} isRuby={isSlow} />
                  <b className={isSlow ? 'ruby nowrap' : 'nowrap'}>{medianMinutes === null ? '–' : spanText(t, medianMinutes * 60_000)}</b>
                  <span className={styles.won} title={t('TODAY.WON')}>
                    <span className="visually-hidden">{t('TODAY.WON')} </span>
                    {wonPercent === null ? '–' : `${String(wonPercent)} %`}
                  </span>
                </li>
              )
            })}
          </ol>
        )
      }}
    </TodayBlock>
  )
}
