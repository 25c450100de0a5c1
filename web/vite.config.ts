import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { css } from './scripts/css.ts'
import { compileHints, leanIcons, listModules, pages, preloadLinks, stubPackages } from './scripts/vite-plugins.ts'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'
const root = fileURLToPath(new URL('./', import.meta.url))

/** Matches the modules of folders in `src`, without those of the folders in these. */
const directlyIn = (folders: readonly string[]) => String.raw`[\\/]src[\\/](${folders.join('|')})[\\/][^\\/]+$`
/** Shared parts of many screens; the other ones are in what every screen loads. */
const sharedParts = String.raw`[\\/]shared[\\/]components[\\/](EmptyState|ErrorPane|Panes|Skeleton)`

export default defineConfig({
  plugins: [react(), pages(), stubPackages(), leanIcons(), preloadLinks(), compileHints(), listModules(root)],
  css,
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      '@shared': fileURLToPath(new URL('./shared', import.meta.url)),
      // Polyfills that wouter and react-i18next import; React has the hook since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      'use-sync-external-store/shim': 'react',
    },
  },
  build: {
    // Only hashed files are in this folder: the gateway lets browsers cache it for ever.
    assetsDir: 'static',
    // The content security policy refuses `data:` URLs.
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox120', 'safari16.4'],
    modulePreload: { polyfill: false },
    // `check-size.mjs` reads which files a part of a screen loads.
    manifest: true,
    // Smaller scripts than the default minifier's, for a slower build.
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: {
        passes: 3,
        // Brotli compresses the code better without.
        collapse_vars: false,
        // Drops the connection of React to its developer tools.
        global_defs: { __REACT_DEVTOOLS_GLOBAL_HOOK__: undefined },
      },
    },
    rolldownOptions: {
      output: {
        // The first script names some 150 files; each character of their hashes is 100 bytes of it with brotli.
        chunkFileNames: 'static/[name]-[hash:7].js',
        assetFileNames: 'static/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Packages of every screen in one chunk: small files compress badly. Only the cart reads the state of mutations.
            {
              name: 'platform',
              test: /^(?!.*useMutationState\.js).*node_modules[\\/](react|react-dom|scheduler|react-i18next|@tanstack|wouter|zustand|regexparam)[\\/]/,
            },
            // Modules of many screens. What is in other folders loads with its own screens. The entry must not import this chunk, so
            // `lib/entry` and its users are in other folders.
            {
              name: 'shared',
              test: new RegExp(`${directlyIn(['components', 'lib', 'lib/api', 'lib/cart'])}|${sharedParts}`),
              minShareCount: 3,
            },
            // Small modules of the shop's list and its later parts, which would be a chunk each.
            {
              name: 'list',
              test: /[\\/]src[\\/](lib[\\/](catalog[\\/]pagination|categories|view[\\/]design)|features[\\/]catalog[\\/](queries|shop[\\/]other-size))\.ts$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': { target: gateway } },
  },
})
