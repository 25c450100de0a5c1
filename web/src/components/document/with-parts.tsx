import { Fragment, type ReactNode } from 'react'

/** Puts elements into a text in place of its `{{name}}`. */
export function withParts(text: string, parts: Readonly<Record<string, ReactNode>>): ReactNode {
  return text.split(/\{\{(\w+)\}\}/).map((part, index) => <Fragment key={index}>{index % 2 === 1 ? parts[part] : part}</Fragment>)
}
