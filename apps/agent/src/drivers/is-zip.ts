import { open } from 'node:fs/promises'

/** Whether a file begins as a zip file does; packages of apps are zip files. */
export async function isZip(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\u0003\u0004'
  } finally {
    await handle.close()
  }
}
