import type { Built } from '@shared/rules/evaluate'
import { useDesignTexts } from '@/lib/design/design-texts'
import { bayWords, finishText, lengthText, sizeText } from '@/lib/design/words'
import styles from './panels/panels.module.css'

/** The design in facts: size, bays, colours, weight. */
export function Facts({ built: { design, quantities, parts } }: { built: Built }) {
  const texts = useDesignTexts()
  const { t, language } = texts
  const longest = Math.max(...parts.map(({ lengthMm }) => lengthMm))
  return (
    <dl className={styles.facts}>
      <dt>{t(design.niche ? 'niche-size' : 'size')}</dt>
      <dd className="figures">{sizeText(design, language)}</dd>
      {design.bays.map((bay, index) => (
        // Bays have no names of their own.
        <div key={index} className={styles.fact}>
          <dt>{t('bay', { n: index + 1 })}</dt>
          <dd>{bayWords(texts, design, bay)}</dd>
        </div>
      ))}
      <dt>{t('facade')}</dt>
      <dd>
        {finishText(design.fronts, language)}, {finishText(design.body, language)}
      </dd>
      <dt>{t('weight')}</dt>
      <dd className="figures">
        {t('weight-value', { mass: Math.round(quantities.massG / 1000), longest: lengthText(longest, language) })}
      </dd>
    </dl>
  )
}
