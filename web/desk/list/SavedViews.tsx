import { Bookmark, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { classes } from '@shared/components/classes'
import { Field } from '@shared/components/Field'
import type { SavedView } from '@desk/api/records'
import { Check } from '@desk/components/Check'
import { FormDialog } from '@desk/components/FormDialog'
import { LinkButton } from '@desk/components/Links'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { Chip } from '@desk/components/Parts'
import { filtersQuery, isSameList, readFilters, type Address } from './address'
import type { Columns } from './columns'
import type { List, ListPath } from './list'
import { useSavedViews, type ViewScreen } from './saved-views'
import styles from './SavedViews.module.css'

const maxName = 60

interface SavedViewsProps<P extends ListPath> {
  screen: ViewScreen
  list: List<P>
  address: Address
  /** The shown columns, where they can be chosen. */
  columns?: Columns
  /** Beside an open record. */
  isNarrow?: boolean
}

/** The saved views of a list, and how the shown filters become one. A changed view can be saved, saved as another one or taken back. */
export function SavedViews<P extends ListPath>({ screen, list, address, columns: chosen, isNarrow = false }: SavedViewsProps<P>) {
  const { t } = useTranslation()
  const { views, mayShare, mayChange, save, remove } = useSavedViews(screen)
  const [naming, setNaming] = useState<SavedView | 'new' | null>(null)
  const { filters, viewId, openView } = address
  const isShown = ({ filter }: SavedView) => isSameList(filters, readFilters(list, filter))
  const opened = views.find(({ id }) => id === viewId)
  const current = opened ?? views.find(isShown)
  const isChanged = current !== undefined && (!isShown(current) || (current === opened && chosen?.isShown(current.columns) === false))
  const filter = filtersQuery(filters).slice(1)
  // Beside an open record there is no room for chips: the menu has the views.
  const chips = isNarrow ? [] : views
  const columns = [...(chosen?.shown ?? list.columns.map(({ id }) => id))]
  const show = chosen?.show
  // The columns of the view in the address, as it opens.
  const isOpened = useRef(false)
  useEffect(() => {
    if (opened === undefined || isOpened.current) return
    isOpened.current = true
    show?.(opened.columns)
  }, [opened, show])
  const pick = (view: SavedView) => {
    show?.(view.columns)
    openView(view.id, view.filter)
  }
  return (
    <div className={classes(styles.views, isNarrow && styles.narrow)} role="group" aria-label={t('VIEWS.TITLE')}>
      {chips.map((view) => (
        <Chip key={view.id} isOn={view === current} onClick={() => pick(view)}>
          {view.isShared && <UsersRound size={14} strokeWidth={1.5} aria-label={t('VIEWS.SHARED')} />}
          {view.name}
        </Chip>
      ))}
      <Menu
        align="start"
        trigger={
          <Button variant="plain" size="small">
            <Bookmark size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className="cut">{isNarrow && current !== undefined ? current.name : t('VIEWS.TITLE')}</span>
          </Button>
        }
      >
        {isNarrow && views.length > 0 && (
          <>
            {views.map((view) => (
              <MenuItem key={view.id} onPick={() => pick(view)}>
                <span className="cut">{view.name}</span>
                {view.isShared && <UsersRound size={14} strokeWidth={1.5} className="push" aria-label={t('VIEWS.SHARED')} />}
              </MenuItem>
            ))}
            <MenuLine />
          </>
        )}
        <MenuItem onPick={() => setNaming('new')}>{t('VIEWS.SAVE_AS')}</MenuItem>
        {current !== undefined && mayChange(current) && (
          <>
            <MenuItem onPick={() => setNaming(current)}>{t('VIEWS.RENAME')}</MenuItem>
            <MenuItem isDanger onPick={() => remove.mutate(current)}>
              {t('VIEWS.REMOVE')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isChanged && (
        <span className={styles.changed} role="status">
          <span className="dim small">{t('VIEWS.CHANGED', { name: current.name })}</span>
          {mayChange(current) && (
            <Button size="small" busy={save.isPending} onClick={() => save.mutate({ ...current, filter, columns })}>
              {t('COMMON.SAVE')}
            </Button>
          )}
          <LinkButton onClick={() => setNaming('new')}>{t('VIEWS.SAVE_AS')}</LinkButton>
          <LinkButton onClick={() => pick(current)}>{t('COMMON.UNDO')}</LinkButton>
        </span>
      )}
      {naming !== null && (
        <NameDialog
          view={naming === 'new' ? null : naming}
          mayShare={mayShare}
          isBusy={save.isPending}
          onClose={() => setNaming(null)}
          onSave={(name, isShared) =>
            save.mutate(naming === 'new' ? { version: 0, filter, columns, name, isShared } : { ...naming, name, isShared }, {
              onSuccess: ({ id }) => {
                setNaming(null)
                if (naming === 'new') openView(id, filter)
              },
            })
          }
        />
      )}
    </div>
  )
}

interface NameDialogProps {
  /** The view that gets another name; null for a new one. */
  view: SavedView | null
  mayShare: boolean
  isBusy: boolean
  onClose: () => void
  onSave: (name: string, isShared: boolean) => void
}

function NameDialog({ view, mayShare, isBusy, onClose, onSave }: NameDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  return (
    <FormDialog
      title={t(view === null ? 'VIEWS.SAVE_AS' : 'VIEWS.RENAME')}
      description={t('VIEWS.TEXT')}
      submitText={t('COMMON.SAVE')}
      isBusy={isBusy}
      failure={undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onSave(name.trim(), isShared)
      }}
    >
      <Field label={t('VIEWS.NAME')} required maxLength={maxName} value={name} onChange={({ target }) => setName(target.value)} />
      {mayShare && (
        <Check checked={isShared} onChange={({ target }) => setShared(target.checked)}>
          {t('VIEWS.SHARE')}
        </Check>
      )}
    </FormDialog>
  )
}
