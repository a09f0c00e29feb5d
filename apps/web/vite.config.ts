import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'

/** Where `npm start` listens. */
const server = 'http://127.0.0.1:8098'

/** First parts of the addresses that the server answers; pages share some of them. */
const serverAreas = [
  'system',
  'device',
  'captcha',
  'common',
  'systemEnv',
  'rapi',
  'websocket',
  'ws',
  'prod',
  'task',
  'data',
  'hot',
  'alarm',
  'site',
  'api',
]

const proxy: ProxyOptions = {
  target: server,
  ws: true,
  // /device/deviceList is a page, /device/deviceList/list a call: only a page is asked for as HTML.
  bypass: (request) => (request.headers.accept?.includes('text/html') ? '/index.html' : undefined),
}

const baseModules =
  /node_modules\/(react|react-dom|scheduler|react-router|zustand|zod|@tanstack\/(react-query|query-core))\//

const formModules = /@rc-component\/(async-validator|form\/es\/(?!FormContext|FieldContext|ListContext))/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { [`^/(${serverAreas.join('|')})/`]: proxy } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    // The server's content policy allows no inline scripts or styles from elsewhere.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // The parts of antd only declare things, but their packages do not say so.
      treeshake: { moduleSideEffects: [{ test: /@rc-component\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and what changes least.
            { name: 'base', test: baseModules, includeDependenciesRecursively: false },
            // antd's theme needs the contexts of forms only; the forms themselves come with the pages that have any.
            { name: 'form', test: formModules, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
