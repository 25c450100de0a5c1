import { useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@shared/components/Button'
import { Field } from '@shared/components/Field'
import styles from './Uploads.module.css'

/** Characters of the longest address that the service takes. */
const maxAddress = 2000

/** The address of a page or file on the web, complete; null for anything else. */
function webAddress(typed: string): string | null {
  const address = typed.trim()
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null
}

/** A further picture by its address: the service fetches it. */
export function AddressField({ onAddress }: { onAddress: (address: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const address = webAddress(typed)
    setWrong(address === null)
    if (address === null) {
      input.current?.focus()
      return
    }
    setTyped('')
    onAddress(address)
  }
  return (
    <form className={styles.address} noValidate onSubmit={submit}>
      <Field
        ref={input}
        type="url"
        label={t('MEDIA.BY_ADDRESS')}
        placeholder="https://"
        autoComplete="off"
        maxLength={maxAddress}
        value={typed}
        error={isWrong ? t('MEDIA.ADDRESS_WHOLE') : undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          setWrong(false)
        }}
        end={
          <Button type="submit" size="small">
            {t('MEDIA.FETCH_IT')}
          </Button>
        }
      />
    </form>
  )
}
