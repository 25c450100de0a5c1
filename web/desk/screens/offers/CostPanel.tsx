import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAmount, formatWithSign } from '@shared/money'
import { toQepik } from '@shared/price'
import type { TextKey } from '@shared/text-key'
import type { DesignCosts } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { TextLink } from '@desk/components/Links'
import { Tag } from '@desk/components/Parts'
import { useLanguage } from '@desk/i18n/language'
import styles from './Design.module.css'
import { formatQuantity } from './quantity'

type CostLine = DesignCosts['lines'][number]

const groupTexts: Readonly<Record<string, TextKey>> = {
  board: 'DESIGNED.BOARD',
  edge: 'DESIGNED.EDGE',
  fittings: 'DESIGNED.FITTINGS',
  lattice: 'DESIGNED.LATTICE',
  work: 'DESIGNED.WORK',
}

const unitTexts: Readonly<Record<string, 'DESIGNED.UNIT_M2' | 'DESIGNED.UNIT_M'>> = { m2: 'DESIGNED.UNIT_M2', m: 'DESIGNED.UNIT_M' }

interface CostPanelProps {
  /** Name of the line; empty where the offer has one designed line. */
  name: string
  /** Version of the price book. */
  prices: number
  costs: DesignCosts
  /** Range that the customer saw, in AZN. */
  shown: { low: number; high: number } | undefined
}

/** The cost lines of a designed piece in groups, with VAT and margin. */
export function CostPanel({ name, prices, costs, shown }: CostPanelProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayReadBook = useMay('priceBook.read')
  const title = useId()
  const amount = (sum: number) => formatAmount(toQepik(sum), language)
  const withSign = (sum: number) => formatWithSign(toQepik(sum), language)
  const vatPercent = costs.net === 0 ? 0 : Math.round((costs.vat / costs.net) * 100)
  const book = t('DESIGNED.BOOK', { version: prices })
  return (
    <section className={styles.costs} aria-labelledby={title}>
      <header className={styles.costsHead}>
        <h3 id={title}>{name === '' ? t('DESIGNED.COSTS') : t('DESIGNED.COSTS_OF', { name })}</h3>
        <Tag>{t('DESIGNED.NOT_FOR_CUSTOMER')}</Tag>
        <span className="push small dim">{mayReadBook ? <TextLink href={`/price-book/${String(prices)}`}>{book}</TextLink> : book}</span>
      </header>
      <table aria-labelledby={title}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('DESIGNED.COST_LINE')}</span>
            </th>
            <th scope="col" className={styles.quantity}>
              {t('DESIGNED.QUANTITY')}
            </th>
            <th scope="col">{t('DESIGNED.COST')}</th>
            <th scope="col">{t('DESIGNED.PRICE_IN')}</th>
          </tr>
        </thead>
        {[...new Set(costs.lines.map(({ group }) => group))].map((group) => (
          <CostGroup key={group} group={group} lines={costs.lines.filter((line) => line.group === group)} />
        ))}
        <tbody>
          {costs.rounding !== 0 && (
            <tr>
              <th scope="row" className="dim">
                {t('DESIGNED.ROUNDING')}
              </th>
              <td className={styles.quantity} />
              <td />
              <td>{amount(costs.rounding)}</td>
            </tr>
          )}
          <tr className={styles.costsTotal}>
            <th scope="row">{t('DESIGNED.TOTAL')}</th>
            <td className={styles.quantity} />
            <td>{amount(costs.cost)}</td>
            <td>{amount(costs.net + costs.vat)}</td>
          </tr>
        </tbody>
      </table>
      <dl className={styles.margins}>
        <div>
          <dt>{t('DESIGNED.VAT', { percent: vatPercent })}</dt>
          <dd>{withSign(costs.vat)}</dd>
        </div>
        <div>
          <dt>{t('DESIGNED.NET')}</dt>
          <dd>{withSign(costs.net)}</dd>
        </div>
        <div>
          <dt>{t('DESIGNED.MARGIN')}</dt>
          <dd>
            {withSign(costs.margin)}, {formatQuantity(costs.marginPercent, language)}
            {language === 'en' ? '%' : '\u00a0%'}
          </dd>
        </div>
        {shown !== undefined && (
          <div>
            <dt>{t('DESIGNED.SHOWN')}</dt>
            <dd>
              {withSign(shown.low)} – {withSign(shown.high)}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** A group with its sums, whose lines unfold. */
function CostGroup({ group, lines }: { group: string; lines: readonly CostLine[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(group === 'board')
  const sumOf = (field: 'cost' | 'price') => lines.reduce((sum, line) => sum + toQepik(line[field]), 0)
  const text = groupTexts[group]
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <tbody>
      <tr>
        <th scope="rowgroup">
          <button type="button" className={styles.group} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
            {text === undefined ? group : t(text)}
          </button>
        </th>
        <td className={`${styles.quantity ?? ''} dim`}>{t('DESIGNED.GROUP_LINES', { count: lines.length })}</td>
        <td>{formatAmount(sumOf('cost'), language)}</td>
        <td>{formatAmount(sumOf('price'), language)}</td>
      </tr>
      {isOpen &&
        lines.map((line) => (
          <tr key={line.key} className={styles.costLine}>
            <th scope="row">{line.name}</th>
            <td className={styles.quantity}>
              {t(unitTexts[line.unit] ?? 'DESIGNED.PIECES_COUNT', { count: formatQuantity(line.quantity, language) })}
            </td>
            <td>{formatAmount(toQepik(line.cost), language)}</td>
            <td>{formatAmount(toQepik(line.price), language)}</td>
          </tr>
        ))}
    </tbody>
  )
}
