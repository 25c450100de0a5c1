import { ArrowRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearch } from 'wouter'
import { Breadcrumb } from '@/components/Breadcrumb'
import { Picture } from '@/components/Picture'
import { Button } from '@shared/components/Button'
import { tablet } from '@shared/media'
import { sides, type Side } from '@shared/measures'
import type { Design } from '@shared/rules/design'
import { evaluate } from '@shared/rules/evaluate'
import { useDebounced } from '@shared/use-debounced'
import type { Niche } from '@/lib/niche/niche'
import { usePageTitle } from '@/lib/page-title'
import { useNiche } from '@/stores/niche'
import { stepPath } from '@/lib/design/address'
import { BandText } from '@/components/design/BandText'
import { useDesignTexts } from '@/lib/design/design-texts'
import { Elevation } from '@/components/design/Elevation'
import { useRates, type BandQuery } from '@/lib/design/rates'
import { ownSizeText, reasonText, sizeText } from '@/lib/design/words'
import { examples, fitExample, otherPieces, type ExampleName, type Wall } from './examples'
import { MeasureField } from './MeasureField'
import { OwnDesigns } from './OwnDesigns'
import styles from './StartScreen.module.css'
import { openDesign } from './store'

/** Pictures of the catalogue's pieces that the examples follow. */
const cards = [
  ['lattice', '/images/products/sk-125/1-768.webp'],
  ['white', '/images/products/sk-120/1-768.webp'],
  ['sliding', '/images/products/sk-105/1-768.webp'],
] as const satisfies readonly (readonly [ExampleName, string])[]

const held = { widthMm: [100, 8191], heightMm: [100, 4095], depthMm: [100, 1023] } as const satisfies Record<
  Side,
  readonly [number, number]
>
const labels = { widthMm: 'width', heightMm: 'height', depthMm: 'depth' } as const
const fitAfterMs = 150
const pictureSizes = `${tablet} 31vw, calc(100vw - 40px)`
const stepsOfWork = ['how-1', 'how-2', 'how-3', 'how-4'] as const

/** The wall in millimetres that the address names (`designPath`), else the visitor's niche. */
function wallOf(search: string, niche: Niche | null): Wall {
  const query = new URLSearchParams(search)
  const named = sides.flatMap((side) => {
    const mm = Number(query.get(labels[side]))
    const [least, most] = held[side]
    return Number.isInteger(mm) && mm >= least && mm <= most ? [[side, mm] as const] : []
  })
  if (named.length > 0 || niche === null) return Object.fromEntries(named)
  const { widthMm, heightMm } = niche
  return heightMm === null ? { widthMm } : { widthMm, heightMm }
}

const without = (wall: Wall, side: Side): Wall => Object.fromEntries(Object.entries(wall).filter(([name]) => name !== side))

