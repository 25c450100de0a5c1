import { saveFile } from '@shared/save-file'
import { call } from '@/lib/api/client'

/** Saves the customer's data as a file. */
export async function downloadExport(): Promise<void> {
  const data = await call('GET', '/account/export')
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'my-data.json')
}
