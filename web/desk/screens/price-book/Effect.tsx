import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '@shared/api/error'
import { Skeleton } from '@shared/components/Skeleton'
import type { Language } from '@shared/language'
import { formatCentimetres, unitName } from '@shared/measures'
import { formatAmount } from '@shared/money'
import { colourName } from '@shared/palette/palette'
import { toQepik } from '@shared/price'
import { useQuery, type Query } from '@shared/query/use-query'
import { decodeDesign } from '@shared/rules/code'
import { useDebounced } from '@shared/use-debounced'
import { priceBooks, type PriceChange, type PriceEffect } from '@desk/api/price-books'
import { LinkButton } from '@desk/components/Links'
import { Loaded } from '@desk/components/Loaded'
import { Block, Note } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import { isCellName, type CellName } from './cells'
import styles from './Effect.module.css'
import { cellLabel } from './texts'

/** Number of the last designs that are priced. */
const lastDesigns = 100

/** Pause after a saved change before the designs are priced again, in milliseconds. */
const pauseMs = 150

/** `+1,6 %`, with one decimal, in the numbers of a language. */
export function percentText(percent: number, language: Language): string {
  const tenths = Math.round(Math.abs(percent) * 10)
  const sign = tenths === 0 ? '' : percent < 0 ? '−' : '+'
  const point = language === 'en' ? '.' : ','
  return `${sign}${String(Math.floor(tenths / 10))}${point}${String(tenths % 10)}\u00a0%`
}

/** Effect of the draft on the prices of the last designs; `against` is the version of the book before. */
export function useEffectOf(recordVersion: number, against: number | null): Query<PriceEffect> {
  const settled = useDebounced(recordVersion, pauseMs)
  return useQuery({
    ...priceBooks.effect(settled, against ?? 0, lastDesigns),
    enabled: against !== null,
    placeholderData: keepPreviousData,
    // The record's version is in the key.
    staleTime: Infinity,
  })
}

/** Cells for which the service prices no design, with the keys of their refusals: those that are missing, or out of range. */
export const refusedCells = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof ApiError && error.status === 400
    ? Object.fromEntries(Object.entries(error.errors).filter(([name]) => isCellName(name)))
    : {}

interface EffectProps {
  effect: Query<PriceEffect>
  /** Cells without which no design has a price. */
  wrong: readonly CellName[]
  onCell: (name: CellName) => void
}

/** Most cells that are named; the bar above has them all. */
const mostNamed = 12

/** Changes of the prices of the last designs. */
export function Effect({ effect, wrong, onCell }: EffectProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  if (wrong.length > 0) {
    return (
      <Block title={t('PRICE_BOOK.EFFECT')}>
        <Note tone="amber" role="status" icon={CircleAlert}>
          <p>{t('PRICE_BOOK.INCOMPLETE', { count: wrong.length })}</p>
          <ul className={styles.links}>
            {wrong.slice(0, mostNamed).map((name) => (
              <li key={name}>
                <LinkButton onClick={() => onCell(name)}>{cellLabel(t, name, language)}</LinkButton>
              </li>
            ))}
          </ul>
        </Note>
      </Block>
    )
  }
  return (
    <Loaded
      query={effect}
      loading={
        <Block title={t('PRICE_BOOK.EFFECT')}>
          <div className={styles.loading}>
            <Skeleton width="90%" height={28} />
            <Skeleton width="60%" />
            <Skeleton height={92} />
          </div>
        </Block>
      }
    >
      {(data, notice) => (
        <>
          {notice}
          <Summary effect={data} />
          {data.top.length > 0 && <Top changes={data.top} />}
        </>
      )}
    </Loaded>
  )
}

/** `95 designs become dearer, by 1.6 % on average`: the direction of most. */
export function effectText(t: TFunction, effect: PriceEffect, language: Language): string {
  const { dearer, cheaper, meanPercent } = effect
  if (dearer === 0 && cheaper === 0) return t('PRICE_BOOK.NO_EFFECT')
  const mean = percentText(meanPercent, language)
  return dearer >= cheaper ? t('PRICE_BOOK.DEARER', { count: dearer, mean }) : t('PRICE_BOOK.CHEAPER', { count: cheaper, mean })
}

