import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'

const Paired = z.object({ names: z.array(z.string().max(200)).max(10_000) })
const pathIn = (folder: string) => join(folder, 'paired-phones.json')

/** Names of the phones that know this computer's key, as they announce them; from the file in the state folder. */
export async function readPairedPhones(folder: string): Promise<string[]> {
  const path = pathIn(folder)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return []
  try {
    return Paired.parse(JSON.parse(text)).names
  } catch {
    throw new TerminalError(say('agent.pairedDamaged', { file: path }))
  }
}

/** The newest last; the file is replaced as a whole. */
export async function rememberPairedPhone(folder: string, name: string): Promise<void> {
  const names = [...(await readPairedPhones(folder)).filter((other) => other !== name), name]
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = pathIn(folder)
  await writeFile(`${path}.new`, JSON.stringify({ names }), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
