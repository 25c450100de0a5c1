import { use, useMemo } from 'react'
import type { Language } from '@shared/language'
import { decodeDesign } from '@shared/rules/code'
import { evaluate, type Built } from '@shared/rules/evaluate'
import { rulesVersion } from '@shared/rules/tables'
import View3d from '@/components/design3d/View3d'
import { DesignTextsContext, makeDesignTexts } from '@/lib/design/design-texts'
import { loaderOf } from '@/lib/design/loader'
import { firstTextFiles, laterTextFiles } from '@/lib/design/text-files'
import { useLanguage } from '@/lib/i18n/setup'
import styles from './DesignedPieces.module.css'

const texts = loaderOf(async (language: Language) => {
  const [first, later] = await Promise.all([firstTextFiles[language](), laterTextFiles[language]()])
  return makeDesignTexts(language, { ...first.default, ...later.default })
})

/** The piece of a code; `null` where the rules of today do not build it. */
function builtOf(code: string): Built | null {
  const design = decodeDesign(code)
  if (design?.rules !== rulesVersion) return null
  const all = evaluate(design)
  return all.layout === null ? null : all
}

export interface Piece3dProps {
  code: string
  onLeave: () => void
}

/** The 3D view of a code. Loads the rules and their words. */
export default function Piece3d({ code, onLeave }: Piece3dProps) {
  const loaded = use(texts.load(useLanguage()))
  const built = useMemo(() => builtOf(code), [code])
  return (
    <DesignTextsContext value={loaded}>
      <div className={styles.stage}>{built === null ? <p>{loaded.t('old-title')}</p> : <View3d built={built} onLeave={onLeave} />}</div>
    </DesignTextsContext>
  )
}
