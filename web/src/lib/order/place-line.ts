/** Joins city, region and postal code; a region named as its city is written once. */
export function placeLine(city: string, region: string, postalCode: string): string {
  const isRepeated = region.trim().toLowerCase() === city.trim().toLowerCase()
  return [city, isRepeated ? '' : region, postalCode]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
}
