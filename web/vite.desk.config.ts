import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { css } from './scripts/css.ts'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The desk: an app of its own below `/desk`, which shares only `shared/` with the shop. */
export default defineConfig({
  root: path('./desk'),
  base: '/desk/',
  publicDir: path('./desk/public'),
  plugins: [react()],
  css,
  resolve: {
    alias: { '@desk': path('./desk'), '@shared': path('./shared') },
  },
  build: {
    outDir: path('./dist-desk'),
    emptyOutDir: true,
    manifest: true,
    // The content security policy refuses `data:` URLs.
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox120', 'safari16.4'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'platform',
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|@tanstack[\\/](react-query|query-core)|wouter|zustand|regexparam)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: gateway }, '/images': { target: gateway }, '/media': { target: gateway } } },
})
