// Compresses the built files at the highest level, so that the gateway need not compress them per request. The page and
// the first views are left out: the gateway fills them in.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(js|css|json|svg)$/
const minBytes = 1_024

const files = ['dist', 'dist-desk'].flatMap((folder) => {
  const dist = fileURLToPath(new URL(`../${folder}`, import.meta.url))
  return readdirSync(dist, { recursive: true }).map((name) => ({ name, file: join(dist, name) }))
})

for (const { name, file } of files) {
  if (!compressible.test(file) || /^(first-views|\.vite)/.test(name) || !statSync(file).isFile()) continue
  const bytes = readFileSync(file)
  if (bytes.length < minBytes) continue
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: quality }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
