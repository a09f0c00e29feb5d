import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const baseModules =
  /node_modules\/(react|react-dom|scheduler|react-router|zustand|zod|@tanstack\/(react-query|query-core))\//

const formModules = /@rc-component\/(async-validator|form\/es\/(?!FormContext|FieldContext|ListContext))/

/** Icons of the console's frame. */
const frameIcons =
  /@ant-design\/icons(-svg)?\/.*\/(Appstore|Close|Disconnect|Export|FontSize|Home|Idcard|Left|MenuUnfold|Search|Setting|User)Outlined\.js/

const compressible = /\.(js|css|svg|html)$/
const smallestWorthwhile = 1024

/** Writes a .gz and a .br beside each file, so that the server compresses nothing at run time. */
const compressed: Plugin = {
  name: 'compressed-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (!compressible.test(name) || bytes.length < smallestWorthwhile) continue
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
        this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(bytes, { level: 9 }) })
        this.emitFile({ type: 'asset', fileName: `${name}.br`, source: brotliCompressSync(bytes, quality) })
      }
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    // The server's content policy allows no inline scripts, and no styles from elsewhere.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // antd's component modules have no side effects, but their packages do not declare that.
      treeshake: { moduleSideEffects: [{ test: /@rc-component\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // Needed by every page, and rarely changed.
            { name: 'base', test: baseModules, includeDependenciesRecursively: false },
            // Shared by the sign-in page and the console: one file compresses better than thirty.
            { name: 'first', tags: ['$initial'], includeDependenciesRecursively: false },
            // Each is too small to be compressed alone.
            { name: 'icons', test: frameIcons, includeDependenciesRecursively: false },
            // antd's theme only needs the contexts of forms; the forms themselves load with pages that have any.
            { name: 'form', test: formModules, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
