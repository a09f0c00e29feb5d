import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

/** The files of a package by their paths. */
export type PackageFiles = ReadonlyMap<string, string | Uint8Array>

/** Of all files in a package, so that the same source makes the same package. */
const mtime = new Date(0)

/** An npm package as .tgz; programs of its folder `bin` can be executed. */
export async function archive(files: PackageFiles): Promise<Buffer> {
  const tar = pack()
  for (const name of [...files.keys()].sort()) {
    const mode = name.startsWith('bin/') ? 0o755 : 0o644
    tar.entry({ name: `package/${name}`, mtime, mode }, Buffer.from(files.get(name) ?? ''))
  }
  tar.finalize()
  // With smaller blocks than by default, code and packed files beside each other take less.
  return gzipSync(await buffer(tar), { level: 9, memLevel: 7 })
}
