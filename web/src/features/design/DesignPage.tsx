import { useState, type ComponentType } from 'react'
import { framed } from '@/components/forms/framed'

const load = () => import('./DesignScreen')
const Framed = framed(load)
let Prepared: ComponentType | null = null

/** Loads what the start needs, which then takes the place of its first view without a frame between them. */
export async function prepare(): Promise<void> {
  const { default: Screen, loadTexts } = await load()
  await loadTexts()
  Prepared = Screen
}

export default function DesignPage() {
  const [Screen] = useState(() => Prepared ?? Framed)
  return <Screen />
}
