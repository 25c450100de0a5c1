import { useState } from 'react'
import styles from './Chips.module.css'

const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run))

interface ChipsProps<Value extends string> {
  name: string
  legend: string
  choices: readonly (readonly [value: Value, label: string])[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** One choice of a few. It is painted before what follows from it is rendered, which takes long on a slow processor. */
export function Chips<Value extends string>({ name, legend, choices, chosen, onChoose }: ChipsProps<Value>) {
  const [pressed, setPressed] = useState<Value | null>(null)
  const choose = (value: Value) => {
    setPressed(value)
    afterPaint(() => {
      onChoose(value)
      setPressed(null)
    })
  }
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.row}>
        {choices.map(([value, label]) => (
          <label key={value} className="chip">
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={(pressed ?? chosen) === value}
              onChange={() => choose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
