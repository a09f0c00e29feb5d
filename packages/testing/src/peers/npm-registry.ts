import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const installed = path.resolve(import.meta.dirname, '../../../../node_modules')

export interface NpmRegistry {
  address: string
  stop(): Promise<void>
}

/** A registry for npm on this machine: it has the packages that are installed in the repository, in their versions. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
  const server = createServer((request, response) => {
    const [, name = '', file] = /^\/((?:@[\w.-]+\/)?[\w.-]+)(\/-\/package\.tgz)?$/.exec(
      decodeURIComponent(request.url ?? ''),
    ) ?? ['', '']
    const folder = path.join(installed, name)
    if (!existsSync(path.join(folder, 'package.json'))) response.writeHead(404).end()
    else if (file) {
      const packed = spawn('tar', ['-cz', '-C', path.dirname(folder), path.basename(folder)])
      packed.stdout.pipe(response)
    } else response.setHeader('content-type', 'application/json').end(JSON.stringify(documentOf(folder)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function documentOf(folder: string) {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const { name, version } = manifest
    const dist = { tarball: `${address}/${name}/-/package.tgz` }
    return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
  }

  return {
    address,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
