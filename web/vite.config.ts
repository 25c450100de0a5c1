import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const gateway = process.env['GATEWAY'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    // Hashed files get a folder of their own, so that they alone are cached for ever.
    assetsDir: 'static',
    // A content security policy without data: addresses would refuse inlined files.
    assetsInlineLimit: 0,
    target: ['chrome120', 'firefox120', 'safari16.4'],
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: gateway } },
  },
})
