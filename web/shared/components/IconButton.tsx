import type { ComponentProps } from 'react'
import { Button } from './Button'

interface IconButtonProps extends Omit<ComponentProps<typeof Button>, 'aria-label' | 'square'> {
  /** Accessible name. */
  label: string
}

/** A square button with an icon alone. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button variant="plain" {...rest} square aria-label={label} />
}
