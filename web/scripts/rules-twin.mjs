// Evaluates designs by the browser's rules: `node rules-twin.mjs RATES.json` reads one design, or one code as a JSON
// string, a line, and prints one outcome a line in the form of the shared vectors. A code that is no design is `null`.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [, , ratesFile] = process.argv
if (ratesFile === undefined) throw new Error('usage: node rules-twin.mjs RATES.json')
const rates = JSON.parse(readFileSync(ratesFile, 'utf8'))

const { module } = await runnerImport(fileURLToPath(new URL('./rules-outcome.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
})
for await (const line of createInterface({ input: process.stdin })) {
  if (line !== '') process.stdout.write(`${module.answer(line, rates)}\n`)
}
