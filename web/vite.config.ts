import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHints, pages, preloadLinks } from './scripts/vite-plugins.ts'

const gateway = process.env.GATEWAY ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), pages(), preloadLinks(), compileHints()],
  resolve: {
    alias: {
      '@': fileURLToPath(new URL('./src', import.meta.url)),
      // wouter and react-i18next bring what React has of its own since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      'use-sync-external-store/shim': 'react',
    },
  },
  build: {
    // Hashed files get a folder of their own, so that they alone are cached for ever.
    assetsDir: 'static',
    manifest: true,
    // A content security policy without data: addresses would refuse inlined files.
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox120', 'safari16.4'],
    modulePreload: { polyfill: false },
    // A slower build, and smaller scripts than the default's.
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs, in one file: small files compress badly. What changes data is left out: it
            // belongs to few screens.
            {
              name: 'platform',
              test: /^(?!.*(mutationObserver|useMutation)\.js).*node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|@tanstack|wouter|zustand|openapi-fetch|use-sync-external-store|regexparam)[\\/]/,
            },
            // Forms, orders, dialogs and the shop's own pictures are left out: what they stand on is loaded with their
            // screens only.
            {
              name: 'shared',
              test: /[\\/]src[\\/](components|lib|stores)[\\/](?!forms|scenes|networks|pagination|dates|return-url|api[\\/](attempt|account|content)|Form|Field|Password|Order|Scene|Hotspots|TextPage|Modal|ConfirmDialog|Quantity|Pager|ExternalLink|ContentPicture)|lucide-react/,
              minShareCount: 3,
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
