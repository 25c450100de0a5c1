import { fold } from '@shared/fold'

/** A member of the team who can be mentioned. */
export interface Mentionable {
  id: string
  name: string
}

/** The mention that is being typed: where its `@` stands, and what follows it up to the caret. */
interface OpenMention {
  start: number
  query: string
}

/** Returns the mention before the caret; null if there is none. A name may have two words. */
export function openMention(text: string, caret: number): OpenMention | null {
  const typed = /(?:^|[\s(])@((?:[\p{L}\p{M}'’-]+ ?){0,2})$/u.exec(text.slice(0, caret))?.[1]
  return typed === undefined ? null : { start: caret - typed.length - 1, query: typed }
}

/** Returns the people one of whose names begins with the query. */
export function matching<Person extends Mentionable>(people: readonly Person[], query: string): Person[] {
  const folded = fold(query.trim())
  return people.filter(({ name }) => [name, ...name.split(' ')].some((part) => fold(part).startsWith(folded)))
}

/** Puts a name in place of the mention that is being typed. Returns the text, and the caret after the name. */
export function withMention(text: string, caret: number, { start }: OpenMention, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${name} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/**
 * Returns the ids of those whom a text mentions: those who were picked and whose names still stand in it. A name that was
 * typed without a pick stands for all who have it.
 */
export function mentionedIds(text: string, picked: readonly Mentionable[], team: readonly Mentionable[]): string[] {
  const isNamed = ({ name }: Mentionable) => text.includes(`@${name}`)
  const known = new Set(picked.map(({ name }) => name))
  const people = [...picked.filter(isNamed), ...team.filter((person) => !known.has(person.name) && isNamed(person))]
  return [...new Set(people.map(({ id }) => id))]
}
