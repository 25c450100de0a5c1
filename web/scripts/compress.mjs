// Compresses the built files once and as well as possible, so that no visit has to wait for it. The page itself is
// left out, and so are the first views: the gateway fills them for each address.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const compressible = /\.(js|css|json|svg)$/
const smallest = 1_024

for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name)
  if (!compressible.test(file) || name.startsWith('first-views') || !statSync(file).isFile()) continue
  const bytes = readFileSync(file)
  if (bytes.length < smallest) continue
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
