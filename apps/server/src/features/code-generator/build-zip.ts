import { buffer } from 'node:stream/consumers'
import { zipped } from '../../platform/files/zip-writer.ts'

/** Paths of generated files; nothing else is added to an archive. */
const innerPath = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/

/** Built in memory. */
export function buildZip(files: Record<string, string>): Promise<Buffer> {
  const parts = Object.entries(files).map(([name, text]) => {
    if (!innerPath.test(name)) throw new Error(`not a path of a generated file: ${name}`)
    return { name, content: [text] }
  })
  return buffer(zipped(parts))
}
