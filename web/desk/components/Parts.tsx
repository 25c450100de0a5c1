import { CircleAlert, Lock, UserRoundPlus, WifiOff, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { classes } from '@shared/components/classes'
import { Status } from '@shared/components/Status'
import type { StatusTone } from '@shared/order-status'
import type { Person } from '@desk/api/records'
import type { TextKey } from '@shared/text-key'
import { initials } from '@desk/lib/names'
import styles from './Parts.module.css'

/** How a status is drawn. */
export interface StatusView {
  text: TextKey
  tone: StatusTone
  isFilled: boolean
}

export function StatusOf({ view: { text, tone, isFilled }, isTinted = false }: { view: StatusView; isTinted?: boolean }) {
  const { t } = useTranslation()
  return (
    <Status tone={tone} isFilled={isFilled} isTinted={isTinted}>
      {t(text)}
    </Status>
  )
}

export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}

export function Percent({ children }: { children: ReactNode }) {
  return <span className={styles.percent}>{children}</span>
}

interface AvatarProps {
  person: Person | null
  isOwn?: boolean
  size?: 'small' | 'normal' | 'large'
}

/** Initials of a person; a dashed frame for nobody. Decorative: the name stands beside it or in its title. */
export function Avatar({ person, isOwn = false, size = 'normal' }: AvatarProps) {
  return (
    <span
      className={classes(styles.avatar, isOwn && styles.own, person === null && styles.none)}
      data-size={size}
      title={person?.name}
      aria-hidden="true"
    >
      {person === null ? <UserRoundPlus size={14} strokeWidth={1.5} /> : initials(person.name)}
    </span>
  )
}

interface BlockProps {
  title: string
  aside?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A section under an ink lath. */
export function Block({ title, aside, children, className }: BlockProps) {
  return (
    <section className={classes(styles.block, className)}>
      <header>
        <h2>{title}</h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </header>
      {children}
    </section>
  )
}

const noteIcons = { plain: Lock, amber: WifiOff, ruby: CircleAlert }

interface NoteProps {
  tone?: keyof typeof noteIcons
  role?: 'alert' | 'status'
  /** Instead of the tone's own. */
  icon?: LucideIcon
  className?: string | undefined
  children: ReactNode
}

export function Note({ tone = 'plain', role, icon: Icon = noteIcons[tone], className, children }: NoteProps) {
  return (
    <div className={classes(styles.note, className)} data-tone={tone} role={role}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      <div>{children}</div>
    </div>
  )
}

interface MissingPartsProps {
  /** Services that did not answer. */
  missing: readonly string[]
  /** Missing parts by service. */
  texts: Partial<Record<string, TextKey>>
  onRetry: () => void
  className?: string | undefined
}

/** Parts of a page whose services did not answer; nothing while all did. */
export function MissingParts({ missing, texts, onRetry, className }: MissingPartsProps) {
  const { t } = useTranslation()
  const shown = missing.flatMap((service) => texts[service] ?? [])
  if (shown.length === 0) return null
  return (
    <Note tone="amber" role="status" className={className}>
      {shown.map((text) => (
        <p key={text}>{t(text)}</p>
      ))}
      <p>
        <Button size="small" onClick={onRetry}>
          {t('COMMON.RETRY')}
        </Button>
      </p>
    </Note>
  )
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface SegmentProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; text: ReactNode }[]
  onPick: (value: Value) => void
}

/** A choice of a few, side by side. */
export function Segment<Value extends string>({ label, value, options, onPick }: SegmentProps<Value>) {
  return (
    <span className={styles.segment} role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onPick(option.value)}>
          {option.text}
        </button>
      ))}
    </span>
  )
}

/** A choice that stays pressed. */
export function Chip({ isOn, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { isOn: boolean }) {
  return <button type="button" {...rest} aria-pressed={isOn} className={styles.chip} />
}
