import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { formatDate, formatShortDateTime } from '@shared/dates'
import { normalizeNumber } from '@shared/forms/number'
import { formatPhone } from '@shared/forms/phone'
import { Mark } from '@shared/components/Mark'
import { formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Delivery, DeliveryNote, PickSlip } from '@desk/api/records'
import { Button, ButtonLink } from '@shared/components/Button'
import { Loaded } from '@desk/components/Loaded'
import { EmptyState } from '@shared/components/EmptyState'
import { Skeleton } from '@shared/components/Skeleton'
import screen from '@desk/components/Screen.module.css'
import { CallLink } from '@desk/components/PhoneLinks'
import { useLanguage } from '@desk/i18n/language'
import { useKeys } from '@desk/lib/keys'
import { deliveryDay, orderPath } from '@desk/lib/orders'
import { useTitle } from '@desk/lib/use-title'
import styles from './Paper.module.css'

/** Most papers that are printed at once, as many as a call on several takes orders. */
const maxPapers = 200

/** Pick slips or delivery notes on A4, one order a page; several numbers are separated by commas. */
export default function PaperScreen() {
  const { t } = useTranslation()
  const { number, kind } = useParams<{ number: string; kind: string }>()
  const numbers = number
    .split(',')
    .slice(0, maxPapers)
    .map((one) => normalizeNumber(one, 'SB'))
  const [first = ''] = numbers
  const isPick = kind === 'pick'
  const title = t(isPick ? 'PAPERS.PICK' : 'PAPERS.DELIVERY')
  useTitle(`${title} ${numbers.join(',')}`)
  useKeys([{ keys: 'p', text: 'PAPERS.PRINT', run: () => window.print() }])
  if (kind !== 'pick' && kind !== 'delivery') return <EmptyState title={t('NAV.NOT_FOUND')} />
  return (
    <>
      <header className={screen.bar}>
        <ButtonLink variant="plain" square href={numbers.length === 1 ? orderPath(first) : '/orders'} aria-label={t('COMMON.BACK')}>
          <ArrowLeft size={20} strokeWidth={1.5} aria-hidden="true" />
        </ButtonLink>
        <h1>{title}</h1>
        <span className="push" />
        <Button variant="primary" onClick={() => window.print()}>
          <Printer size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('PAPERS.PRINT')}
        </Button>
      </header>
      {/* A4 does not fit a phone: the paper scrolls, not the page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.desk} tabIndex={0} role="region" aria-label={title}>
        {numbers.map((one) => (isPick ? <Pick key={one} number={one} /> : <Delivered key={one} number={one} />))}
      </div>
    </>
  )
}

/** A paper as it is now; it is read again for each print. */
const fresh = { gcTime: 0 }

function Pick({ number }: { number: string }) {
  const paper = useQuery({ ...query('/desk/orders/{number}/paper/pick', { path: { number } }), ...fresh })
  return (
    <Loaded query={paper} loading={<Skeleton width="60%" height={20} />} frame={sheetOf(number)}>
      {(data, notice) => <PickPaper paper={data} notice={notice} />}
    </Loaded>
  )
}

function Delivered({ number }: { number: string }) {
  const paper = useQuery({ ...query('/desk/orders/{number}/paper/delivery', { path: { number } }), ...fresh })
  return (
    <Loaded query={paper} loading={<Skeleton width="60%" height={20} />} frame={sheetOf(number)}>
      {(data, notice) => <DeliveryPaper paper={data} notice={notice} />}
    </Loaded>
  )
}

/** An empty sheet around what stands in the place of a paper. */
const sheetOf = (number: string) => (content: ReactNode, isBusy: boolean) => (
  <section className={styles.sheet} aria-label={number} aria-busy={isBusy}>
    {content}
  </section>
)

interface PaperProps<Data> {
  paper: Data
  notice: ReactNode
}

function PickPaper({ paper, notice }: PaperProps<PickSlip>) {
  const { t } = useTranslation()
  const picked = paper.lines.filter(({ isPicked }) => isPicked)
  const others = paper.lines.filter(({ isPicked }) => !isPicked)
  return (
    <Sheet paper={paper} notice={notice} title={t('PAPERS.PICK_TITLE')}>
      {picked.length === 0 && <p>{t('PAPERS.NOTHING_TO_PICK')}</p>}
      <table className={styles.lines} hidden={picked.length === 0}>
        <thead>
          <tr>
            <th scope="col">{t('PAPERS.CODE')}</th>
            <th scope="col" className={styles.pictureHead}>
              <span className="visually-hidden">{t('PAPERS.PICTURE')}</span>
            </th>
            <th scope="col">{t('QUOTE.PRODUCT')}</th>
            <th scope="col" className={styles.number}>
              {t('OFFERS.QUANTITY')}
            </th>
            <th scope="col" className={styles.number}>
              {t('PAPERS.PICKED')}
            </th>
          </tr>
        </thead>
        <tbody>
          {picked.map((line, at) => (
            // Lines of a paper have no ids and never change their places.
            <tr key={at}>
              <td data-place="code">{line.code ?? '–'}</td>
              <td data-place="picture">{line.imageUrl !== null && <img src={line.imageUrl} alt="" />}</td>
              <td>
                {line.name}
                {line.detail !== '' && <span className={styles.detail}>{line.detail}</span>}
              </td>
              <td className={styles.number} data-place="count">
                {line.quantity}
              </td>
              <td className={styles.number} data-place="box">
                <Box label={t('PAPERS.PICKED_OF', { name: line.name })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {others.length > 0 && (
        <section className={styles.others}>
          <h3>{t('PAPERS.NOT_PICKED')}</h3>
          <ul>
            {others.map((line, at) => (
              <li key={at}>
                {line.name}, {line.quantity}
                {line.detail !== '' && <span className={styles.detail}>{line.detail}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Sheet>
  )
}

function DeliveryPaper({ paper, notice }: PaperProps<DeliveryNote>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { lines, shippingAddress: to, deliveryPrice, totalAmount, paidAmount, balance } = paper
  const sum = (amount: number) => formatWithSign(toQepik(amount), language)
  return (
    <Sheet paper={paper} notice={notice} title={t('PAPERS.DELIVERY_TITLE')} phone={to.phone} address={addressLines(paper)}>
      <p className={styles.rest} data-owed={balance > 0 || undefined}>
        {balance > 0 ? t('PAPERS.TO_TAKE', { sum: sum(balance) }) : t('PAPERS.NOTHING_TO_TAKE')}
      </p>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('PAPERS.CODE')}</th>
            <th scope="col">{t('QUOTE.PRODUCT')}</th>
            <th scope="col" className={styles.number}>
              {t('OFFERS.QUANTITY')}
            </th>
            <th scope="col" className={styles.number}>
              {t('OFFERS.PRICE')}
            </th>
            <th scope="col" className={styles.number}>
              {t('OFFERS.SUBTOTAL')}
            </th>
            <th scope="col" className={styles.number}>
              {t('PAPERS.RECEIVED')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={at}>
              <td data-place="code">{line.code ?? '–'}</td>
              <td>
                {line.name}
                {line.detail !== '' && <span className={styles.detail}>{line.detail}</span>}
              </td>
              <td className={styles.number} data-place="count">
                {line.quantity}
              </td>
              <td className={styles.number} data-place="price">
                {sum(line.unitPrice)}
              </td>
              <td className={styles.number} data-place="sum">
                {sum(line.subtotal)}
              </td>
              <td className={styles.number} data-place="box">
                <Box label={t('PAPERS.RECEIVED_OF', { name: line.name })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.sums}>
        <dt>{t('ORDER.DELIVERY')}</dt>
        <dd>{deliveryPrice === 0 ? t('OFFERS.FREE') : sum(deliveryPrice)}</dd>
        <dt className={styles.total}>{t('OFFERS.TOTAL')}</dt>
        <dd className={styles.total}>{sum(totalAmount)}</dd>
        <dt>{t('ORDER.PAID')}</dt>
        <dd>{sum(paidAmount)}</dd>
      </dl>
      <p className={styles.remarks}>{t('PAPERS.REMARKS')}</p>
      <p className={styles.photo}>{t('PAPERS.PHOTO')}</p>
      <p className={styles.signatures}>
        <span>{t('PAPERS.GIVEN')}</span>
        <span>{t('PAPERS.TAKEN')}</span>
      </p>
    </Sheet>
  )
}

const addressLines = ({ shippingAddress: to }: DeliveryNote): string[] =>
  [to.address, [to.state, to.city, to.postalCode].filter((part) => part !== '').join(', ')].filter((part) => part !== '')

interface SheetProps {
  paper: PickSlip | DeliveryNote
  notice: ReactNode
  title: string
  phone?: string
  address?: string[]
  children: ReactNode
}

/** The frame of both papers: number, customer, place and time. */
function Sheet({ paper, notice, title, phone, address = [], children }: SheetProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { orderNumber, orderDate, customerName, delivery, printedAt, printedBy, company } = paper
  const [companyName = 'Şəbəkə', ...companyDetails] = company
  const place = address.join(', ')
  return (
    <article className={styles.sheet} aria-label={`${title} ${orderNumber}`}>
      {notice}
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark size={24} />
          <span>
            {companyName}
            {companyDetails.length > 0 && <small>{companyDetails.join(', ')}</small>}
          </span>
        </span>
        <span>
          {orderNumber}, {formatDate(orderDate, language)}
        </span>
      </header>
      <h2>{title}</h2>
      <dl className={styles.whom}>
        <div>
          <dt>{t('PAPERS.WHOM')}</dt>
          <dd>
            <b>{customerName ?? t('QUOTES.WIPED')}</b>
            {phone !== undefined && phone !== '' && <CallLink phone={phone}>{formatPhone(phone)}</CallLink>}
          </dd>
        </div>
        <div>
          <dt>{t('PAPERS.WHERE')}</dt>
          <dd>
            {delivery?.method === 'pickup' ? (
              <b>{t('OFFERS.HAND_OVER_PICKUP')}</b>
            ) : (
              address.map((line, at) => (at === 0 ? <b key={line}>{line}</b> : <span key={line}>{line}</span>))
            )}
            {delivery?.method !== 'pickup' && place !== '' && (
              <a className={styles.map} href={mapUrl(place)} target="_blank" rel="noreferrer">
                {t('ORDER.MAP')}
              </a>
            )}
            {delivery !== null && delivery.note !== '' && <span>{delivery.note}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('PAPERS.WHEN')}</dt>
          <When delivery={delivery} />
        </div>
      </dl>
      {children}
      <footer className={styles.printed}>
        {t('PAPERS.PRINTED', { name: printedBy.name, at: formatShortDateTime(printedAt, language) })}
      </footer>
    </article>
  )
}

function When({ delivery }: { delivery: Delivery | null }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const day = delivery === null ? '' : deliveryDay(delivery, language, true)
  return (
    <dd>
      <b>{day === '' ? t('ORDER.NO_DAY') : day}</b>
      {delivery !== null && delivery.crew !== '' && <span>{t('ORDER.CREW_IS', { crew: delivery.crew })}</span>}
    </dd>
  )
}

const mapUrl = (place: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`

/** A box to tick, on the screen or by hand on the paper. */
const Box = ({ label }: { label: string }) => <input type="checkbox" className={styles.box} aria-label={label} />
