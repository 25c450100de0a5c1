/** Moves one of a list to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  const rest = items.filter((_, at) => at !== from)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}
