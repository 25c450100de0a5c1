import type { Language } from '@shared/language'
import { useQuery } from '@shared/query/use-query'
import { query } from '@desk/api/client'
import type { Template } from '@desk/api/records'
import { useMay } from '@desk/api/session'
import { textSuffixes } from './translated'

/** The placeholders of prepared texts. */
export const placeholders = ['name', 'product', 'link', 'me'] as const
export type Placeholder = (typeof placeholders)[number]

const pattern = /\{(\w+)\}/g

/** The names in braces that are no placeholder. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !placeholders.some((known) => known === name))

/** The placeholders of a text that have no value. */
export const leftPlaceholders = (text: string): Placeholder[] => placeholders.filter((name) => text.includes(`{${name}}`))

/** Puts the values in; a placeholder without one stays. */
export const fillTemplate = (text: string, values: Partial<Record<Placeholder, string | undefined>>): string =>
  text.replace(pattern, (whole, name: string) => {
    const value = values[name as Placeholder] ?? ''
    return value === '' ? whole : value
  })

type Part = 'name' | 'subject' | 'text'

/** A part of a prepared text in a language. */
export const templatePart = (template: Template, part: Part, language: Language): string => template[`${part}${textSuffixes[language]}`]

const none: readonly Template[] = []

/** The prepared texts of a channel; empty while they load, and for those who may not read them. */
export function useTemplates(channel: Template['channel']): readonly Template[] {
  const mayRead = useMay('templates.read')
  const templates = useQuery({ ...query('/desk/templates'), enabled: mayRead, staleTime: 5 * 60_000 })
  return (templates.data ?? none).filter((template) => template.channel === channel)
}
