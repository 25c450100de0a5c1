import { Check } from 'lucide-react'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '@/components/Dropdown'
import { useLanguage } from '@/lib/i18n/setup'
import { languageNames, languages } from '@shared/language'
import { LanguageLink } from './LanguageLink'
import type { Header } from './use-header'

export function LanguageMenu({ header: { open, change } }: { header: Header }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const onOpenChange = useCallback((isOpen: boolean) => change('language', isOpen), [change])
  return (
    <Dropdown
      label={languageNames[language]}
      name={t('NAV.LANGUAGE', { name: languageNames[language] })}
      open={open === 'language'}
      onOpenChange={onOpenChange}
      align="end"
    >
      {languages.map((code) => (
        <li key={code}>
          <LanguageLink code={code} current={code === language}>
            {languageNames[code]}
            {code === language && <Check size={20} strokeWidth={1.5} aria-hidden="true" />}
          </LanguageLink>
        </li>
      ))}
    </Dropdown>
  )
}
