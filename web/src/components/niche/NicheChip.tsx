import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openedPart } from '@/components/part'
import { useLanguage } from '@/lib/i18n/setup'
import { nicheSize } from '@/lib/niche/niche'
import { keepNiche, useNiche } from '@/stores/niche'
import styles from './NicheChip.module.css'

const NicheDialog = openedPart(
  () => import('./NicheDialog'),
  ({ onClose }) => onClose(),
)

/** The visitor's niche with a button that clears it; `open` is the text of the button that asks for one. */
export function NicheChip({ open }: { open: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const niche = useNiche((state) => state.niche)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const clear = () => {
    keepNiche(null)
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <span className={niche === null ? undefined : styles.chip}>
        {/* One element with and without a niche: it gets the focus back from the dialog. */}
        <button
          ref={opener}
          type="button"
          className={niche === null ? 'text-button' : styles.size}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {niche === null ? open : t('NICHE.CHIP', { size: nicheSize(niche, language) })}
        </button>
        {niche !== null && (
          <button type="button" className={styles.clear} aria-label={t('NICHE.CLEAR')} onClick={clear}>
            <X size={18} strokeWidth={1.5} aria-hidden="true" />
          </button>
        )}
      </span>
      {isOpen && <NicheDialog onClose={() => setOpen(false)} />}
    </>
  )
}
