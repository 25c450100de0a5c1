import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Quote } from '@desk/api/records'
import { LinkButton } from '@desk/components/Links'
import { MapLink } from '@desk/components/MapLink'
import { Block } from '@desk/components/Parts'

/** Its form is no part of the inbox's first load. */
const VisitAddressDialog = lazy(() => import('./VisitAddressDialog'))

/** Where the measuring visit goes. */
export function VisitAddress({ quote, mayWrite }: { quote: Quote; mayWrite: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { visitAddress } = quote
  if (visitAddress === null && !mayWrite) return null
  return (
    <Block
      title={t('QUOTE.VISIT_ADDRESS')}
      aside={
        mayWrite && <LinkButton onClick={() => setOpen(true)}>{t(visitAddress === null ? 'FOLLOW_UP.SET' : 'COMMON.CHANGE')}</LinkButton>
      }
    >
      {visitAddress === null ? (
        <p className="dim">{t('QUOTE.NO_ADDRESS')}</p>
      ) : (
        <>
          <p>{visitAddress}</p>
          <p>
            <MapLink address={visitAddress} />
          </p>
        </>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <VisitAddressDialog quote={quote} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Block>
  )
}
