import { useTranslation } from 'react-i18next'
import styles from './Document.module.css'
import own from './DocumentLoading.module.css'

/** The title, and blocks of the final sizes, while an offer loads or, with `hasSteps`, an order. */
export function DocumentLoading({ title, hasSteps = false }: { title: string; hasSteps?: boolean }) {
  const { t } = useTranslation()
  const head = ['number', 'title', 'lead'].map((kind) => <span key={kind} className={own.bone} data-kind={kind} />)
  return (
    <div className={hasSteps ? styles.order : undefined} role="status">
      <h1 className="visually-hidden">{title}</h1>
      <span className="visually-hidden">{t('LOADING')}</span>
      {hasSteps && (
        <div aria-hidden="true">
          {head}
          <span className={own.bone} data-kind="steps" />
        </div>
      )}
      <div className={styles.columns} aria-hidden="true">
        <div>
          {!hasSteps && head}
          {[1, 2, 3].map((row) => (
            <span key={row} className={own.bone} data-kind="line" />
          ))}
        </div>
        <div className={styles.box} data-kind="loading" />
      </div>
    </div>
  )
}
