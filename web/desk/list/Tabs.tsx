import styles from './ListPage.module.css'

interface TabsProps<Name extends string> {
  label: string
  tabs: readonly { name: Name; text: string; count?: number | undefined }[]
  current?: Name | undefined
  onPick: (name: Name) => void
}

/** Parts of a list above it, with how many rows each has. */
export function Tabs<Name extends string>({ label, tabs, current, onPick }: TabsProps<Name>) {
  return (
    <nav className={styles.views} aria-label={label}>
      {tabs.map(({ name, text, count }) => (
        <button key={name} type="button" aria-current={name === current || undefined} onClick={() => onPick(name)}>
          {text}
          {count !== undefined && <span className="dim">{count}</span>}
        </button>
      ))}
    </nav>
  )
}
