import { Menu as Base } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import styles from './Popups.module.css'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  align?: 'start' | 'end'
  /** Opens it by something else too, such as a key. */
  isOpen?: boolean
  onOpen?: (isOpen: boolean) => void
  children: ReactNode
}

export function Menu({ trigger, align = 'end', isOpen, onOpen, children }: MenuProps) {
  return (
    <Base.Root {...(isOpen !== undefined && { open: isOpen })} {...(onOpen && { onOpenChange: (next) => onOpen(next) })}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} align={align} sideOffset={4}>
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

interface MenuItemProps {
  onPick: () => void
  isDanger?: boolean
  disabled?: boolean
  children: ReactNode
}

export function MenuItem({ onPick, isDanger = false, disabled = false, children }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onPick} disabled={disabled} data-danger={isDanger || undefined}>
      {children}
    </Base.Item>
  )
}

interface MenuCheckProps {
  isChecked: boolean
  onToggle: () => void
  children: ReactNode
}

/** An item that is on or off; the menu stays open. */
export function MenuCheck({ isChecked, onToggle, children }: MenuCheckProps) {
  return (
    <Base.CheckboxItem className={styles.item} checked={isChecked} onCheckedChange={onToggle} closeOnClick={false}>
      <span className={styles.check} aria-hidden="true">
        {isChecked && <Check size={16} strokeWidth={1.5} />}
      </span>
      {children}
    </Base.CheckboxItem>
  )
}

export const MenuLine = () => <Base.Separator className={styles.line} />
