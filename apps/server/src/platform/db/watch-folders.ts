import { stat } from 'node:fs/promises'

const lookEveryMs = 1000

/** Which folder a path leads to; undefined when there is none. */
async function identify(folder: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true })
    return `${dev} ${ino}`
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Calls `gone` once when one of the folders is removed or replaced, until the returned function is called. */
export async function watchFolders(folders: readonly string[], gone: () => void): Promise<() => void> {
  const look = () => Promise.all(folders.map(identify))
  const atFirst = String(await look())
  const timer = setInterval(() => {
    look().then(
      (now) => {
        if (String(now) === atFirst) return
        clearInterval(timer)
        gone()
      },
      () => {}, // a file system that does not answer just now
    )
  }, lookEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}
