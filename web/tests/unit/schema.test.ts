import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('keeps the types of the contract up to date: else npm run generate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schema-'))
  try {
    const fresh = join(folder, 'schema.ts')
    const generator = join(process.cwd(), 'node_modules/openapi-typescript/bin/cli.js')
    execFileSync(process.execPath, [generator, '../gateway/openapi.json', '-o', fresh, '--enum-values'], { stdio: 'pipe' })
    expect(readFileSync('shared/api/schema.ts', 'utf8') === readFileSync(fresh, 'utf8')).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)
