import { useTranslation } from 'react-i18next'
import { languageNames, languages } from '@shared/language'
import { dues, quoteKinds, quoteStatuses, sources } from '@desk/api/types'
import { Button } from '@desk/components/Button'
import { Select } from '@desk/components/Field'
import type { TextKey } from '@desk/i18n/text-key'
import { useStores } from '@desk/lib/stores'
import { dueTexts, kindTexts, sourceTexts, statuses } from '@desk/lib/texts'
import { useTeamNames } from '@desk/lib/team'
import { sorts, useFilters } from './filters'
import styles from './Quotes.module.css'

const sortTexts = {
  due: 'QUOTES.SORT_DUE',
  '-created': 'QUOTES.SORT_NEWEST',
  created: 'QUOTES.SORT_OLDEST',
  waiting: 'QUOTES.SORT_WAITING',
} as const satisfies Record<(typeof sorts)[number], TextKey>

/** The filters of the list; each choice is at once in the address. */
export function FilterForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { filters, setFilters, clear } = useFilters()
  const team = useTeamNames()
  const { stores, nameOf } = useStores()
  return (
    <div className={styles.filters}>
      <Select label={t('QUOTES.SORT')} value={filters.sort ?? 'due'} onChange={({ target }) => setFilters({ sort: target.value === 'due' ? '' : target.value })}>
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(sortTexts[sort])}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTES.STATUS')} value={filters.status ?? ''} onChange={({ target }) => setFilters({ status: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {quoteStatuses.map((status) => (
          <option key={status} value={status}>
            {t(statuses[status].text)}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTES.DUE')} value={filters.due ?? ''} onChange={({ target }) => setFilters({ due: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {dues.map((due) => (
          <option key={due} value={due}>
            {t(dueTexts[due])}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTES.KIND')} value={filters.kind ?? ''} onChange={({ target }) => setFilters({ kind: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {quoteKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(kindTexts[kind])}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTE.ASSIGNEE')} value={filters.assignee ?? ''} onChange={({ target }) => setFilters({ assignee: target.value })}>
        <option value="">{t('QUOTES.ALL')}</option>
        <option value="me">{t('QUOTES.MINE')}</option>
        <option value="none">{t('QUOTES.UNASSIGNED')}</option>
        {team.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {stores.length > 0 && (
        <Select label={t('TEAM.STORE')} value={filters.store ?? ''} onChange={({ target }) => setFilters({ store: target.value })}>
          <option value="">{t('QUOTES.ANY')}</option>
          {stores.map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
        </Select>
      )}
      <Select label={t('COMMON.LANGUAGE_LABEL')} value={filters.language ?? ''} onChange={({ target }) => setFilters({ language: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </Select>
      <Select label={t('QUOTE.SOURCE')} value={filters.source ?? ''} onChange={({ target }) => setFilters({ source: target.value })}>
        <option value="">{t('QUOTES.ANY')}</option>
        {sources.map((source) => (
          <option key={source} value={source}>
            {t(sourceTexts[source])}
          </option>
        ))}
      </Select>
      <p className={styles.filterActions}>
        <Button size="small" variant="plain" onClick={clear}>
          {t('QUOTES.CLEAR')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('COMMON.CLOSE')}
        </Button>
      </p>
    </div>
  )
}
