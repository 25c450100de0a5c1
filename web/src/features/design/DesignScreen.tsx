import { use, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { ButtonLink } from '@shared/components/Button'
import type { Language } from '@shared/language'
import { EmptyState } from '@shared/components/EmptyState'
import { decodeDesign } from '@shared/rules/code'
import { rulesVersion } from '@shared/rules/tables'
import { productQuery } from '@/lib/api/product-queries'
import { currentLanguage } from '@/lib/i18n/current'
import { useLanguage } from '@/lib/i18n/setup'
import { useFragment } from '@/lib/view/use-fragment'
import { offerReload } from '@/components/part'
import { isStep, quotedPiece, stepPath } from '@/lib/design/address'
import { useQuery } from '@shared/query/use-query'
import { DesignTextsContext, makeDesignTexts, useDesignTexts } from '@/lib/design/design-texts'
import { LoadingStage } from './LoadingStage'
import { firstTexts, later } from './later'
import styles from './DesignScreen.module.css'
import type { Screens } from './opened'
import { StartScreen } from './StartScreen'
import { isOwn, openDesign } from './store'

/** Loads the texts of the start. */
export const loadTexts = () => firstTexts.load(currentLanguage())

/** The start of the designer, one's own design at a step, or the design of a link. */
export default function DesignScreen() {
  const fragment = useFragment()
  const language = useLanguage()
  const first = use(firstTexts.load(language))
  const rest = useLater(language)
  const texts = useMemo(() => makeDesignTexts(language, { ...first, ...rest?.texts }), [language, first, rest])
  return (
    <DesignTextsContext value={texts}>
      <Content code={fragment} screens={rest === null ? null : rest.screens} />
    </DesignTextsContext>
  )
}

interface ContentProps {
  /** Code of the address; empty at the start. */
  code: string
  screens: Screens | null
}

function Content({ code, screens }: ContentProps) {
  const search = new URLSearchParams(useSearch())
  const step = search.get('step')
  const product = Number(search.get('from'))
  if (code === '') return Number.isInteger(product) && product > 0 ? <FromProduct id={product} /> : <StartScreen />
  const design = decodeDesign(code)
  if (design === null) return <LostDesign reason="broken" />
  if (design.rules !== rulesVersion) return <LostDesign reason="old" />
  if (screens === null) return <LoadingStage />
  const { Designer, SharedDesign } = screens
  const piece = quotedPiece(search)
  if (piece !== null || isOwn(code)) return <Designer code={code} step={isStep(step) ? step : 'size'} piece={piece} />
  return <SharedDesign key={code} design={design} />
}

/** Opens the design of a product at its own size; the start of the designer if it has none. */
function FromProduct({ id }: { id: number }) {
  const { data, isFetching } = useQuery({ ...productQuery(id), retry: false })
  const [, navigate] = useLocation()
  const code = data?.designCode ?? ''
  const design = useMemo(() => decodeDesign(code), [code])
  const isUsable = design?.rules === rulesVersion
  useEffect(() => {
    if (isUsable) navigate(stepPath('size', openDesign(design)), { replace: true })
  }, [isUsable, design, navigate])
  return isFetching || isUsable ? <LoadingStage /> : <StartScreen />
}

/** Texts and code that no first view needs, together; null until they are there. */
function useLater(language: Language): ReturnType<typeof later.loaded> {
  const [, setLoaded] = useState<Language | null>(null)
  useEffect(() => {
    let isCurrent = true
    later.load(language).then(
      () => isCurrent && setLoaded(language),
      () => isCurrent && offerReload(),
    )
    return () => {
      isCurrent = false
    }
  }, [language])
  return later.loaded(language)
}

function LostDesign({ reason }: { reason: 'broken' | 'old' }) {
  const { t } = useDesignTexts()
  const { t: ofShop } = useTranslation()
  return (
    <div className={`container ${styles.lost ?? ''}`}>
      <h1 className="visually-hidden">{ofShop('DESIGN.TITLE')}</h1>
      <EmptyState title={t(`${reason}-title`)} text={t(`${reason}-text`)}>
        <ButtonLink href="/design">{ofShop('DESIGN.WAY_IN')}</ButtonLink>
      </EmptyState>
    </div>
  )
}
