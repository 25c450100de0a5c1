import { useTranslation } from 'react-i18next'
import { ScreenFrame } from '@/components/ScreenFrame'
import { DesignTextsContext, makeDesignTexts, type Texts } from '@/lib/design/design-texts'
import { useLanguage } from '@/lib/i18n/setup'
import type { Language } from '@shared/language'
import az from '@/lib/design/texts/az.json'
import en from '@/lib/design/texts/en.json'
import ru from '@/lib/design/texts/ru.json'
import { StartScreen } from './StartScreen'

const texts: Record<Language, Texts> = { az, ru, en }

/**
 * First view of the designer: its start, and the frame of an address that opens a design. A script of `index.html` shows
 * the frame in place of the start, as no server is sent the code of a design.
 */
export function DesignFirstView() {
  const language = useLanguage()
  const { t } = useTranslation()
  return (
    <>
      <div>
        <DesignTextsContext value={makeDesignTexts(language, texts[language])}>
          <StartScreen />
        </DesignTextsContext>
      </div>
      <div id="opened-design" hidden>
        <ScreenFrame title={t('DESIGN.TITLE')} />
      </div>
    </>
  )
}
