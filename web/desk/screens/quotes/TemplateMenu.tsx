import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@shared/components/IconButton'
import { call } from '@desk/api/client'
import type { Quote, Template } from '@desk/api/records'
import { useMe } from '@desk/api/session'
import { Menu, MenuItem } from '@desk/components/Menu'
import { useLanguage } from '@desk/i18n/language'
import { fullName } from '@desk/lib/names'
import { customerName, productName } from '@desk/lib/quotes'
import { fillTemplate, templatePart, useTemplates, type Placeholder } from '@desk/lib/templates'

interface TemplateMenuProps {
  quote: Quote
  channel: Template['channel']
  onPick: (filled: { subject: string; text: string }) => void
}

/** States of an offer that its customer can open. */
const openStates: readonly string[] = ['sent', 'opened', 'accepted']

/** The customer's link to the last offer; none before one was sent. */
async function offerLink({ offers }: Quote): Promise<string | undefined> {
  const offer = offers.findLast(({ state }) => openStates.includes(state))
  if (offer === undefined) return undefined
  const link = await call('GET', '/desk/offers/{id}/link', { path: { id: offer.id } }).catch(() => null)
  return link?.url
}

/** Puts a prepared text in the customer's language into the message, with what is known of the quote. */
export function TemplateMenu({ quote, channel, onPick }: TemplateMenuProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const me = useMe()
  const templates = useTemplates(channel)
  if (templates.length === 0) return null
  const pick = async (template: Template) => {
    const part = (name: 'subject' | 'text') => templatePart(template, name, quote.language)
    const hasLink = `${part('subject')}${part('text')}`.includes('{link}')
    const values = {
      name: customerName(quote) ?? undefined,
      product: quote.product === null ? undefined : productName(quote.product, quote.language),
      link: hasLink ? await offerLink(quote) : undefined,
      me: fullName(me),
    }
    onPick({ subject: fillTemplate(part('subject'), values), text: fillTemplate(part('text'), values) })
  }
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label={t('TEMPLATES.PICK')} title={t('TEMPLATES.PICK')}>
          <FileText size={18} strokeWidth={1.5} aria-hidden="true" />
        </IconButton>
      }
    >
      {templates.map((template) => (
        <MenuItem key={template.code} onPick={() => void pick(template)}>
          {templatePart(template, 'name', language)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Says which placeholders have no value: the message does not go out with them. */
export function LeftNote({ left }: { left: readonly Placeholder[] }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {left.length > 0 && <p className="ruby small">{t('TEMPLATES.LEFT', { names: left.map((name) => `{${name}}`).join(', ') })}</p>}
    </div>
  )
}
