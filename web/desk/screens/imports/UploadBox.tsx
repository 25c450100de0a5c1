import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { AttemptKeys } from '@shared/api/attempt'
import { isTransient } from '@shared/api/error'
import { Button } from '@shared/components/Button'
import { Select } from '@shared/components/Field'
import { upload } from '@desk/api/files'
import type { Import } from '@desk/api/records'
import { Note } from '@desk/components/Parts'
import { Progress } from '@desk/components/Progress'
import { useLanguage } from '@desk/i18n/language'
import { errorText } from '@desk/lib/errors'
import { fileProblem, importPath, keepImport } from '@desk/lib/imports'
import styles from './Imports.module.css'

/** Result of the last file; `failed` keeps it where another try may succeed. */
type Upload =
  | { state: 'none' }
  | { state: 'sending'; file: File; share: number }
  | { state: 'failed'; name: string; text: string; file: File | null }

const percent = (share: number, language: string) => new Intl.NumberFormat(language, { style: 'percent' }).format(share)

/** Takes a file of products, by choosing or dropping it, and opens its import. */
export function UploadBox() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [, navigate] = useLocation()
  const [current, setCurrent] = useState<Upload>({ state: 'none' })
  const [isOver, setOver] = useState(false)
  const [separator, setSeparator] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController | null>(null)
  const [keys] = useState(() => new AttemptKeys())
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    const controller = new AbortController()
    running.current = controller
    setCurrent({ state: 'sending', file, share: 0 })
    try {
      const made = (await upload('/desk/products/imports', {
        file,
        key: keys.keyFor([file.name, file.size, file.lastModified, separator]),
        ...(separator !== '' && { query: { separator } }),
        onProgress: (share) => setCurrent({ state: 'sending', file, share }),
        signal: controller.signal,
      })) as Import
      keys.finish()
      keepImport(made)
      navigate(importPath(made.id))
    } catch (error) {
      if (controller.signal.aborted) setCurrent({ state: 'none' })
      else setCurrent({ state: 'failed', name: file.name, text: errorText(t, error), file: isTransient(error) ? file : null })
    }
  }
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? []
    if (file === undefined || current.state === 'sending') return
    const problem = others.length > 0 ? 'IMPORT.FILE_ONE' : fileProblem(file)
    if (problem === null) void send(file)
    else setCurrent({ state: 'failed', name: file.name, text: t(problem), file: null })
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    // The button does the same by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      className={styles.box}
      aria-label={t('IMPORT.UPLOAD')}
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
    >
      {current.state === 'sending' ? (
        <div className={styles.sending}>
          <p className={styles.sendingName}>
            <b className="cut">{current.file.name}</b>
            <span className="push dim nowrap">
              {current.share < 1 ? percent(current.share, language) : <span role="status">{t('IMPORT.READING')}</span>}
            </span>
          </p>
          <Progress label={t('IMPORT.SENDING', { name: current.file.name })} share={current.share < 1 ? current.share : undefined} />
          <p>
            <Button size="small" onClick={() => running.current?.abort()}>
              {t('IMPORT.CANCEL')}
            </Button>
          </p>
        </div>
      ) : (
        <>
          {current.state === 'failed' && (
            <Note tone="ruby" role="alert">
              <p>
                <b>{current.name}</b>: {current.text}
              </p>
              {current.file !== null && (
                <p>
                  <Button size="small" onClick={() => current.file !== null && void send(current.file)}>
                    {t('COMMON.RETRY')}
                  </Button>
                </p>
              )}
            </Note>
          )}
          <div className={styles.invite}>
            <FileUp size={24} strokeWidth={1.5} aria-hidden="true" />
            <div>
              <p>{t('IMPORT.DROP')}</p>
              <p className="dim small">{t('IMPORT.DROP_TEXT')}</p>
            </div>
            <Select name="separator" label={t('IMPORT.SEPARATOR')} value={separator} onChange={({ target }) => setSeparator(target.value)}>
              <option value="">{t('IMPORT.SEPARATOR_AUTO')}</option>
              <option value=";">{t('IMPORT.SEPARATOR_SEMICOLON')}</option>
              <option value=",">{t('IMPORT.SEPARATOR_COMMA')}</option>
              <option value="tab">{t('IMPORT.SEPARATOR_TAB')}</option>
            </Select>
            <Button variant="primary" onClick={() => input.current?.click()}>
              {t('IMPORT.PICK')}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              aria-label={t('IMPORT.FILE')}
              accept=".csv,.tsv,.txt,.xlsx"
              onChange={({ target }) => {
                take(target.files)
                // The same file again is a change, too.
                target.value = ''
              }}
            />
          </div>
        </>
      )}
    </div>
  )
}
