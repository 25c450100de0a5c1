import { Monitor, Smartphone } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, type Language } from '@shared/language'
import { Segment } from '@desk/components/Parts'
import styles from './Preview.module.css'

interface PreviewProps {
  /** Where the shop shows it. */
  place: string
  language: Language
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** Typed values as the shop draws them: in each language, wide and narrow. */
export function Preview({ place, language, onLanguage, children }: PreviewProps) {
  const { t } = useTranslation()
  const [width, setWidth] = useState<'wide' | 'narrow'>('wide')
  return (
    <section className={styles.preview} aria-label={t('CONTENT.PREVIEW')}>
      <header>
        <h2>{place}</h2>
        <Segment
          label={t('CONTENT.PREVIEW_LANGUAGE')}
          value={language}
          onPick={onLanguage}
          options={languages.map((value) => ({ value, text: value.toUpperCase() }))}
        />
        <span className="wide-only">
          <Segment
            label={t('CONTENT.WIDTH')}
            value={width}
            onPick={setWidth}
            options={[
              {
                value: 'wide',
                text: <WidthSign icon={<Monitor size={16} strokeWidth={1.5} aria-hidden="true" />} text={t('CONTENT.WIDE')} />,
              },
              {
                value: 'narrow',
                text: <WidthSign icon={<Smartphone size={16} strokeWidth={1.5} aria-hidden="true" />} text={t('CONTENT.NARROW')} />,
              },
            ]}
          />
        </span>
      </header>
      <div className={styles.stage} data-width={width} lang={language}>
        {children}
      </div>
    </section>
  )
}

function WidthSign({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <>
      {icon}
      <span className="visually-hidden">{text}</span>
    </>
  )
}
