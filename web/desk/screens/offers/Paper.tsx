import { Paperclip } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Mark } from '@shared/components/Mark'
import { formatDay } from '@shared/dates'
import { formatPhone } from '@shared/forms/phone'
import type { Language } from '@shared/language'
import { formatWithSign } from '@shared/money'
import type { Qepik } from '@shared/price'
import { Button } from '@shared/components/Button'
import { useTexts } from '@desk/i18n/use-texts'
import { useNow } from '@desk/lib/use-now'
import design from './Design.module.css'
import styles from './Paper.module.css'

/** Few offers have a design. */
const PaperDesign = lazy(() => import('./PaperDesign'))

/** A design as the customer sees it. */
interface ShownDesign {
  code: string
  /** Sentence to confirm; empty until the line is saved. */
  confirmText: string
  /** VAT in the price, in whole percent; null until the line is saved. */
  vatPercent: number | null
}

/** The offer as the customer sees it; sums in qəpik. */
export interface Shown {
  number: string
  language: Language
  customer: string | null
  validUntil: string
  makeDays: number | null
  depositPercent: number
  deliveryText: string
  deliveryPrice: Qepik
  message: string
  sender: { name: string; phone: string | null }
  lines: readonly {
    key: string
    name: string
    detail: string
    imageUrl: string | null
    quantity: number
    discount: number
    unitPrice: Qepik
    subtotal: Qepik
    design: ShownDesign | null
  }[]
  /** Whether a designed piece was not measured yet. */
  needsMeasuring: boolean
  /** Names of the files. */
  files: readonly string[]
  total: Qepik
  /** VAT in the total; null if it is not known. */
  vat: Qepik | null
  deposit: Qepik
}

/** The offer as its customer sees it, in their language. Its buttons are a picture only. */
export function Paper({ shown }: { shown: Shown }) {
  const { t: deskText } = useTranslation()
  const { language } = shown
  const t = useTexts(language)
  const now = useNow()
  if (t === null) return <div className={styles.paper} aria-busy="true" />
  const sum = (amount: Qepik) => formatWithSign(amount, language)
  const percent = (value: number) => (language === 'en' ? `${value}%` : `${value}\u00a0%`)
  const conditions = [
    shown.validUntil === '' ? '' : t('PAPER.VALID', { day: formatDay(shown.validUntil, language, now) }),
    shown.makeDays === null ? '' : t('PAPER.MADE', { count: shown.makeDays }),
  ]
  return (
    <div className={styles.paper} lang={language} role="group" aria-label={deskText('OFFERS.PREVIEW')}>
      <p className={styles.top}>
        <Mark size={20} />
        Şəbəkə
        <span className="push dim small">{shown.number}</span>
      </p>
      <p className={styles.title}>{shown.customer === null ? t('PAPER.READY') : t('PAPER.READY_FOR', { name: shown.customer })}</p>
      <p className={`${styles.conditions ?? ''} small dim`}>{conditions.join(' ').trim()}</p>
      <ul>
        {shown.lines.map((line) => {
          const details = [
            line.detail,
            line.quantity > 1 ? t('PAPER.EACH', { count: line.quantity, price: sum(line.unitPrice) }) : '',
            line.discount > 0 ? `−${percent(line.discount)}` : '',
          ].filter((part) => part !== '')
          return (
            <li key={line.key} className={styles.line} data-designed={line.design !== null || undefined}>
              {line.design !== null ? null : line.imageUrl === null ? (
                <span className={styles.picture}>
                  <Mark size={20} />
                </span>
              ) : (
                <img src={line.imageUrl} alt="" className={styles.picture} />
              )}
              <div>
                <b>{line.name === '' ? '…' : line.name}</b>
                {details.length > 0 && <p className="small dim">{details.join(', ')}</p>}
              </div>
              <span className="nowrap">{sum(line.subtotal)}</span>
              {line.design !== null && (
                <div className={styles.design}>
                  <Suspense fallback={<div className={design.pairSpace} />}>
                    <PaperDesign code={line.design.code} name={line.name} language={language} t={t} />
                  </Suspense>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {(shown.deliveryText !== '' || shown.deliveryPrice > 0) && (
        <p className={styles.delivery}>
          <span>{shown.deliveryText || t('PAPER.DELIVERY')}</span>
          <span className="push nowrap">{shown.deliveryPrice === 0 ? t('PAPER.FREE') : sum(shown.deliveryPrice)}</span>
        </p>
      )}
      <p className={styles.total}>
        <span>{t('PAPER.TOTAL')}</span>
        <span className="push nowrap">{sum(shown.total)}</span>
      </p>
      {shown.vat !== null && (
        <p className={`${styles.deposit ?? ''} small dim`}>
          <span>{t('DESIGN_PAPER.VAT')}</span>
          <span className="push nowrap">{sum(shown.vat)}</span>
        </p>
      )}
      {shown.depositPercent > 0 && (
        <p className={`${styles.deposit ?? ''} small dim`}>
          <span>{t('PAPER.DEPOSIT', { percent: percent(shown.depositPercent) })}</span>
          <span className="push nowrap">{sum(shown.deposit)}</span>
        </p>
      )}
      {shown.needsMeasuring && <p className="small dim">{t('DESIGN_PAPER.AFTER_MEASURING')}</p>}
      <div className={`${styles.said ?? ''} small`}>
        {shown.message !== '' && <p className={styles.message}>{shown.message}</p>}
        {shown.files.length > 0 && (
          <ul className={styles.files}>
            {shown.files.map((name, at) => (
              <li key={at}>
                <Paperclip size={16} strokeWidth={1.5} aria-hidden="true" />
                {name}
              </li>
            ))}
          </ul>
        )}
        <p className="dim">
          {[shown.sender.name, shown.sender.phone === null ? '' : formatPhone(shown.sender.phone)].filter((part) => part !== '').join(', ')}
        </p>
      </div>
      {shown.lines.map(
        ({ key, design: of }) =>
          of !== null &&
          of.confirmText !== '' && (
            <p key={key} className={`${design.confirm ?? ''} small`}>
              <span className={design.box} aria-hidden="true" />
              {of.confirmText}
            </p>
          ),
      )}
      <div className={styles.buttons} aria-hidden="true" inert>
        <Button variant="primary" tabIndex={-1}>
          {t('PAPER.ACCEPT')}
        </Button>
        <Button tabIndex={-1}>{t('PAPER.ASK')}</Button>
      </div>
    </div>
  )
}
