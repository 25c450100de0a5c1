import { Copy, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Check } from './Check'
import styles from './RecoveryCodes.module.css'

/** Recovery codes, shown once: the person confirms that they are kept before going on. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [isKept, setKept] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <div className={styles.box}>
      <ol className={styles.codes} aria-label={t('RECOVERY.CODES')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className={styles.actions}>
        <Button onClick={() => void copy().catch(() => setCopied(false))}>
          <Copy size={17} strokeWidth={1.5} aria-hidden="true" />
          {t(isCopied ? 'RECOVERY.COPIED' : 'RECOVERY.COPY')}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer size={17} strokeWidth={1.5} aria-hidden="true" />
          {t('RECOVERY.PRINT')}
        </Button>
      </p>
      <Check checked={isKept} onChange={(event) => setKept(event.target.checked)}>
        {t('RECOVERY.KEPT')}
      </Check>
      <Button variant="primary" size="large" disabled={!isKept} onClick={onDone}>
        {t('RECOVERY.NEXT')}
      </Button>
    </div>
  )
}
