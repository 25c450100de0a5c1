import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { formatShortDay } from '@shared/dates'
import { useQuery } from '@shared/query/use-query'
import { ButtonLink } from '@shared/components/Button'
import { EmptyState } from '@shared/components/EmptyState'
import { query } from '@desk/api/client'
import { useMay } from '@desk/api/session'
import { LoadingTable } from '@desk/components/ListTools'
import { Loaded } from '@desk/components/Loaded'
import { MailTabs } from '@desk/components/MailTabs'
import { Tag } from '@desk/components/Parts'
import { Screen } from '@desk/components/Screen'
import { useLanguage } from '@desk/i18n/language'
import { templatePart } from '@desk/lib/templates'
import { channelTexts } from '@desk/lib/texts'
import styles from './Templates.module.css'

/** The prepared texts for messages to customers. */
export default function TemplatesScreen() {
  const { t } = useTranslation()
  const language = useLanguage()
  const mayWrite = useMay('templates.write')
  const templates = useQuery(query('/desk/templates'))
  return (
    <Screen
      title={t('TEMPLATES.TITLE')}
      actions={
        mayWrite && (
          <ButtonLink variant="primary" href="/mail/templates/new">
            <Plus size={17} strokeWidth={1.5} aria-hidden="true" />
            {t('TEMPLATES.ADD')}
          </ButtonLink>
        )
      }
    >
      <MailTabs />
      <Loaded query={templates} loading={<LoadingTable />} className={styles.note}>
        {(all, notice) => (
          <>
            {notice}
            {all.length === 0 ? (
              <EmptyState title={t('TEMPLATES.EMPTY')} />
            ) : (
              <ul className={styles.list}>
                {all.map((template) => (
                  <li key={template.code}>
                    <Link href={`/mail/templates/${template.code}`} className={styles.row}>
                      <span className={styles.name}>
                        <b>{templatePart(template, 'name', language)}</b> <Tag>{t(channelTexts[template.channel])}</Tag>
                      </span>
                      <span className={styles.excerpt}>{templatePart(template, 'text', language)}</span>
                      <span className="dim small">
                        {template.changedBy != null &&
                          template.changedAt != null &&
                          `${template.changedBy.name}, ${formatShortDay(template.changedAt, language)}`}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
