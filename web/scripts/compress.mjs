// Compresses the built files at the highest level, so that the gateway need not compress them per request. The page and
// the first views are left out: the gateway fills them in.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const compressible = /\.(js|css|json|svg)$/
const minBytes = 1_024

for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name)
  if (!compressible.test(file) || name.startsWith('first-views') || !statSync(file).isFile()) continue
  const bytes = readFileSync(file)
  if (bytes.length < minBytes) continue
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
