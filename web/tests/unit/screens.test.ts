import { expect, it } from 'vitest'
import { gatewayScreens } from '../../scripts/gateway-screens'
import { screens } from '@/app/screens'

it('keeps the screens of the gateway up to date: else npm run generate', async () => {
  await expect(gatewayScreens()).toMatchFileSnapshot('../../../gateway/src/pages/screens.json')
})

it('describes a page in 160 characters at most', () => {
  for (const { path, description } of screens) {
    for (const text of Object.values(description ?? {})) expect(text.length, path).toBeLessThanOrEqual(160)
  }
})
