import { ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { languageNames, languages, type Language } from '@shared/language'
import { useLanguage } from '@desk/i18n/language'
import { Button } from '@shared/components/Button'
import { Menu, MenuItem } from './Menu'

/** Chooses the language of the desk. */
export function LanguageMenu({ onPick }: { onPick: (language: Language) => void }) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Menu
      trigger={
        <Button variant="plain" aria-label={t('COMMON.LANGUAGE', { name: languageNames[language] })}>
          {languageNames[language]}
          <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" />
        </Button>
      }
    >
      {languages.map((option) => (
        <MenuItem key={option} onPick={() => onPick(option)}>
          <span lang={option}>{languageNames[option]}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}
