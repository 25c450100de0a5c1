import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { workshop, type CsvReader } from '@desk/api/workshop'
import { Menu, MenuItem, MenuLine } from '@desk/components/Menu'
import { useChange } from '@desk/lib/use-change'
import styles from './Workshop.module.css'

const readers = {
  people: 'WORKSHOP.CSV_PEOPLE',
  opticutter: 'WORKSHOP.CSV_OPTICUTTER',
  cutlist: 'WORKSHOP.CSV_CUTLIST',
} as const

/** The files of the cut list: for people, for programs of saws, and a drawing for each row. */
export function FilesMenu({ number }: { number: string }) {
  const { t } = useTranslation()
  const file = useChange({
    send: (kind: CsvReader | 'parts') => (kind === 'parts' ? workshop.downloadParts(number) : workshop.downloadCuts(number, kind)),
    onDone: () => undefined,
  })
  return (
    <Menu
      trigger={
        <Button busy={file.isPending}>
          <Download size={17} strokeWidth={1.5} aria-hidden="true" />
          <span className={styles.toolText}>{t('WORKSHOP.FILES')}</span>
        </Button>
      }
    >
      {(Object.keys(readers) as CsvReader[]).map((reader) => (
        <MenuItem key={reader} onPick={() => file.mutate(reader)}>
          {t(readers[reader])}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem onPick={() => file.mutate('parts')}>{t('WORKSHOP.PARTS_ZIP')}</MenuItem>
    </Menu>
  )
}