function Summary({ effect }: { effect: PriceEffect }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { count, dearer, same, cheaper, maxPercent } = effect
  const others = [
    t('PRICE_BOOK.SAME', { count: same }),
    dearer >= cheaper ? t('PRICE_BOOK.CHEAPER_TOO', { count: cheaper }) : t('PRICE_BOOK.DEARER_TOO', { count: dearer }),
  ].join(', ')
  return (
    <Block title={t('PRICE_BOOK.EFFECT')} aside={t('PRICE_BOOK.LAST', { count })}>
      {count === 0 ? (
        <p className="dim">{t('PRICE_BOOK.NO_DESIGNS')}</p>
      ) : (
        <>
          <p className={styles.sentence} role="status">
            {effectText(t, effect, language)}
          </p>
          <p className="small dim">{`${others}. ${t('PRICE_BOOK.MOST', { percent: percentText(maxPercent, language) })}`}</p>
          <Histogram bins={effect.bins} />
        </>
      )}
    </Block>
  )
}

/** Designs by the change of their price: cheaper, the same, dearer by up to 1 to 6 percent, and by more. */
function Histogram({ bins }: { bins: readonly number[] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...bins)
  const last = bins.length - 1
  const head = (at: number) => (at === 0 ? '−' : at === last ? `${String(at - 1)}+` : String(at - 1))
  const said = (at: number) => {
    if (at === 0) return t('PRICE_BOOK.BIN_CHEAPER')
    if (at === 1) return t('PRICE_BOOK.BIN_SAME')
    return at === last ? t('PRICE_BOOK.BIN_OVER', { percent: at - 2 }) : t('PRICE_BOOK.BIN_UP_TO', { percent: at - 1 })
  }
  return (
    <>
      <ol className={styles.bars} aria-label={t('PRICE_BOOK.HISTOGRAM')}>
        {bins.map((count, at) => (
          <li key={at} data-quiet={at < 2 || undefined} style={{ ['--share' as string]: count / most }}>
            <span className="visually-hidden">{`${said(at)}: `}</span>
            <b data-none={count === 0 || undefined}>{count}</b>
            <i aria-hidden="true" />
            <span className={styles.tick} aria-hidden="true">
              {head(at)}
            </span>
          </li>
        ))}
      </ol>
      <p className={`${styles.axis ?? ''} small dim`} aria-hidden="true">
        {t('PRICE_BOOK.AXIS')}
      </p>
    </>
  )
}

function Top({ changes }: { changes: readonly PriceChange[] }) {
  const { t } = useTranslation()
  return (
    <Block title={t('PRICE_BOOK.TOP')}>
      <ol className={styles.top}>
        {changes.map((change, at) => (
          // The same design may be asked for twice.
          <li key={`${change.code}-${String(at)}`}>
            <Changed change={change} />
          </li>
        ))}
      </ol>
    </Block>
  )
}

function Changed({ change: { code, before, after, percent } }: { change: PriceChange }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const design = decodeDesign(code)
  const size =
    design === null
      ? code
      : `${formatCentimetres(design.widthMm, language)} × ${formatCentimetres(design.heightMm, language)}\u00a0${unitName(language)}`
  return (
    <>
      <img
        className={styles.drawing}
        src={`/images/designs/${encodeURIComponent(code)}.svg?view=front&lang=${language}`}
        alt=""
        width={44}
        height={55}
        loading="lazy"
      />
      <span className={styles.piece}>
        <b className="cut">{size}</b>
        {design !== null && (
          <span className="small dim cut">
            {t('PRICE_BOOK.FINISHES', { fronts: colourName(design.fronts, language), body: colourName(design.body, language) })}
          </span>
        )}
      </span>
      <span className={styles.sums}>
        <span className="small dim">
          <span className="visually-hidden">{t('PRICE_BOOK.WAS')} </span>
          {whole(before, language)} <span aria-hidden="true">→</span>
        </span>
        <b>{whole(after, language)} ₼</b>
      </span>
      <b className={styles.percent}>{percentText(percent, language)}</b>
    </>
  )
}

/** A price in whole manat. */
const whole = (amount: number, language: Language) => formatAmount(toQepik(Math.round(amount)), language).slice(0, -3)
