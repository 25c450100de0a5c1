import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { serverMessage } from '@shared/api/error'
import styles from './AccountData.module.css'
import { CloseAccountModal } from './CloseAccountModal'
import { downloadExport } from './export'

/** Downloads the customer's data and closes the account. */
export function AccountData() {
  const { t } = useTranslation()
  const [downloading, setDownloading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [closing, setClosing] = useState(false)

  const onDownload = async () => {
    setDownloading(true)
    setFailure(null)
    try {
      await downloadExport()
    } catch (error) {
      setFailure(serverMessage(error) || t('ACCOUNT.DATA.DOWNLOAD_ERROR'))
    } finally {
      setDownloading(false)
    }
  }

  return (
    <section className={styles.data} aria-labelledby="account-data">
      <h2 id="account-data">{t('ACCOUNT.DATA.TITLE')}</h2>
      <div className={styles.row}>
        <p>{t('ACCOUNT.DATA.DOWNLOAD_TEXT')}</p>
        <Button busyLabel={downloading ? t('ACCOUNT.DATA.DOWNLOADING') : undefined} onClick={() => void onDownload()}>
          <Download size={20} strokeWidth={1.5} aria-hidden="true" />
          {t('ACCOUNT.DATA.DOWNLOAD')}
        </Button>
      </div>
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.row}>
        <p>{t('ACCOUNT.DATA.CLOSE_TEXT')}</p>
        <Button onClick={() => setClosing(true)}>{t('ACCOUNT.DATA.CLOSE')}</Button>
      </div>
      {closing && <CloseAccountModal onKeep={() => setClosing(false)} />}
    </section>
  )
}
