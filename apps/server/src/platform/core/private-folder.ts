import { chmod, mkdir, stat } from 'node:fs/promises'

class FolderIsOpen extends Error {
  constructor(folder: string, mode: number) {
    const rights = (mode & 0o777).toString(8).padStart(4, '0')
    super(
      `The data folder ${folder} is open to other accounts (mode ${rights}), and this account cannot change that. Let its owner run: chmod o= ${folder}`,
    )
  }
}

const ofGroup = 0o070
const ofOthers = 0o007

/**
 * Makes a folder for this account alone, or tightens the one that is there: it contains password hashes and keys, in
 * files that former versions left open to all. A folder of another owner may give this account its rights by a group,
 * as volumes of containers do. Rejects with a sentence for the operator when others have rights that stay.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Windows has no such rights.
  if (process.platform === 'win32') return
  const { mode, uid } = await stat(folder)
  if (!(mode & (ofGroup | ofOthers))) return
  await chmod(folder, 0o700).catch(() => {})
  const now = await stat(folder)
  const mustNot = uid === process.getuid?.() ? ofGroup | ofOthers : ofOthers
  if (now.mode & mustNot) throw new FolderIsOpen(folder, now.mode)
}