/** Three finished wardrobes at the visitor's wall, one's own designs, and what else can be designed. */
export function StartScreen() {
  const { t } = useDesignTexts()
  const { t: ofShop } = useTranslation()
  const search = useSearch()
  const [, navigate] = useLocation()
  const [wall, setWall] = useState<Wall>(() => wallOf(search, useNiche.getState().niche))
  const fitted = useDebounced(wall, fitAfterMs)
  const query = useRates()
  usePageTitle(ofShop('DESIGN.TITLE'))
  const begin = (design: Design) => navigate(stepPath('size', openDesign(design)))
  const hasWall = Object.keys(fitted).length > 0
  return (
    <div className="container">
      <Breadcrumb crumbs={[{ label: ofShop('NAV.HOME'), href: '/' }, { label: ofShop('DESIGN.TITLE') }]} />
      <div className={styles.head}>
        <div>
          <h1>{ofShop('DESIGN.TITLE')}</h1>
          <p className="title-lead">{ofShop('DESIGN.LEAD')}</p>
        </div>
        <fieldset className={styles.wall}>
          <legend className={styles.legend}>{t('wall')}</legend>
          <div className={styles.fields}>
            {sides.map((side) => (
              <MeasureField
                key={side}
                label={t(labels[side])}
                mm={wall[side] ?? null}
                range={held[side]}
                onMm={(mm) => setWall((now) => (mm === null ? without(now, side) : { ...now, [side]: mm }))}
              />
            ))}
          </div>
          <p role="status" className="small second">
            {t(hasWall ? 'fitted' : 'own-sizes')}
          </p>
        </fieldset>
      </div>
      <ul className={styles.cards}>
        {cards.map(([name, picture]) => (
          <ExampleCard key={name} name={name} picture={picture} wall={fitted} query={query} onBegin={begin} />
        ))}
      </ul>
      <OwnDesigns query={query} />
      <div className={styles.columns}>
        <section>
          <h2>{t('how')}</h2>
          <ol className={styles.how}>
            {stepsOfWork.map((step) => (
              <li key={step}>
                <span>
                  <b>{t(`${step}-title`)}</b> {t(step)}
                </span>
              </li>
            ))}
          </ol>
        </section>
        <section>
          <h2>{t('others')}</h2>
          <ul className={styles.others}>
            {otherPieces.map((design) => (
              <OtherPiece key={design.family} design={design} query={query} onBegin={begin} />
            ))}
          </ul>
          <p className="small second">
            {t('photos')}{' '}
            <Link href="/contact-us" className={styles.link}>
              {t('photos-link')}
            </Link>
          </p>
        </section>
      </div>
    </div>
  )
}

const small = { margins: { left: 10, right: 10, top: 10, bottom: 10 }, hasRoom: false }
const inCorner = { ...small, width: 150, height: 180 }
const inRow = { ...small, width: 112, height: 112 }

interface ExampleCardProps {
  name: ExampleName
  picture: string
  wall: Wall
  query: BandQuery
  onBegin: (design: Design) => void
}

function ExampleCard({ name, picture, wall, query, onBegin }: ExampleCardProps) {
  const texts = useDesignTexts()
  const { t, language } = texts
  const { design, refusal } = useMemo(() => fitExample(examples[name], wall), [name, wall])
  const evaluation = useMemo(() => evaluate(design), [design])
  const words = { size: ownSizeText(design, language), bays: t('bay-count', { count: design.bays.length }) }
  const size = Object.keys(wall).length > 0 ? t('at-wall', words) : `${words.size}, ${words.bays}`
  return (
    <li className={styles.card}>
      <div className={styles.picture}>
        <Picture src={picture} alt="" sizes={pictureSizes} eager={name === 'lattice'} />
        <div className={styles.notch}>{evaluation.layout !== null && <Elevation built={evaluation} frame={inCorner} />}</div>
      </div>
      <h2 className={styles.name}>{t(`example-${name}`)}</h2>
      <p className="small second figures">{size}</p>
      {refusal !== null && <p className={styles.refusal}>{reasonText(texts, refusal)}</p>}
      <p className={styles.band}>
        <BandText evaluation={evaluation} query={query} />
      </p>
      <Button size="small" wide aria-label={`${t('begin')}: ${t(`example-${name}`)}`} onClick={() => onBegin(design)}>
        {t('begin')}
      </Button>
    </li>
  )
}

function OtherPiece({ design, query, onBegin }: Pick<ExampleCardProps, 'query' | 'onBegin'> & { design: Design }) {
  const { t, language } = useDesignTexts()
  const evaluation = useMemo(() => evaluate(design), [design])
  return (
    <li className={styles.other}>
      <div className={styles.thumb}>{evaluation.layout !== null && <Elevation built={evaluation} frame={inRow} />}</div>
      <p className={styles.words}>
        <button type="button" className={styles.begin} onClick={() => onBegin(design)}>
          {t(`family-${design.family}`)}
        </button>
        <span className="small second figures">
          {sizeText(design, language)}, {t('bay-count', { count: design.bays.length })}
        </span>
        <span>
          <BandText evaluation={evaluation} query={query} />
        </span>
      </p>
      <ArrowRight size={20} strokeWidth={1.5} aria-hidden="true" />
    </li>
  )
}
