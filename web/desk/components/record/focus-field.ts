/** Focuses the control of a field, once it is drawn. */
export const focusField = (field: string) =>
  requestAnimationFrame(() => {
    const named =
      document.querySelector<HTMLElement>(`[name="${field}"]`) ?? document.querySelector<HTMLElement>(`[data-field="${field}"] input`)
    named?.scrollIntoView({ block: 'center' })
    named?.focus()
  })
