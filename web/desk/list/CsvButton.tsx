import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { download } from '@desk/api/files'
import { useMay } from '@desk/api/session'
import type { Permission } from '@desk/api/words'
import { useChange } from '@desk/lib/use-change'
import type { Filters } from './list'

interface CsvButtonProps {
  /** Path of the list in the contract. */
  path: string
  filters: Filters
  permission: Permission
  /** A sign without words or frame. */
  isPlain?: boolean
}

/** Saves the rows of the filters as a file. Contacts of customers ask for the code. */
export function CsvButton({ path, filters, permission, isPlain = false }: CsvButtonProps) {
  const { t } = useTranslation()
  const may = useMay(permission)
  const file = `${path.slice(path.lastIndexOf('/') + 1)}.csv`
  const save = useChange({ send: () => download(`${path}.csv`, filters, file), onDone: () => undefined })
  if (!may) return null
  return (
    <Button
      {...(isPlain && { variant: 'plain' as const, square: true })}
      busy={save.isPending}
      aria-label={t('LIST.CSV')}
      onClick={() => save.mutate(undefined)}
    >
      <FileDown size={isPlain ? 18 : 17} strokeWidth={1.5} aria-hidden="true" />
      {!isPlain && <span className="wide-only">{t('LIST.CSV')}</span>}
    </Button>
  )
}
