import { parseVersion, readStored, writeStored } from '../storage'
import { formDraft as prefix } from './drafts'

const version = 1

/** The half-typed fields of a form in this tab, which survive a reload. */
export class FormDraft {
  /** Fields that the visitor has changed. */
  private readonly names: Set<string>
  /** Previously typed values. */
  readonly values: Readonly<Record<string, string>>

  /**
   * `owner` is whose the session is, null without one: a draft of a session is only for that session. Passwords are never kept.
   * `kept` are the names of the fields.
   */
  constructor(
    private readonly name: string,
    private readonly owner: () => string | null,
    private readonly kept: readonly string[],
  ) {
    this.values = this.read()
    this.names = new Set(Object.keys(this.values))
  }

  private read(): Record<string, string> {
    const stored = parseVersion(readStored(prefix + this.name, 'sessionStorage'), version)
    const isTheirs = stored !== null && (stored.by === null || stored.by === this.owner())
    if (!isTheirs || typeof stored.values !== 'object' || stored.values === null) return {}
    const texts = Object.entries(stored.values).filter(([name, value]) => this.kept.includes(name) && typeof value === 'string')
    return Object.fromEntries(texts)
  }

  /** Keeps the changed fields; `changed` is the one that the visitor changes now. */
  keep(values: Readonly<Record<string, unknown>>, changed: string | undefined): void {
    if (changed !== undefined && this.kept.includes(changed) && !/password/i.test(changed)) this.names.add(changed)
    if (this.names.size === 0) return
    const draft = { v: version, by: this.owner(), values: Object.fromEntries([...this.names].map((name) => [name, values[name]])) }
    writeStored(prefix + this.name, JSON.stringify(draft), 'sessionStorage')
  }

  clear(): void {
    this.names.clear()
    writeStored(prefix + this.name, null, 'sessionStorage')
  }
}
