import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Armchair, ArrowRight, MessageSquareQuote, Package, Search, UserRound, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { Button } from '@shared/components/Button'
import { fold } from '@shared/fold'
import { formatPhone } from '@shared/forms/phone'
import { useMe } from '@desk/api/session'
import { useLanguage } from '@desk/i18n/language'
import { StatusOf } from '@desk/components/Parts'
import popups from '@desk/components/Popups.module.css'
import { customerPath } from '@desk/lib/customers'
import { keyCap, useKeyMap } from '@desk/lib/keys'
import { orderPath, orderStatusView } from '@desk/lib/orders'
import { productName, productPath } from '@desk/lib/products'
import { customerName } from '@desk/lib/quotes'
import { statuses } from '@desk/lib/texts'
import { useDebounced } from '@shared/use-debounced'
import { foundKinds, usePaletteSearch } from './palette-search'
import styles from './Palette.module.css'
import { navigation } from './screens'

interface Entry {
  id: string
  icon: LucideIcon
  text: string
  end?: ReactNode
  run: () => void
}

/** Finds quotes, orders, customers and products by number, code, name or telephone, and runs the commands of the open record. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { permissions } = useMe()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const query = useDebounced(typed.trim(), 200)
  const bindings = useKeyMap((state) => state.bindings)
  const { found, isFailed, retry } = usePaletteSearch(query)

  const quotes: Entry[] = found.quotes.map((quote) => ({
    id: quote.number,
    icon: MessageSquareQuote,
    text: `${quote.number} ${customerName(quote) ?? ''}`,
    end: <StatusOf view={statuses[quote.status]} />,
    run: () => navigate(`/quotes/${quote.number}`),
  }))
  const orders: Entry[] = found.orders.map((order) => ({
    id: order.orderNumber,
    icon: Package,
    text: `${order.orderNumber} ${order.customer.name ?? ''}`,
    end: <StatusOf view={orderStatusView(order)} />,
    run: () => navigate(orderPath(order.orderNumber)),
  }))
  const customers: Entry[] = found.customers.map(({ id, name, phone, email }) => ({
    id,
    icon: UserRound,
    text: name ?? t('QUOTES.WIPED'),
    end: <span className="dim">{phone === null ? email : formatPhone(phone)}</span>,
    run: () => navigate(customerPath(id)),
  }))
  const products: Entry[] = found.products.map((product) => ({
    id: product.code,
    icon: Armchair,
    text: `${product.code} ${productName(product, language)}`,
    end: product.reasons.length > 0 && <span className="dim">{t('PRODUCT.HIDDEN')}</span>,
    run: () => navigate(productPath(product.code)),
  }))
  const rows = navigation.flat().filter(({ permission }) => permissions.includes(permission))
  const commands: Entry[] = [
    ...rows.map(({ path, text, icon, key }) => ({
      id: path,
      icon,
      text: t(text),
      end: <kbd>G {key.toUpperCase()}</kbd>,
      run: () => navigate(path),
    })),
    ...bindings
      .filter(({ keys, shown }) => !keys.startsWith('g ') && shown === undefined)
      .map(({ keys, text, run }) => ({ id: keys, icon: ArrowRight, text: t(text), end: <kbd>{keyCap(keys)}</kbd>, run })),
  ]
  const folded = fold(query)
  const groups = [
    { id: 'quotes', label: t(foundKinds.quotes.text), items: quotes },
    { id: 'orders', label: t(foundKinds.orders.text), items: orders },
    { id: 'customers', label: t(foundKinds.customers.text), items: customers },
    { id: 'products', label: t(foundKinds.products.text), items: products },
    {
      id: 'commands',
      label: t('PALETTE.COMMANDS'),
      items: commands.filter(({ text }) => fold(text).includes(folded)),
    },
  ].filter(({ items }) => items.length > 0)

  // A service that does not answer within the search's time leaves out its records.
  const missing = Object.entries(foundKinds).filter(
    ([kind, { service }]) => found.missing.includes(kind) || found.missing.includes(service),
  )
  const pick = (entry: Entry) => {
    onClose()
    entry.run()
  }
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={popups.backdrop} />
        <Dialog.Popup className={styles.palette} aria-label={t('NAV.SEARCH')}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={setTyped}
            filter={null}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.query}>
              <Search size={18} strokeWidth={1.5} aria-hidden="true" />
              <Autocomplete.Input className={styles.input} aria-label={t('NAV.SEARCH')} placeholder={t('PALETTE.HINT')} />
            </div>
            <Autocomplete.List className={styles.list}>
              {(group: (typeof groups)[number]) => (
                <Autocomplete.Group key={group.id} items={group.items}>
                  <Autocomplete.GroupLabel className={styles.caption}>{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item key={entry.id} value={entry} className={styles.item} onClick={() => pick(entry)}>
                        <entry.icon size={16} strokeWidth={1.5} aria-hidden="true" />
                        <span className="cut">{entry.text}</span>
                        <span className="push">{entry.end}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className={styles.empty}>{t('PALETTE.NOTHING')}</Autocomplete.Empty>
            <div role="status">
              {(isFailed || missing.length > 0) && (
                <p className={styles.missing}>
                  {isFailed ? t('PALETTE.FAILED') : t('PALETTE.MISSING', { kinds: missing.map(([, { text }]) => t(text)).join(', ') })}
                  <Button size="small" onClick={retry}>
                    {t('COMMON.RETRY')}
                  </Button>
                </p>
              )}
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
