import { useMemo, useState } from 'react'
import { decodeDesign } from '@shared/rules/code'
import { evaluate } from '@shared/rules/evaluate'
import { X } from 'lucide-react'
import { Link } from 'wouter'
import { IconButton } from '@shared/components/IconButton'
import { showToast } from '@shared/toasts'
import { BandText } from '@/components/design/BandText'
import { useDesignTexts } from '@/lib/design/design-texts'
import { Elevation } from '@/components/design/Elevation'
import type { BandQuery } from '@/lib/design/rates'
import { stepPath } from '@/lib/design/address'
import { sizeText } from '@/lib/design/words'
import styles from './StartScreen.module.css'
import { storedDesigns, storeDesigns } from './stored'

/** The designs of this browser; each can be removed, and that undone. */
export function OwnDesigns({ query }: { query: BandQuery }) {
  const { t } = useDesignTexts()
  const [designs, setDesigns] = useState(storedDesigns)
  if (designs.length === 0) return null
  const show = (next: typeof designs) => {
    storeDesigns(next)
    setDesigns(next)
  }
  const remove = (code: string) => {
    show(designs.filter((design) => design.code !== code))
    showToast({ tone: 'done', text: t('removed'), action: { label: t('undo'), run: () => show(designs) } })
  }
  return (
    <section className={styles.mine}>
      <h2>{t('mine')}</h2>
      <ul className={styles.own}>
        {designs.map(({ code }) => (
          <OwnDesign key={code} code={code} query={query} onRemove={() => remove(code)} />
        ))}
      </ul>
    </section>
  )
}

const frame = { width: 112, height: 112, margins: { left: 10, right: 10, top: 10, bottom: 10 }, hasRoom: false }

interface OwnDesignProps {
  code: string
  query: BandQuery
  onRemove: () => void
}

function OwnDesign({ code, query, onRemove }: OwnDesignProps) {
  const { t, language } = useDesignTexts()
  const evaluation = useMemo(() => {
    const design = decodeDesign(code)
    return design === null ? null : evaluate(design)
  }, [code])
  if (evaluation === null) return null
  const { design } = evaluation
  const size = sizeText(design, language)
  return (
    <li className={styles.other}>
      <div className={styles.thumb}>{evaluation.layout !== null && <Elevation built={evaluation} frame={frame} isPainted />}</div>
      <p className={styles.words}>
        <Link href={stepPath('size', code)} className={styles.begin}>
          {t(`family-${design.family}`)}, {size}
        </Link>
        <span className="small second">{t('bay-count', { count: design.bays.length })}</span>
        <span>
          <BandText evaluation={evaluation} query={query} />
        </span>
      </p>
      <IconButton label={`${t('remove')}: ${size}`} className={styles.remove} onClick={onRemove}>
        <X size={20} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </li>
  )
}
