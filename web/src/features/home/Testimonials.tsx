import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Stars } from '@/components/Stars'
import { StepButtons } from '@/components/StepButtons'
import styles from './Testimonials.module.css'

/** Demo texts. */
const testimonials = [
  { text: 'HOME.REVIEWS.FIRST', name: 'HOME.REVIEWS.FIRST_NAME' },
  { text: 'HOME.REVIEWS.SECOND', name: 'HOME.REVIEWS.SECOND_NAME' },
  { text: 'HOME.REVIEWS.THIRD', name: 'HOME.REVIEWS.THIRD_NAME' },
] as const
const count = testimonials.length
const rating = 5

/** A carousel of testimonials. */
export function Testimonials() {
  const { t } = useTranslation()
  const [index, setIndex] = useState(0)
  const shown = testimonials[index] ?? testimonials[0]
  return (
    <section className={`section container ${styles.section ?? ''}`} aria-label={t('HOME.REVIEWS.TITLE')}>
      <div className={styles.controls}>
        <h2 className={styles.title}>{t('HOME.REVIEWS.TITLE')}</h2>
        <p className="small second figures">
          {index + 1} / {count}
        </p>
        <StepButtons
          previousLabel={t('HOME.REVIEWS.PREVIOUS')}
          nextLabel={t('HOME.REVIEWS.NEXT')}
          onStep={(by) => setIndex((index + by + count) % count)}
        />
      </div>
      {/* All three occupy the same grid cell, to avoid layout shifts. */}
      <div className={styles.quotes} aria-live="polite">
        {testimonials.map((testimonial) => (
          <figure key={testimonial.text} className={styles.quote} data-shown={testimonial === shown}>
            <Stars rating={rating} />
            <blockquote className={styles.text}>{t(testimonial.text)}</blockquote>
            <figcaption className="small second">{t(testimonial.name)}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}
