import { useEffect, useRef } from 'react'
import styles from './ListPage.module.css'

interface TabsProps<Name extends string> {
  label: string
  tabs: readonly { name: Name; text: string; count?: number | undefined }[]
  current?: Name | undefined
  onPick: (name: Name) => void
}

/** Parts of a list above it, with how many rows each has. On phones they scroll sideways, to the present one. */
export function Tabs<Name extends string>({ label, tabs, current, onPick }: TabsProps<Name>) {
  const nav = useRef<HTMLElement>(null)
  const { length } = tabs
  useEffect(() => {
    const shown = nav.current?.querySelector('[aria-current]')
    if (nav.current == null || shown == null) return
    const [whole, part] = [nav.current.getBoundingClientRect(), shown.getBoundingClientRect()]
    nav.current.scrollLeft += part.left + part.width / 2 - (whole.left + whole.width / 2)
  }, [current, length])
  return (
    <nav ref={nav} className={styles.views} aria-label={label}>
      {tabs.map(({ name, text, count }) => (
        <button key={name} type="button" aria-current={name === current || undefined} onClick={() => onPick(name)}>
          {text}
          {count !== undefined && <span className="dim">{count}</span>}
        </button>
      ))}
    </nav>
  )
}
