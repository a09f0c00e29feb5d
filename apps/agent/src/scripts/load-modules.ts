import type { OrderedModule } from '@fleetdeck/contract/script-modules'
import { checkContent, type Pinned } from '../signed-scripts.ts'

export interface FoundModule {
  /** As the importing script writes it. */
  name: string
  fileName: string
  content: Buffer
}

/** Fetches what a script imports, one after the other, with the checks of the script itself. Throws Unsigned or WrongMd5. */
export async function loadModules(
  modules: OrderedModule[],
  { pinned, load }: { pinned: Pinned; load: (file: { url: string; md5: string }) => Promise<Buffer> },
): Promise<FoundModule[]> {
  const found: FoundModule[] = []
  for (const { name, fileName, url, md5, sha256, author } of modules) {
    const content = await load({ url, md5 })
    checkContent(pinned, content, { sha256, author })
    found.push({ name, fileName, content })
  }
  return found
}
