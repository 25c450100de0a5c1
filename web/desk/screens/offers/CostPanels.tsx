import type { DesignCosts, Offer, Quote } from '@desk/api/records'
import { CostPanel } from './CostPanel'
import { shownBand } from './designed-pieces'

interface CostPanelsProps {
  offer: Offer
  quote: Quote | undefined
  /** By the code of the design. */
  costs: ReadonlyMap<string, DesignCosts>
}

/** The costs of the offer's designed lines; absent for those who may not read them. */
export function CostPanels({ offer, quote, costs }: CostPanelsProps) {
  const designed = offer.lines.flatMap(({ id, name, design }) => (design === null ? [] : [{ id, name, design }]))
  return designed.map(({ id, name, design }) => {
    const known = costs.get(design.code)
    if (known === undefined) return null
    return (
      <CostPanel
        key={id}
        name={designed.length > 1 ? name : ''}
        prices={design.prices}
        costs={known}
        shown={shownBand(quote, design.code)}
      />
    )
  })
}
