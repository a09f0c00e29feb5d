import { createServer as createHttpServer, type Server } from 'node:http'
import path from 'node:path'
import { createLogger, createServer, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'
import { root } from '../root.ts'

interface DevPagesOptions {
  /** Where the server of the console listens. */
  server: string
  /** Resolves when the server accepts requests, or has ended. */
  settled(): Promise<void>
  /** Called when a file outside the pages was changed, added or removed; with its path relative to the project root. */
  changed(file: string): void
}

/** The parts that the pages need in addition to calls: Vite's modules, and files of the root folder. */
const call = /^\/(?!@|src\/|node_modules\/|[?]|$|[\w-]+\.\w+([?]|$))/
const asksForPage = (headers: { accept?: string | undefined }) => headers.accept?.includes('text/html')
const watched = ['apps/server/src', 'apps/agent/src', 'packages']

/** The console's pages with hot reload; calls and sockets are forwarded to the server. */
export async function openDevPages(options: DevPagesOptions): Promise<{ http: Server; vite: ViteDevServer }> {
  const http = createHttpServer()
  const proxy: ProxyOptions = {
    target: options.server,
    ws: true,
    xfwd: true,
    // /device/deviceList is a page, /device/deviceList/list a call: only pages are requested as HTML.
    bypass: ({ headers }) => (asksForPage(headers) ? '/index.html' : undefined),
  }
  const vite = await createServer({
    root: path.join(root, 'apps/web'),
    configFile: path.join(root, 'apps/web/vite.config.ts'),
    clearScreen: false,
    customLogger: quietLogger(),
    plugins: [restartPlugin(options)],
    server: { middlewareMode: { server: http }, ws: { server: http }, proxy: { [call.source]: proxy } },
  })
  http.on('request', vite.middlewares)
  return { http, vite }
}

function restartPlugin({ settled, changed }: DevPagesOptions): Plugin {
  return {
    name: 'server-restart',
    configureServer({ middlewares, watcher }) {
      watcher.add(watched.map((folder) => path.join(root, folder)))
      watcher.on('all', (event, file) => {
        const name = path.relative(root, file)
        if (event.endsWith('Dir') || !watched.some((folder) => name.startsWith(`${folder}/`))) return
        if (!/\.test\.tsx?$|\/testing\//.test(name)) changed(name)
      })
      // Calls during a restart wait for the new server instead of failing.
      middlewares.use((request, _, next) => {
        if (!call.test(request.url ?? '') || asksForPage(request.headers)) next()
        else settled().then(() => next(), next)
      })
    },
  }
}

/** Sockets break at each restart and reconnect; that is not an error. */
function quietLogger() {
  const logger = createLogger('warn')
  return {
    ...logger,
    error: (...[message, options]: Parameters<typeof logger.error>) => {
      if (!/\bws proxy/.test(message)) logger.error(message, options)
    },
  }
}
