import { useEffect, useRef, useState } from 'react'

type Functions<Of> = { [Name in keyof Of]: (...given: never[]) => unknown } & object

/** One object for all renders, whose functions are those of the latest one: what it is given to need not be drawn again. */
export function useLatest<Of extends Functions<Of>>(functions: Of): Of {
  const latest = useRef(functions)
  useEffect(() => {
    latest.current = functions
  })
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...given: never[]) => latest.current[name as keyof Of](...given)]),
      ) as Of,
  )
  return stable
}
