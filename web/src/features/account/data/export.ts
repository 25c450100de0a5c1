import { call } from '@/lib/api/client'

/** Saves the customer's data as a file. */
export async function downloadExport(): Promise<void> {
  const data = await call('GET', '/account/export')
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'my-data.json'
  link.click()
  URL.revokeObjectURL(url)
}
