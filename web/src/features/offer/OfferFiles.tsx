import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadFile, type OfferFile } from './calls'
import styles from './Offer.module.css'

interface OfferFilesProps {
  token: string
  files: readonly OfferFile[]
  /** Language of the names, where it is another one than that of the page. */
  lang: string | undefined
}

/** Files that the shop added to the offer, such as drawings; a press saves one. */
export function OfferFiles({ token, files, lang }: OfferFilesProps) {
  const { t } = useTranslation()
  const [state, setState] = useState<{ mediaId: string; hasFailed: boolean } | null>(null)
  if (files.length === 0) return null
  const isLoading = state !== null && !state.hasFailed
  const save = async (file: OfferFile) => {
    if (isLoading) return
    const { mediaId } = file
    setState({ mediaId, hasFailed: false })
    try {
      await downloadFile(token, file)
      setState(null)
    } catch {
      setState({ mediaId, hasFailed: true })
    }
  }
  return (
    <section className={styles.said} aria-label={t('OFFER.FILES')}>
      <p className="second">{t('OFFER.FILES')}</p>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.mediaId}>
            <button type="button" lang={lang} aria-busy={isLoading && state.mediaId === file.mediaId} onClick={() => void save(file)}>
              <FileDown size={20} strokeWidth={1.5} aria-hidden="true" />
              {file.name}
            </button>
            {state?.hasFailed === true && state.mediaId === file.mediaId && <p role="alert">{t('OFFER.FILE_FAILED')}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
